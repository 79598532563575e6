import { isDeepStrictEqual } from "node:util";
import { apiTime, isFinished, withCondition } from "../conditions";
import type { Node, Pod } from "../objects";
import { podAmounts } from "../pod-resources";
import type { ObjectReader, StoreChange } from "../store";
import { NOTHING, targetOf } from "../world";
import type { Change, Controller, Step, Wake } from "../world";
import { judgeNode } from "./node-fit";
import { judgeClaims } from "./scheduling/claims";
import { failureText } from "./scheduling/failure-text";
import { placesOf, type Place } from "./scheduling/places";
import { podAffinityFilter, type NamespaceLabels } from "./scheduling/pod-affinity";
import { scoresOf } from "./scheduling/scores";
import { spreadFilter } from "./scheduling/topology-spread";
import { withSelectedNode } from "./storage-classes";

/**
 * Puts pods on nodes: filters by what they ask for, by affinity and by spread, then takes the node with the highest
 * score. Of equals it takes the first by name, where a real one draws lots.
 */
export const scheduler: Controller = {
  name: "scheduler",

  wakes(change, { objects }) {
    if (change.resource === "pods") {
      const own = isWaiting(change.object as Pod) ? [targetOf("pods", change.object)] : [];
      if (change.type === "DELETED" || isFinished(change.object as Pod)) return waiting(objects);
      return movesOthers(change) ? waiting(objects, looksAtOthers) : own;
    }
    const isRoom = change.resource === "nodes" || change.resource === "persistentvolumeclaims";
    return isRoom ? waiting(objects) : [];
  },

  reconcile(target, world, nowMs) {
    const pod = world.objects.get("pods", target.namespace, target.name) as Pod | undefined;
    if (!pod || !isWaiting(pod)) return NOTHING;
    const readyMs = Date.parse(pod.metadata.creationTimestamp) + world.settings.delays.scheduleMs;
    if (nowMs < readyMs) return { changes: [], dueMs: readyMs };
    const nodes = world.objects.list("nodes") as Node[];
    const places = placesOf(nodes, world.objects.list("pods") as Pod[]);
    const labelsOf = (name: string) => world.objects.get("namespaces", undefined, name)?.metadata.labels;
    const judged = judge(pod, places, labelsOf);
    const fitting = judged.filter(({ refusal }) => refusal === null).map(({ place }) => place);
    const { problem, onDemand, isBinding } = judgeClaims(pod, world.objects);
    const [first] = fitting;
    if (problem !== null || !first) {
      const refusals = judged.map(({ refusal }) => refusal).filter((refusal) => refusal !== null);
      return unschedulable(pod, failureText(nodes.length, refusals, problem), nowMs);
    }
    if (isBinding) return NOTHING;
    const scores = scoresOf(pod, fitting, places, labelsOf);
    const { node } = fitting[scores.indexOf(Math.max(...scores))] ?? first;
    if (onDemand.length === 0) return bind(pod, node, nowMs);
    const chosen = onDemand.map((claim) => withSelectedNode(claim, node.metadata.name));
    return { changes: chosen.map((object): Change => ({ do: "update", object })) };
  },
};

/** Each node's refusal, in the order of the default profile's filters: the first that fails speaks. */
function judge(pod: Pod, places: Place[], labelsOf: NamespaceLabels) {
  const amounts = podAmounts(pod, "requests");
  const bySpread = spreadFilter(pod, places);
  const byPods = podAffinityFilter(pod, places, labelsOf);
  return places.map((place) => {
    const { node, pods } = place;
    return { place, refusal: judgeNode(pod, amounts, node, pods) ?? bySpread(node) ?? byPods(node) };
  });
}

/** Whether a pod that has its node came there, changed its labels or began to go: rules about other pods look at that. */
function movesOthers({ object, previous }: StoreChange): boolean {
  const [now, before] = [object as Pod, previous as Pod | undefined];
  if (!now.spec.nodeName) return false;
  const isNew = before?.spec.nodeName !== now.spec.nodeName;
  const isGoing = before?.metadata.deletionTimestamp !== now.metadata.deletionTimestamp;
  return isNew || isGoing || !isDeepStrictEqual(before?.metadata.labels, now.metadata.labels);
}

function looksAtOthers({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return (
    podAffinity !== undefined || podAntiAffinity !== undefined || spec.topologySpreadConstraints !== undefined
  );
}

function waiting(objects: ObjectReader, isConcerned: (pod: Pod) => boolean = () => true): Wake[] {
  const pods = (objects.list("pods") as Pod[]).filter((pod) => isWaiting(pod) && isConcerned(pod));
  return pods.map((pod) => targetOf("pods", pod));
}

function isWaiting(pod: Pod): boolean {
  const isGated = (pod.spec.schedulingGates?.length ?? 0) > 0;
  return !pod.spec.nodeName && !isGated && pod.metadata.deletionTimestamp === undefined && !isFinished(pod);
}

function bind(pod: Pod, node: Node, nowMs: number): Step {
  const name = node.metadata.name;
  const scheduled = {
    type: "PodScheduled",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: apiTime(nowMs),
  };
  const zone = node.metadata.labels?.["topology.kubernetes.io/zone"];
  const labels = {
    ...pod.metadata.labels,
    ...(zone === undefined ? {} : { "topology.kubernetes.io/zone": zone }),
  };
  const bound: Pod = {
    ...pod,
    metadata: { ...pod.metadata, labels },
    spec: { ...pod.spec, nodeName: name },
    status: { ...pod.status, conditions: withCondition(pod.status.conditions, scheduled) },
  };
  const message = `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${name}`;
  const event = {
    about: pod,
    type: "Normal",
    reason: "Scheduled",
    message,
    component: "default-scheduler",
  } as const;
  return {
    changes: [
      { do: "update", object: bound },
      { do: "event", event },
    ],
  };
}

function unschedulable(pod: Pod, message: string, nowMs: number): Step {
  const condition = {
    type: "PodScheduled",
    status: "False",
    lastProbeTime: null,
    lastTransitionTime: apiTime(nowMs),
    reason: "Unschedulable",
    message,
  };
  const conditions = withCondition(pod.status.conditions, condition);
  const changes: Change[] = [{ do: "update", object: { ...pod, status: { ...pod.status, conditions } } }];
  const known = pod.status.conditions?.find(({ type }) => type === "PodScheduled")?.message;
  if (known !== message) {
    const event = { about: pod, type: "Warning", reason: "FailedScheduling", message } as const;
    changes.push({ do: "event", event: { ...event, component: "default-scheduler" } });
  }
  return { changes };
}
