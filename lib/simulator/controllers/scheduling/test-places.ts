import type { Node, Pod } from "../../objects";
import type { Place } from "./places";

const METADATA = { uid: "u", resourceVersion: "1", creationTimestamp: "" };

export function nodeIn(name: string, zone?: string, spec: Node["spec"] = {}): Node {
  const labels = {
    "kubernetes.io/hostname": name,
    ...(zone === undefined ? {} : { "topology.kubernetes.io/zone": zone }),
  };
  const allocatable = { cpu: "8", memory: "32Gi", pods: "110" };
  const metadata = { ...METADATA, name, labels };
  return { apiVersion: "v1", kind: "Node", metadata, spec, status: { allocatable, conditions: [] } };
}

export function podWith(
  spec: Partial<Pod["spec"]> = {},
  labels: Record<string, string> = { app: "web" },
  metadata: Partial<Pod["metadata"]> = {},
): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...METADATA, name: "p", namespace: "lab", labels, ...metadata },
    spec: { containers: [{ name: "app" }], ...spec },
    status: { phase: "Pending" },
  };
}

/** A node in a zone with as many pods of the app as are told. */
export function place(name: string, zone: string | undefined, count: number, spec: Node["spec"] = {}): Place {
  return { node: nodeIn(name, zone, spec), pods: Array.from({ length: count }, () => podWith()) };
}
