import { apiTime, isFinished, withCondition } from "../conditions";
import type { Node, Pod } from "../objects";
import { podAmounts } from "../pod-resources";
import { NOTHING, targetOf } from "../world";
import type { Change, Controller, Step, World } from "../world";
import { claimsOf } from "./claim-protection";
import { judgeNode, scoreNode } from "./node-fit";
import type { Refusal } from "./node-fit";

/** Puts pods on nodes: filters by what they ask for, then takes the least allocated node. */
export const scheduler: Controller = {
  name: "scheduler",

  wakes(change, { objects }) {
    const isPodEnd =
      change.resource === "pods" && (change.type === "DELETED" || isFinished(change.object as Pod));
    if (change.resource === "pods" && !isPodEnd) {
      return isWaiting(change.object as Pod) ? [targetOf("pods", change.object)] : [];
    }
    if (!isPodEnd && change.resource !== "nodes" && change.resource !== "persistentvolumeclaims") return [];
    const waiting = (objects.list("pods") as Pod[]).filter(isWaiting);
    return waiting.map((pod) => targetOf("pods", pod));
  },

  reconcile(target, world, nowMs) {
    const pod = world.objects.get("pods", target.namespace, target.name) as Pod | undefined;
    if (!pod || !isWaiting(pod)) return NOTHING;
    const readyMs = Date.parse(pod.metadata.creationTimestamp) + world.settings.delays.scheduleMs;
    if (nowMs < readyMs) return { changes: [], dueMs: readyMs };
    const volumeProblem = missingClaim(pod, world);
    const nodes = world.objects.list("nodes") as Node[];
    const pods = (world.objects.list("pods") as Pod[]).filter(
      (other) => other.spec.nodeName && !isFinished(other),
    );
    const amounts = podAmounts(pod, "requests");
    const judged = nodes.map((node) => ({ node, refusal: judgeNode(pod, amounts, node, pods) }));
    const fitting = judged.filter(({ refusal }) => refusal === null).map(({ node }) => node);
    if (volumeProblem !== null || fitting.length === 0) {
      const refusals = judged.map(({ refusal }) => refusal).filter((refusal) => refusal !== null);
      return unschedulable(pod, failureText(nodes.length, refusals, volumeProblem), nowMs);
    }
    const scored = fitting.map((node) => ({ node, score: scoreNode(pod, node, pods) }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
    return bind(pod, best.node, nowMs);
  },
};

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

function failureText(nodes: number, refusals: Refusal[], volumeProblem: string | null): string {
  const head = `0/${nodes} nodes are available:`;
  if (volumeProblem !== null) return `${head} ${volumeProblem}`;
  const unhelpful = refusals.filter((refusal) => !refusal.couldPreempt).length;
  const preemption = [
    ...(unhelpful > 0 ? [`${unhelpful} Preemption is not helpful for scheduling`] : []),
    ...(refusals.length > unhelpful
      ? [`${refusals.length - unhelpful} No preemption victims found for incoming pod`]
      : []),
  ];
  const reasons = countReasons(refusals.flatMap((refusal) => refusal.reasons));
  return `${head} ${reasons}. no new claims to deallocate, preemption: ${head} ${preemption.sort().join(", ")}.`;
}

function countReasons(reasons: string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(", ");
}

function missingClaim(pod: Pod, world: World): string | null {
  for (const name of claimsOf(pod)) {
    const claim = world.objects.get("persistentvolumeclaims", pod.metadata.namespace, name);
    if (!claim) return `persistentvolumeclaim "${name}" not found. not found`;
    if (claim.metadata.deletionTimestamp !== undefined)
      return `persistentvolumeclaim "${name}" is being deleted`;
  }
  return null;
}
