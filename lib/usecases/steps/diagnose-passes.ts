import { lastGoodPassAtMs, lastPass, readSnapshot } from "@/lib/db/passes";
import { readSwitches } from "@/lib/db/switches";
import { doctorLine, type DoctorLine } from "@/lib/domain/doctor";
import { judgePasses } from "@/lib/domain/doctor-passes";
import type { Context } from "../context";

/** Whether passes reclaim, and what keeps them from it, as the database tells. Never throws. */
export async function diagnosePasses({ db: { at } }: Context, nowMs: number): Promise<DoctorLine[]> {
  try {
    const [goodAtMs, last, snapshot, switches] = await Promise.all([
      lastGoodPassAtMs(at),
      lastPass(at),
      readSnapshot(at),
      readSwitches(at),
    ]);
    const braked = (last?.brake ?? []).reduce((sum, { found }) => sum + found, 0);
    const stuck = (snapshot?.terminating ?? []).filter(({ isStuck }) => isStuck).map(({ name }) => name);
    const switchesOn = switches.filter(({ isOn }) => isOn).map(({ name }) => name);
    return judgePasses({ goodAtMs, held: last?.held ?? null, braked, stuck, switchesOn }, nowMs);
  } catch {
    return [doctorLine("passes-unmeasured")];
  }
}
