import type { ContendedContainer, ContendedPod, ProbeRule } from "../contention-world";
import { budgetOf } from "../judge-exit";
import { byNode } from "../placement";
import { effectOf, type MeasureCase, measureOf, rangeOf } from "./case-measures";
import type { BasisCode, Measure } from "./measure";
import { type OwnPatch, templatePatch, type Workload } from "./workloads";

/** By which the slowest good start, with as many beside it as on the fullest node, is exceeded. */
const MARGIN = 2;
const DEFAULT_SECONDS = 600;
/** What becomes Ready later than that was Ready before, and came back: no start. */
const LONGEST_START_MS = 600_000;
const MOST_PERIOD_SECONDS = 10;

/** A start that came through: how long it took, and how long it would have with as many as on the fullest node. */
interface GoodStart {
  readonly seconds: number;
  readonly crowdedSeconds: number;
}

/** For each container that liveness watches from its start: the same check, with time for a start in a crowd. */
export function startupProbes(given: MeasureCase): Measure | null {
  const starts = goodStarts(given.facts.pods, given.nowMs);
  const slowest = slowestOf(given.facts.pods, starts);
  const own = given.workloads.flatMap((workload): OwnPatch[] => {
    const mine = slowestOf(workload.pods, starts);
    const good = mine ?? slowest;
    const basis: BasisCode = mine ? "slowest-good-start" : good ? "slowest-of-the-others" : "unmeasured";
    return ownPatch(workload, good, basis);
  });
  if (own.length === 0) return null;
  const { least, most } = rangeOf(own, "seconds");
  return measureOf(given, own, {
    ...{ code: "startup-probe", against: "liveness-budget-exceeded" },
    params: { leastSeconds: least, mostSeconds: most },
    effect: effectOf(given, {}),
  });
}

function ownPatch(workload: Workload, good: GoodStart | null, basis: BasisCode): OwnPatch[] {
  const probed = workload.pods[0].containers.flatMap((container) => {
    const { liveness, startup, role } = container;
    if (!liveness || startup || role === "init") return [];
    const { handler, periodSeconds: period, timeoutSeconds } = liveness;
    if (handler === null) return [];
    const periodSeconds = Math.min(period, MOST_PERIOD_SECONDS);
    const failureThreshold = Math.ceil(secondsOf(good, liveness) / periodSeconds);
    const startupProbe = { ...handler, failureThreshold, periodSeconds, timeoutSeconds };
    return [{ container, startupProbe }];
  });
  const [first] = probed;
  if (!first) return [];
  const ofRole = (isInit: boolean) =>
    probed
      .filter(({ container }) => isInit === isInInitContainers(container))
      .map(({ container: { name }, startupProbe }) => ({ name, startupProbe }));
  const [containers, initContainers] = [ofRole(false), ofRole(true)];
  const spec = {
    ...(containers.length > 0 ? { containers } : {}),
    ...(initContainers.length > 0 ? { initContainers } : {}),
  };
  const { failureThreshold, periodSeconds } = first.startupProbe;
  const figures = {
    ...{ failureThreshold, periodSeconds, seconds: failureThreshold * periodSeconds, basis },
    ...{ slowestSeconds: good && good.seconds, crowdedSeconds: good && good.crowdedSeconds },
  };
  return [{ workload, params: figures, patch: templatePatch({ spec }) }];
}

/** Never less than liveness allows now. */
function secondsOf(good: GoodStart | null, liveness: ProbeRule): number {
  const wanted = good === null ? DEFAULT_SECONDS : good.crowdedSeconds * MARGIN;
  return Math.max(wanted, budgetOf(liveness).maxSeconds);
}

const isInInitContainers = ({ role }: ContendedContainer) => role === "sidecar";

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * From a container's start to Ready, by the pod's UID. Where a start had fewer beside it than there are on the fullest
 * node, a start there is taken to need longer in proportion: the work is the same, and the cores are shared.
 */
function goodStarts(pods: readonly ContendedPod[], nowMs: number): ReadonlyMap<string, GoodStart> {
  const crowds = [...byNode(pods).values()];
  const fullest = Math.max(1, ...crowds.map(({ length }) => length));
  const starts = new Map<string, GoodStart>();
  for (const crowd of crowds) {
    const goods = crowd.map(goodStart);
    if (goods.every((each) => each === null)) continue;
    const known = crowd.map((pod) => startsOf(pod, nowMs));
    for (const [index, pod] of crowd.entries()) {
      const good = goods[index] ?? null;
      if (good === null) continue;
      const isBeside = ({ fromMs, toMs }: Interval) => fromMs < good.toMs && toMs > good.fromMs;
      const beside = Math.max(1, known.filter((each) => each.some(isBeside)).length);
      const seconds = (good.toMs - good.fromMs) / 1000;
      starts.set(pod.uid, { seconds, crowdedSeconds: Math.round((seconds * fullest) / beside) });
    }
  }
  return starts;
}

/** From the last start to Ready; null: it did not come through, or came back much later. */
function goodStart(pod: ContendedPod): Interval | null {
  const state = mainState(pod);
  if (pod.readySinceMs === null || state?.kind !== "running" || state.startedAtMs === null) return null;
  const ms = pod.readySinceMs - state.startedAtMs;
  if (ms < 0 || ms > LONGEST_START_MS) return null;
  return { fromMs: state.startedAtMs, toMs: pod.readySinceMs };
}

/** Of its starts those that are told: the last, and the one before it. */
function startsOf(pod: ContendedPod, nowMs: number): readonly Interval[] {
  const state = mainState(pod);
  const { startedAtMs: fromMs = null, finishedAtMs: toMs = null } = mainOf(pod)?.lastEnd ?? {};
  const before = fromMs === null || toMs === null ? [] : [{ fromMs, toMs }];
  if (state?.kind !== "running" || state.startedAtMs === null) return before;
  const last = { fromMs: state.startedAtMs, toMs: pod.readySinceMs ?? nowMs };
  return [
    ...before,
    goodStart(pod) ?? { ...last, toMs: Math.min(last.toMs, last.fromMs + LONGEST_START_MS) },
  ];
}

const mainOf = ({ containers }: ContendedPod) => containers.find(({ role }) => role === "app");
const mainState = (pod: ContendedPod) => mainOf(pod)?.state;

function slowestOf(pods: readonly ContendedPod[], starts: ReadonlyMap<string, GoodStart>): GoodStart | null {
  const mine = pods.flatMap(({ uid }) => starts.get(uid) ?? []);
  return mine.sort((a, b) => b.crowdedSeconds - a.crowdedSeconds)[0] ?? null;
}
