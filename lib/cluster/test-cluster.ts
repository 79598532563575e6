import type { LabSpec } from "@/lib/domain/lab";
import { machineName, secretName } from "@/lib/domain/names";
import { type RunningSimulator, type SimulatorOptions, startSimulator } from "@/lib/simulator/server";
import type { Cluster } from "./cluster";
import type { CreateHooks, CreatePlan } from "./create-session";
import type { EndTarget } from "./end-session";
import { type ClusterOptions, openCluster } from "./kubernetes-cluster";
import { IDENTITY, SPEC } from "./manifests/test-samples";
import { APP_NAMESPACE, type Namespaces } from "./test-account";
import { openPlace, type TestPlace } from "./test-place";
import { SITE } from "./test-site";

export const NAMESPACE = SITE?.namespace ?? "labs";
export const POD_NAMESPACE = SITE?.podNamespace ?? "lab-pods";
export const NAMESPACES: Namespaces = {
  ...{ vm: NAMESPACE, pod: POD_NAMESPACE, app: SITE?.appNamespace ?? APP_NAMESPACE },
};

export interface TestCluster extends TestPlace {
  readonly cluster: Cluster;
  /** The same cluster, opened with other options. */
  open(options?: Partial<ClusterOptions>): Cluster;
  /** Lets a simulator's time pass; elsewhere it passes by itself (`eventually` waits for what it brings). */
  pass(ms: number): void;
}

/**
 * An empty cluster behind a proxy, opened with short time-outs: a simulator whose clock moves by `pass` alone, or what
 * is in the run's own namespaces of the cluster that KUBECONFIG names.
 */
export async function startTestCluster(options: SimulatorOptions = {}): Promise<TestCluster> {
  const place = await openPlace([NAMESPACE, POD_NAMESPACE], () => startOwnSimulator(options));
  const open = (more: Partial<ClusterOptions> = {}) =>
    openCluster({
      kubeconfig: place.kubeconfig,
      vmNamespace: NAMESPACE,
      podNamespace: POD_NAMESPACE,
      environment: IDENTITY.environment,
      installationId: IDENTITY.installationId,
      callTimeoutMs: 4000,
      ...more,
    });
  const pass = (ms: number) => void (SITE === null && place.sim.advance(ms));
  return Object.assign(place, { open, pass, cluster: open() });
}

function startOwnSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const startMs = Date.parse("2026-11-30T14:00:00Z");
  return startSimulator({ clock: () => startMs, namespaces: [NAMESPACE, POD_NAMESPACE], ...options });
}

/** A plan for a session of VMs or pods, with a Secret for each machine. */
export function planOf(sessionId: string, spec: Partial<LabSpec> = {}): CreatePlan {
  const whole = { ...SPEC, ...spec };
  const indexes = Array.from({ length: whole.machineCount }, (_none, i) => i + 1);
  return {
    sessionId,
    namespace: whole.kind === "vm" ? NAMESPACE : POD_NAMESPACE,
    spec: whole,
    lifetime: { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 },
    accessCidrs: ["192.0.2.0/24"],
    machines: indexes.map((index) => ({
      index,
      name: machineName(sessionId, index),
      secretName: secretName(sessionId, index),
      cloudConfig: { hostname: `machine-${index}` },
    })),
  };
}

export interface Noted extends CreateHooks {
  jobUid: string | null;
  readonly uids: Map<number, string>;
}

/** Hooks that note what they are told; `stopAfter` creates, the session is over. */
export function notingHooks(stopAfter = Number.POSITIVE_INFINITY): Noted {
  let asked = 0;
  const noted: Noted = {
    jobUid: null,
    uids: new Map(),
    shouldContinue: async () => (asked += 1) <= stopAfter,
    onJob: async (uid) => void (noted.jobUid = uid),
    onMachine: async (index, uid) => void noted.uids.set(index, uid),
  };
  return noted;
}

export function targetOf(plan: CreatePlan, noted: Noted): EndTarget {
  return {
    id: plan.sessionId,
    namespace: plan.namespace,
    kind: plan.spec.kind,
    jobUid: noted.jobUid,
    machines: plan.machines.map(({ index, name, secretName: secret }) => ({
      name,
      secretName: secret,
      uid: noted.uids.get(index) ?? null,
    })),
  };
}
