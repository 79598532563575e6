import { EXCUSED } from "./excused";
import { readRecordings } from "./recording";
import { replay } from "./replay";
import { readTimelines } from "./timelines/recorded";
import { replayTimeline } from "./timelines/replay-timeline";

process.exit(await main(process.argv.slice(2)));

/** Replays all recordings, or those whose names begin with one of the arguments; exit status 1 where any differs. */
async function main(wanted: readonly string[]): Promise<number> {
  const recordings = readRecordings();
  const timelines = readTimelines();
  const isWanted = (name: string) =>
    !(name in EXCUSED) && (wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  let matching = 0;
  let differing = 0;
  for (const name of [...recordings.keys(), ...timelines.keys()].filter(isWanted)) {
    const { differences } = await (recordings.has(name)
      ? replay(name, recordings)
      : replayTimeline(name, timelines));
    if (differences.length === 0) matching += 1;
    else {
      differing += 1;
      console.log([name, ...differences].join("\n  "));
    }
  }
  const excused = Object.keys(EXCUSED).length;
  console.log(`${matching} matching, ${differing} differing, ${excused} excused`);
  return differing > 0 || matching === 0 ? 1 : 0;
}
