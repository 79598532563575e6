import { loadSeatRows } from "@/lib/db/session-reads";
import { backstopsOf } from "@/lib/domain/backstops";
import { judgeBackstops } from "@/lib/domain/doctor-backstops";
import { doctorLine, type DoctorLine } from "@/lib/domain/doctor";
import { isLive } from "@/lib/domain/states";
import type { Context } from "../context";

/** Which layers would end the machines that live now if this app died. Never throws. */
export async function diagnoseBackstops(context: Context, nowMs: number): Promise<DoctorLine[]> {
  const { cluster, db, signal } = context;
  const [rows, guards, cleaners] = await Promise.all([
    loadSeatRows(db.at).catch(() => null),
    cluster.readGuards(null, signal),
    cluster.readCleaners(signal),
  ]);
  if (rows === null) return [doctorLine("deadline-jobs-unmeasured")];
  const guarded = rows.filter(isLive).map((row) => ({
    ...{ id: row.id, kind: row.kind },
    machines: backstopsOf(row, guards, cleaners, nowMs),
  }));
  return judgeBackstops(guarded, cleaners);
}
