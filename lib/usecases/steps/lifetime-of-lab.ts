import type { Lab, LifetimePolicy } from "@/lib/domain/lab";
import type { Config } from "@/lib/usecases/context";

/** The lab's own times, else the configuration's; the row keeps them (design law 2). */
export function lifetimeOfLab(
  lab: Pick<Lab, "sessionMinutes" | "maxMinutes">,
  config: Pick<Config, "sessionMinutes" | "maxMinutes" | "marginMinutes">,
): LifetimePolicy {
  const maxMinutes = lab.maxMinutes ?? Math.max(config.maxMinutes, lab.sessionMinutes ?? 0);
  const sessionMinutes = Math.min(lab.sessionMinutes ?? config.sessionMinutes, maxMinutes);
  return { sessionMinutes, maxMinutes, marginMinutes: config.marginMinutes };
}
