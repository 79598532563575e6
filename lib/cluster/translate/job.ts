import { MACHINES_ANNOTATION } from "@/lib/domain/labels";
import type { JobObject } from "@/lib/domain/world";
import { type Json, record, text, timeMs, wholeNumber } from "./fields";
import { clusterObject, conditions, isTrue } from "./metadata";

const FINISHING = ["FailureTarget", "Failed", "SuccessCriteriaMet", "Complete"];
const MOST_MACHINES = 8;

export function jobObject(item: Json): JobObject {
  const base = clusterObject(item);
  const status = record(item.status);
  const all = conditions(status);
  return {
    ...base,
    activeDeadlineSeconds: wholeNumber(record(item.spec).activeDeadlineSeconds),
    startTimeMs: timeMs(status.startTime),
    isFinishing: base.deletingAtMs !== null || FINISHING.some((type) => isTrue(all, type)),
    machineCount: machineCount(item),
  };
}

/** Anyone who may edit a Job may write this annotation: it is believed only as far as it could be ours. */
function machineCount(item: Json): number | null {
  const written = text(record(record(item.metadata).annotations)[MACHINES_ANNOTATION]);
  if (!/^[1-9]$/.test(written)) return null;
  const count = Number(written);
  return count <= MOST_MACHINES ? count : null;
}
