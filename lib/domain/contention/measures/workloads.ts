import { itemsOf, placeOf } from "../../world-index";
import type { ContendedContainer, ContendedPod, ContentionWorld, DeploymentFacts } from "../contention-world";
import { setsByDeployment } from "../scope";
import type { Params } from "../verdict-codes";
import { WORKLOAD_KINDS, type MeasurePatch, type WorkloadKind } from "./measure";

/** What made some of the chosen pods, and can be patched. */
export interface Workload {
  readonly kind: WorkloadKind;
  readonly namespace: string;
  readonly name: string;
  /** At least one; the youngest, which has the present template, first. */
  readonly pods: readonly [ContendedPod, ...ContendedPod[]];
  readonly deployment: DeploymentFacts | null;
  /** What its former ReplicaSet asked for, cores by container; empty where there is none. */
  readonly formerCpu: Readonly<Record<string, number | null>>;
}

/** By namespace, kind and name. */
export function workloadsOf(world: ContentionWorld, pods: readonly ContendedPod[]): readonly Workload[] {
  const deploymentOf = new Map(itemsOf(world.replicaSet).map(({ uid, deployment }) => [uid, deployment]));
  const deployments = new Map(itemsOf(world.deployment).map((each) => [placeOf(each), each]));
  const sets = setsByDeployment(itemsOf(world.replicaSet));
  const groups = new Map<string, { kind: WorkloadKind; name: string; pods: ContendedPod[] }>();
  for (const pod of pods) {
    const made = makerOf(pod, deploymentOf);
    if (made === null) continue;
    const key = `${pod.namespace}/${made.kind}/${made.name}`;
    const group = groups.get(key);
    if (group) group.pods.push(pod);
    else groups.set(key, { ...made, pods: [pod] });
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { kind, name, pods: mine }]) => {
      const [first, ...others] = mine.sort((a, b) => (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0));
      if (!first) return [];
      const { namespace } = first;
      const isDeployment = kind === "Deployment";
      const [, former] = isDeployment ? (sets.get(placeOf({ namespace, name })) ?? []) : [];
      return {
        ...{
          kind,
          namespace,
          name,
          pods: [first, ...others] as const,
          formerCpu: former?.containerCpu ?? {},
        },
        deployment: (isDeployment && deployments.get(placeOf({ namespace, name }))) || null,
      };
    });
}

/** Where ReplicaSets were not read, the hash that a Deployment puts behind its own name still tells it. */
function makerOf(
  { owner, labels }: ContendedPod,
  deploymentOf: ReadonlyMap<string, string | null>,
): { kind: WorkloadKind; name: string } | null {
  if (owner === null) return null;
  if (owner.kind === "ReplicaSet") {
    const suffix = `-${labels["pod-template-hash"] ?? ""}`;
    const byHash =
      suffix.length > 1 && owner.name.endsWith(suffix) ? owner.name.slice(0, -suffix.length) : null;
    const name = deploymentOf.has(owner.uid) ? deploymentOf.get(owner.uid) : byHash;
    return name ? { kind: "Deployment", name } : null;
  }
  const kind = WORKLOAD_KINDS.find((each) => each === owner.kind);
  return kind ? { kind, name: owner.name } : null;
}

/** The container that start-up is about: the first that is probed, else the first. */
export function mainContainer({ pods: [{ containers }] }: Workload): ContendedContainer | null {
  const apps = containers.filter(({ role }) => role === "app");
  return apps.find(({ liveness, startup }) => liveness ?? startup) ?? apps[0] ?? null;
}

/** A change of the pod template, which has all pods of the workload made anew. */
export function templatePatch(template: object): MeasurePatch["patch"] {
  return { spec: { template } };
}

export interface OwnPatch {
  readonly workload: Pick<Workload, "kind" | "namespace" | "name">;
  readonly params: Params;
  readonly patch: MeasurePatch["patch"];
}

/** Workloads with the same patch and the same figures share one. */
export function grouped(own: readonly OwnPatch[]): readonly MeasurePatch[] {
  const groups = new Map<string, OwnPatch & { names: string[] }>();
  for (const each of own) {
    const { kind, namespace, name } = each.workload;
    const key = JSON.stringify([kind, namespace, each.patch, each.params]);
    const group = groups.get(key);
    if (group) group.names.push(name);
    else groups.set(key, { ...each, names: [name] });
  }
  return [...groups.values()].map(({ workload: { kind, namespace }, names, params, patch }) => ({
    ...{ kind, namespace, names: names.sort(), params, patch, isCut: false },
  }));
}
