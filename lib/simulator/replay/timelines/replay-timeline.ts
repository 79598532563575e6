import type { Verdict } from "../replay";
import { JOB_DRIVES, type Drive } from "./job-drives";
import { LAB_DRIVES } from "./lab-drives";
import { sightingsOf } from "./recorded";
import { openRun } from "./run";
import { milestonesOf, orderDifferences } from "./sightings";
import { TRIALS } from "./trials";

export const DRIVES: Readonly<Record<string, Drive>> = { ...JOB_DRIVES, ...LAB_DRIVES };

/** Does what was done when a timeline was recorded, and compares the order in which things then happened. */
export async function replayTimeline(
  name: string,
  timelines: ReadonlyMap<string, unknown>,
): Promise<Verdict> {
  const recorded = timelines.get(name);
  const run = await openRun();
  try {
    const trial = TRIALS[name];
    if (trial) return { name, differences: await trial(run, recorded) };
    const drive = DRIVES[name];
    if (!drive) return { name, differences: ["nothing says how to bring it about"] };
    await drive(run);
    const [wanted, came] = [sightingsOf(name, recorded), run.sightings].map(milestonesOf);
    return { name, differences: orderDifferences(wanted ?? [], came ?? []) };
  } catch (error) {
    return {
      name,
      differences: [`could not be replayed: ${error instanceof Error ? error.message : String(error)}`],
    };
  } finally {
    await run.close();
  }
}
