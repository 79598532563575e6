import type { Container, Node, Pod, Taint, Toleration } from "../objects";
import { podAmounts } from "../pod-resources";
import type { Amounts } from "../pod-resources";
import { quantityOf } from "../quantity";
import { meetsNodeAffinity } from "./scheduling/node-affinity";

/** What a container without a request counts for in scores (pod_resources.go); filters count nothing. */
const SCORED_DEFAULTS = { cpu: "100m", memory: "200Mi" };
const CORDON: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };

export interface Refusal {
  reasons: string[];
  /** Whether evicting others could ever help: not where the node itself is too small or unfit. */
  couldPreempt: boolean;
}

/** Why a node cannot take a pod, in the scheduler's words; null when it can. The first filter that fails speaks. */
export function judgeNode(pod: Pod, amounts: Amounts, node: Node, pods: Pod[]): Refusal | null {
  const isCordoned = node.spec.unschedulable === true && !isTolerated(CORDON, pod.spec.tolerations);
  if (isCordoned) return unfit("node(s) were unschedulable");
  const taints = (node.spec.taints ?? []).filter((taint) => taint.effect !== "PreferNoSchedule");
  if (taints.some((taint) => !isTolerated(taint, pod.spec.tolerations)))
    return unfit("node(s) had untolerated taint(s)");
  if (!meetsNodeAffinity(pod, node)) return unfit("node(s) didn't match Pod's node affinity/selector");
  return judgeResources(amounts, node, pods);
}

/** LeastAllocated over CPU and memory, 0 to 100; a container that asks for nothing counts 100m and 200Mi. */
export function scoreNode(pod: Pod, node: Node, pods: Pod[]): number {
  const onNode = [...pods.filter((other) => other.spec.nodeName === node.metadata.name), pod];
  const shares = (["cpu", "memory"] as const).map((name) => {
    const allocatable = Number(quantityOf(node.status.allocatable[name]).nano);
    const used = onNode.reduce((sum, one) => sum + scoredRequest(one, name), 0);
    return allocatable === 0 ? 0 : Math.max(0, ((allocatable - used) * 100) / allocatable);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export function isTolerated(taint: Taint, tolerations: Toleration[] | undefined): boolean {
  return (tolerations ?? []).some((toleration) => {
    if (toleration.effect !== undefined && toleration.effect !== "" && toleration.effect !== taint.effect)
      return false;
    if (toleration.key === undefined || toleration.key === "") return toleration.operator === "Exists";
    if (toleration.key !== taint.key) return false;
    return toleration.operator === "Exists" || (toleration.value ?? "") === (taint.value ?? "");
  });
}

function judgeResources(amounts: Amounts, node: Node, pods: Pod[]): Refusal | null {
  const onNode = pods.filter((other) => other.spec.nodeName === node.metadata.name);
  const reasons: string[] = [];
  let couldPreempt = true;
  if (onNode.length + 1 > Number(node.status.allocatable.pods ?? "110")) reasons.push("Too many pods");
  const used = onNode.map((other) => podAmounts(other, "requests"));
  for (const [name, amount] of amounts) {
    const allocatable = quantityOf(node.status.allocatable[name]).nano;
    const taken = used.reduce((sum, other) => sum + (other.get(name)?.nano ?? 0n), 0n);
    if (amount.nano === 0n || taken + amount.nano <= allocatable) continue;
    reasons.push(`Insufficient ${name}`);
    if (amount.nano > allocatable) couldPreempt = false;
  }
  return reasons.length === 0 ? null : { reasons, couldPreempt };
}

/** What the pod counts for in the score: all its steps, each container with at least the default request. */
function scoredRequest(pod: Pod, name: "cpu" | "memory"): number {
  const counted = (container: Container): Container => {
    const requests = { [name]: SCORED_DEFAULTS[name], ...container.resources?.requests };
    return { ...container, resources: { requests } };
  };
  const spec = {
    ...pod.spec,
    containers: pod.spec.containers.map(counted),
    initContainers: pod.spec.initContainers?.map(counted),
  };
  return Number(podAmounts({ ...pod, spec }, "requests").get(name)?.nano ?? 0n);
}

function unfit(reason: string): Refusal {
  return { reasons: [reason], couldPreempt: false };
}
