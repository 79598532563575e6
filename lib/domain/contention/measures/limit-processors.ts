import type { ContendedContainer } from "../contention-world";
import { effectOf, type MeasureCase, measureOf, rangeOf } from "./case-measures";
import type { Measure } from "./measure";
import { bootPeaks } from "./raise-request";
import { mainContainer, type OwnPatch, templatePatch, type Workload } from "./workloads";

/** With one processor a JVM takes itself for a client and starts slowly (HotSpot's is_server_class_machine). */
const LEAST_PROCESSORS = 2;
const PROCESSOR_COUNT = /\s*-XX:ActiveProcessorCount=\S+/g;
/** Read by every JVM. The second is read by the java launcher from JDK 9 on. */
const OPTIONS = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"];

/** A JVM without a limit takes all cores of the node for its own, and starts as many compilers and collectors. */
export function limitProcessors(given: MeasureCase): Measure | null {
  const peaks = bootPeaks(given);
  const told = given.workloads.filter((workload) => isJvm(mainContainer(workload)));
  const own = (told.length > 0 ? told : given.workloads).flatMap((workload) => ownPatch(workload, peaks));
  if (own.length === 0) return null;
  const { least, most } = rangeOf(own, "processors");
  const requestOf = new Map(
    own.flatMap(({ workload, cores }) => workload.pods.map(({ uid }) => [uid, cores])),
  );
  return measureOf(given, own, {
    ...{ code: "limit-and-processors", against: "starvation-by-weight" },
    params: { leastProcessors: least, mostProcessors: most },
    effect: effectOf(given, { requestOf: (pod) => requestOf.get(pod.uid) ?? pod.requestCpu }),
  });
}

/** `cores`: what a pod asks for with it; null: as before. What has a limit and no request asks for its limit. */
function ownPatch(
  workload: Workload,
  peaks: ReadonlyMap<string, number>,
): readonly (OwnPatch & { workload: Workload; cores: number | null })[] {
  const main = mainContainer(workload);
  const name = main && optionsName(main);
  if (!main || !name) return [];
  const peak = Math.max(0, ...workload.pods.map(({ uid }) => peaks.get(uid) ?? 0));
  const processors = Math.max(LEAST_PROCESSORS, Math.ceil(peak), Math.ceil(main.requestCpu ?? 0));
  const kept = (main.env[name] ?? "").replaceAll(PROCESSOR_COUNT, "").trim();
  const value = `${kept} -XX:ActiveProcessorCount=${processors}`.trim();
  const changed = { resources: { limits: { cpu: `${processors}` } }, env: [{ name, value }] };
  const patch = templatePatch({ spec: { containers: [{ name: main.name, ...changed }] } });
  const cores = main.requestCpu === null ? processors : null;
  return [{ workload, params: { processors }, patch, cores }];
}

/** As far as its environment tells; an image may run one all the same. */
function isJvm(main: ContendedContainer | null): boolean {
  return main !== null && Object.keys(main.env).length > 0;
}

/** The variable to write options into: one that is told, else one whose value is not taken from elsewhere. */
function optionsName({ env }: ContendedContainer): string | undefined {
  return OPTIONS.find((name) => typeof env[name] === "string") ?? OPTIONS.find((name) => env[name] !== null);
}
