import { itemsOf, placeOf } from "../world-index";
import { backOffOf, NOT_TOLD, type BackOff } from "./back-off";
import type {
  ContainerEnd,
  ContendedContainer,
  ContendedPod,
  ContentionWorld,
  PodEvent,
  Qos,
} from "./contention-world";
import { budgetOf, judgeExit, ranForMs, signalOf, type ProbeBudget } from "./judge-exit";
import type { Judgement } from "./judgement";
import { lostNodes, type LostNode } from "./pod-end";
import { setsByDeployment } from "./scope";

/** A row of the restart table; null is not told. */
export interface RestartRow {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly container: string;
  readonly role: ContendedContainer["role"];
  readonly node: string | null;
  readonly restarts: number | null;
  readonly lastExit: LastExit | null;
  readonly judgement: Judgement;
  readonly liveness: ProbeBudget | null;
  /** null: it has no startupProbe. */
  readonly startup: ProbeBudget | null;
  readonly backOff: BackOff;
  readonly readySinceMs: number | null;
  readonly qos: Qos | null;
}
export interface LastExit extends ContainerEnd {
  readonly ranForMs: number | null;
}

/** Containers that ended, restarted or do not tell, most restarts first; unknown counts come before none. */
export function restartRows(
  world: ContentionWorld,
  chosen: readonly ContendedPod[],
  nowMs: number,
): readonly RestartRow[] {
  const events = eventsByPod(itemsOf(world.event));
  const lostOf = lostNodes(
    world,
    chosen.flatMap(({ nodeName }) => nodeName ?? []),
  );
  const old = oldSets(world);
  return chosen
    .flatMap((pod) => {
      const lost = lostOf.get(pod.nodeName ?? "") ?? null;
      const told = pod.containers.filter(
        (each) => isTold(each) || lost !== null || pod.statusReason !== null,
      );
      if (told.length === 0) return [];
      const about = {
        ...{ pod, lost, isOldRevision: pod.owner !== null && old.has(pod.owner.uid) },
        events: (events.get(placeOf(pod)) ?? []).filter(
          ({ podUid }) => podUid === null || podUid === pod.uid,
        ),
      };
      return told.map((container) => rowOf(about, container, nowMs));
    })
    .sort(
      (a, b) => (b.restarts ?? 0.5) - (a.restarts ?? 0.5) || (a.pod < b.pod ? -1 : a.pod > b.pod ? 1 : 0),
    );
}

interface AboutPod {
  readonly pod: ContendedPod;
  readonly events: readonly PodEvent[];
  readonly lost: LostNode | null;
  readonly isOldRevision: boolean;
}

function rowOf(about: AboutPod, container: ContendedContainer, nowMs: number): RestartRow {
  const { pod } = about;
  const end = container.state?.kind === "terminated" ? container.state.end : container.lastEnd;
  return {
    ...{ namespace: pod.namespace, pod: pod.name, podUid: pod.uid, container: container.name },
    ...{ role: container.role, node: pod.nodeName, restarts: container.restarts },
    lastExit: end && { ...end, signal: signalOf(end), ranForMs: ranForMs(end) },
    judgement: judgeExit({ ...about, container, end }),
    liveness: container.liveness && budgetOf(container.liveness),
    startup: container.startup && budgetOf(container.startup),
    backOff: about.lost ? NOT_TOLD : backOffOf(container, end, nowMs),
    readySinceMs: pod.readySinceMs,
    qos: pod.qos,
  };
}

/** An init container that ended well is as it should be. */
function isTold({ restarts, lastEnd, state, role }: ContendedContainer): boolean {
  const isOver = state?.kind === "terminated" && !(role === "init" && state.end.exitCode === 0);
  return restarts === null || restarts > 0 || lastEnd !== null || isOver;
}

function eventsByPod(events: readonly PodEvent[]): Map<string, PodEvent[]> {
  const groups = new Map<string, PodEvent[]>();
  for (const event of events) {
    const place = placeOf({ namespace: event.namespace, name: event.podName });
    const group = groups.get(place);
    if (group) group.push(event);
    else groups.set(place, [event]);
  }
  return groups;
}

function oldSets(world: ContentionWorld): Set<string> {
  const groups = setsByDeployment(itemsOf(world.replicaSet));
  return new Set([...groups.values()].flatMap((sets) => sets.slice(1).map(({ uid }) => uid)));
}
