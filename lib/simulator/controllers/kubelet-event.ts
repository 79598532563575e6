import type { Container, Pod } from "../objects";
import type { Change } from "../world";

/** An event of the kubelet's about a pod, or about one of its containers. */
export function kubeletEvent(
  pod: Pod,
  type: "Normal" | "Warning",
  reason: string,
  message: string,
  container?: Container,
): Change {
  const fieldPath = container && pathOf(pod, container.name);
  return { do: "event", event: { about: pod, type, reason, message, component: "kubelet", fieldPath } };
}

function pathOf({ spec }: Pod, name: string): string {
  const isInit = spec.initContainers?.some((each) => each.name === name);
  return `spec.${isInit ? "initContainers" : "containers"}{${name}}`;
}
