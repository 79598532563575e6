import type { SessionRow } from "@/lib/contracts/sessions";
import type { MachineState, SessionMachine } from "@/lib/domain/session";
import { isLive } from "@/lib/domain/states";

/**
 * The state of a machine to show. A pass looks at live sessions only, so that the last thing seen of a machine is stale
 * once its session ends: it is gone when the session says so, and being deleted until then.
 */
export function shownState(
  session: Pick<SessionRow, "status" | "goneAtMs">,
  machine: Pick<SessionMachine, "state">,
): MachineState {
  if (session.goneAtMs !== null) return "gone";
  if (isLive(session) || machine.state === "gone") return machine.state;
  return machine.state === "unknown" ? "unknown" : "terminating";
}
