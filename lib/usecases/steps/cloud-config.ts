import type { LabSpec } from "@/lib/domain/lab";

export interface Credentials {
  /** The person's stored SSH public key, or null. */
  readonly sshKey: string | null;
  /** A one-time password in clear, where there is no key; else null. */
  readonly password: string | null;
  /** The session's own token, for graders inside the machine. */
  readonly token: string;
}
export type CloudConfig = Readonly<Record<string, unknown>>;

/** Where a machine finds its session's token. */
export const TOKEN_FILE = "/etc/curfew/token";

/**
 * The cloud-config of one machine: the lab's own with the person's access added. Lists are joined (the lab's first);
 * of other keys ours win, so that no lab can lock its student out. It stays an object until the Secret is serialised.
 */
export function cloudConfig(
  spec: Pick<LabSpec, "cloudInit" | "access">,
  sessionId: string,
  credentials: Credentials,
): CloudConfig {
  const ours: Record<string, unknown> = {
    write_files: [tokenFile(credentials.token), sessionFile(sessionId)],
    ...(spec.access.protocol === "ssh" ? sshAccess(spec.access.user, credentials) : {}),
  };
  const merged: Record<string, unknown> = { ...spec.cloudInit };
  for (const [key, value] of Object.entries(ours)) merged[key] = joined(merged[key], value);
  return merged;
}

function joined(labs: unknown, ours: unknown): unknown {
  return Array.isArray(labs) && Array.isArray(ours) ? [...labs, ...ours] : ours;
}

/** Only root may read the token; the student is root too, and it is worth nothing outside their own session. */
function tokenFile(token: string) {
  return { path: TOKEN_FILE, owner: "root:root", permissions: "0600", content: `${token}\n` };
}
function sessionFile(sessionId: string) {
  return { path: "/etc/curfew/session", owner: "root:root", permissions: "0644", content: `${sessionId}\n` };
}

function sshAccess(user: string, { sshKey, password }: Credentials): Record<string, unknown> {
  const account = {
    name: user,
    shell: "/bin/bash",
    sudo: "ALL=(ALL) NOPASSWD:ALL",
    lock_passwd: password === null,
    ...(sshKey === null ? {} : { ssh_authorized_keys: [sshKey] }),
  };
  return {
    users: ["default", account],
    disable_root: user !== "root",
    ssh_pwauth: password !== null,
    ...(password === null
      ? {}
      : { chpasswd: { expire: false, users: [{ name: user, password, type: "text" }] } }),
  };
}
