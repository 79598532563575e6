import type { Reason, ReasonCode } from "./reason";

/** Who refused a launch for want of room. */
export type LaunchRefuser = "quota" | "nodes";

const REFUSERS: Partial<Record<ReasonCode, LaunchRefuser>> = {
  "quota-exceeded": "quota",
  "quota-must-specify": "quota",
  "quota-unready": "quota",
  "limit-range": "quota",
  unschedulable: "nodes",
};

/** Whether capacity refused a launch that failed for this reason, and which; null where it failed for another. */
export function refuserOf(reason: Reason | null | undefined): LaunchRefuser | null {
  return (reason && REFUSERS[reason.code]) ?? null;
}
