import type { CapacityNode, CapacityPod, CapacityWorld } from "../capacity/capacity-world";
import { parseQuantity, type Nano, type Quantity } from "../capacity/quantity";
import { traitsOfKind } from "../capacity/quota";
import { absent, known, NS } from "./samples";

/** Samples for tests of capacity: amounts are written as a cluster writes them. */
export function nano(text: string): Nano {
  const read = parseQuantity(text);
  if (!("nano" in read)) throw new Error(`${text} is no quantity`);
  return read.nano;
}
const quantities = (texts: Readonly<Record<string, string>>): Record<string, Quantity> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, parseQuantity(text)]));

/** A node of 8 cores and 32Gi that takes VMs. */
export function capacityNode(
  name: string,
  allocatable: Readonly<Record<string, string>> = {},
  changes: Partial<CapacityNode> = {},
): CapacityNode {
  const all = {
    cpu: "8",
    memory: "32Gi",
    pods: "110",
    "ephemeral-storage": "100Gi",
    "devices.kubevirt.io/kvm": "1k",
    ...allocatable,
  };
  return {
    name,
    allocatable: quantities(all),
    labels: { "kubevirt.io/schedulable": "true" },
    isReady: true,
    isCordoned: false,
    taints: [],
    conditions: [{ type: "Ready", status: "True", reason: "KubeletReady", message: "" }],
    heartbeatAtMs: null,
    ...changes,
  };
}

export function capacityPod(
  name: string,
  requests: Readonly<Record<string, string>>,
  changes: Partial<CapacityPod> = {},
): CapacityPod {
  return {
    namespace: NS,
    name,
    nodeName: "node-1",
    phase: "Running",
    deletingAtMs: null,
    requests: Object.fromEntries(Object.entries(requests).map(([key, text]) => [key, nano(text)])),
    limits: {},
    traits: traitsOfKind("vm"),
    qos: "Burstable",
    priority: 0,
    isLauncher: false,
    isManaged: false,
    sessionId: null,
    claims: [],
    ...changes,
  };
}

/** Two empty nodes, no quota, no metrics. */
export function capacityWorld(changes: Partial<CapacityWorld> = {}): CapacityWorld {
  return {
    quota: known(),
    claim: known(),
    node: known(capacityNode("node-1"), capacityNode("node-2")),
    pod: known(),
    lease: known(),
    nodeUsage: absent,
    podUsage: absent,
    kubevirtRelease: "1.9",
    cpuAllocationRatio: 10,
    defaultStorageClass: null,
    ...changes,
  };
}
