import type { LabSpec } from "@/lib/domain/lab";
import type { Context } from "@/lib/usecases/context";
import type { Credentials } from "./cloud-config";
import { newPassword, newToken } from "./secrets";

/** How the person gets in: by the stored key, or by a one-time password where there is none and the lab has a log-in. */
export function newCredentials(
  { random }: Pick<Context, "random">,
  { access }: Pick<LabSpec, "access">,
  sshKey: string | null,
): Credentials {
  const needsPassword = sshKey === null && access.protocol === "ssh";
  return { sshKey, password: needsPassword ? newPassword(random) : null, token: newToken(random) };
}
