import { randomUUID } from "node:crypto";
import { playColdStart } from "./cold-start";
import type { Simulator } from "./simulator";
import type { Draft } from "./world";

const VMS = "virtualmachines.kubevirt.io";
const VMIS = "virtualmachineinstances.kubevirt.io";
/** Machines that a lab cluster holds when every seat of the demo is taken. */
const SEATS = 8;
const MANAGED_BY = "app.kubernetes.io/managed-by";
/** How far a cluster is ahead of a database that was restored from a copy. */
const PASSES_LOST = 50;
const HOUR_MS = 3_600_000;

interface Scenario {
  readonly about: string;
  readonly play: (simulator: Simulator, namespace: string) => void;
}

/** Troubles that a lab cluster can be put into, by name; what they need of the product's labels is here as data. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  calm: { about: "nothing is wrong", play: () => undefined },
  full: { about: "machines of somebody else take every seat that is left", play: fill },
  stuck: { about: "a machine terminates for ever, and another will once it is ended", play: stick },
  "node-lost": { about: "the node of a running machine has died", play: loseNode },
  "cold-start": {
    about:
      "a rollout of 23 pods with a CPU request of 25m has crowded one of five more nodes, and its pods restart",
    play: playColdStart,
  },
  "wrong-cluster": {
    about: "another cluster answers: the namespace has another UID and nothing in it",
    play: (simulator, namespace) => void simulator.recreateNamespace(namespace),
  },
  "two-environments": { about: "another environment has machines in the namespace too", play: share },
  "restored-database": {
    about: "the cluster has seen passes that the database knows nothing of",
    play: aheadOf,
  },
};

/** Puts a cluster into a scenario. Throws where there is none of the name. */
export function play(simulator: Simulator, name: string, namespace: string): void {
  const scenario = SCENARIOS[name];
  if (!scenario)
    throw new Error(`There is no scenario ${name}; there are ${Object.keys(SCENARIOS).join(", ")}.`);
  scenario.play(simulator, namespace);
}

function fill(simulator: Simulator, namespace: string): void {
  const { store } = simulator.cluster;
  const labPods = store
    .list("pods", namespace)
    .filter(
      ({ metadata: { labels = {} } }) =>
        labels[MANAGED_BY] === "curfew" && labels["kubevirt.io"] === undefined,
    );
  const free = SEATS - store.list(VMS, namespace).length - labPods.length;
  const names = Array.from({ length: Math.max(0, free) }, (_, index) => `render-${index + 1}`);
  simulator.seed(names.map((name) => machine(simulator, namespace, name, "Always", { app: "render" })));
}

function stick(simulator: Simulator, namespace: string): void {
  const deletionTimestamp = anHourAgo(simulator);
  const held = { deletionTimestamp, deletionGracePeriodSeconds: 0, finalizers: ["example.com/backup"] };
  const { metadata, ...rest } = machine(simulator, namespace, "old-backup", "Halted", { app: "backup" });
  simulator.seed([{ ...rest, metadata: { ...metadata, ...held } }]);
  const [running] = simulator.cluster.store.list(VMIS, namespace);
  if (running) simulator.orderMachine(namespace, running.metadata.name, "stuck");
}

function loseNode(simulator: Simulator, namespace: string): void {
  const [running] = simulator.cluster.store.list(VMIS, namespace);
  const { nodeName = "node-1" } = (running?.status ?? {}) as { nodeName?: string };
  simulator.setNode(nodeName, false);
}

function share(simulator: Simulator, namespace: string): void {
  const installation = randomUUID();
  const of = (session: string) => ({
    [MANAGED_BY]: "curfew",
    "curfew.dev/environment": "prod",
    "curfew.dev/installation": installation,
    "curfew.dev/session": session,
  });
  const sessions = ["prodlab001", "prodlab002"];
  simulator.seed(
    sessions.map((session) =>
      machine(simulator, namespace, `lab-${session}-1`, "RerunOnFailure", of(session)),
    ),
  );
}

function aheadOf(simulator: Simulator, namespace: string): void {
  const { store } = simulator.cluster;
  const leases = store.list("leases.coordination.k8s.io", namespace);
  for (const lease of leases.filter(({ metadata }) => metadata.name.startsWith("curfew-"))) {
    const known = Number(lease.metadata.annotations?.["curfew.dev/pass-number"] ?? 0);
    const annotations = {
      ...lease.metadata.annotations,
      "curfew.dev/pass-number": String(known + PASSES_LOST),
    };
    store.replace({ ...lease, metadata: { ...lease.metadata, annotations } });
  }
}

function machine(
  simulator: Simulator,
  namespace: string,
  name: string,
  runStrategy: string,
  labels: Record<string, string>,
): Draft {
  const domain = { cpu: { cores: 1 }, memory: { guest: "512Mi" }, devices: {} };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name, namespace, labels, creationTimestamp: anHourAgo(simulator) },
    spec: { runStrategy, template: { metadata: { labels }, spec: { domain } } },
  };
}

function anHourAgo(simulator: Simulator): string {
  return new Date(simulator.nowMs() - HOUR_MS).toISOString().replace(/\.\d+Z$/, "Z");
}
