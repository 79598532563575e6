import { isManaged, isOurs, sessionIdOfLabels, type Labels, type Owner } from "./labels";
import { launchProblem } from "./launch-problem";
import type { Reason } from "./reason";
import type { LabSession, MachineState, SessionMachine } from "./session";
import type { ClusterObject, ObjectOwner, PodObject, VmiObject, VmObject, World } from "./world";
import { ageMs, indexWorld, itemsOf, kindsOf, placeOf, unknownAmong, type WorldIndex } from "./world-index";

/** A machine as design section 1 says: a VM; a VMI with no VM of its name; or a lab pod. */
export interface Machine {
  readonly kind: "vm" | "vmi" | "pod";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  readonly owners: readonly ObjectOwner[];
  readonly finalizers: readonly string[];
  /** By the Date of the answer that listed it. */
  readonly ageMs: number;
  readonly deletingAtMs: number | null;
  /** How long it has been terminating; null while it is not. */
  readonly terminatingMs: number | null;
  readonly state: MachineState;
  readonly sessionId: string | null;
  readonly vmiUid: string | null;
  readonly nodeName: string | null;
  readonly address: string | null;
  readonly runningAtMs: number | null;
  readonly problem: Reason | null;
}

/** All machines of the world, ours and others'; of an unknown kind none. Sorted by place, so that plans are stable. */
export function machinesOfWorld(world: World, index = indexWorld(world)): Machine[] {
  const machines = [
    ...itemsOf(world.vm).map((vm) => told(vm, index, vmMachine)),
    ...lonelyVmis(index).map((vmi) => told(vmi, index, vmiMachine)),
    ...itemsOf(world.pod)
      .filter(isLabPod)
      .map((pod) => told(pod, index, podMachine)),
  ];
  return machines.sort(
    (a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name) || compare(a.kind, b.kind),
  );
}

/** A pod that we take for a machine; launcher pods bear our labels too and are none. */
export function isLabPod(pod: PodObject): boolean {
  return isManaged(pod.labels) && !pod.isLauncher && !pod.owners.some((owner) => owner.isController);
}

/** Is it of this installation? Nothing else is ever deleted by a pass (design law 8). */
export function isOurMachine(machine: Machine, owner: Owner): boolean {
  return isOurs(machine.labels, owner);
}

/** What the world says of one machine of a row: found by name, known to be gone, or not to be told. */
export type Presence =
  | { readonly is: "present"; readonly machine: Machine }
  | { readonly is: "gone" }
  | { readonly is: "unknown" };

/** Goes by namespace and name, whatever the labels: the row knows what it made. */
export function presenceOf(row: LabSession, wanted: SessionMachine, index: WorldIndex): Presence {
  if (unknownAmong(index.world, kindsOf(row.kind)).length > 0) return { is: "unknown" };
  const machine = findByName(row, wanted, index);
  if (!machine || machine.state === "gone") return { is: "gone" };
  return { is: "present", machine };
}

/** Why the machines of a row do not start: what the first of them says that says anything; null where none does. */
export function problemAmong(presences: readonly Presence[]): Reason | null {
  for (const presence of presences) {
    if (presence.is === "present" && presence.machine.problem) return presence.machine.problem;
  }
  return null;
}

/** `gone`: known of every machine of the row. */
export function isGone(row: LabSession, index: WorldIndex): boolean {
  return row.machines.every((each) => presenceOf(row, each, index).is === "gone");
}

/** What a VM, a VMI without its VM, or a lab pod is doing (cluster-facts A2 to A4). */
export function machineState(
  vm: VmObject | null,
  vmi: VmiObject | null,
  pod: PodObject | null,
): MachineState {
  if (pod) return podState(pod);
  if (vm?.deletingAtMs != null || (!vm && vmi?.deletingAtMs != null)) return "terminating";
  if (vmi) return vmiState(vmi, vm);
  if (!vm) return "gone";
  // "Stopped" is also what the API server writes before KubeVirt has looked at the VM for the first time.
  if (vm.printableStatus === "Stopped" && vm.conditions.length > 0) return "stopped";
  return vm.printableStatus === "CrashLoopBackOff" ? "failed" : "pending";
}

function vmiState(vmi: VmiObject, vm: VmObject | null): MachineState {
  if (vmi.deletingAtMs !== null) return "pending";
  if (vmi.phase === "Running") return "running";
  if (vmi.phase === "Succeeded") return "stopped";
  if (vmi.phase === "Failed" || vm?.printableStatus === "CrashLoopBackOff") return "failed";
  return vmi.phase === "Unknown" ? "unknown" : "pending";
}

function podState(pod: PodObject): MachineState {
  if (pod.phase === "Succeeded" || pod.phase === "Failed") return "gone";
  if (pod.deletingAtMs !== null) return "terminating";
  if (pod.phase === "Running") return "running";
  return pod.phase === "Pending" ? "pending" : "unknown";
}

function findByName(row: LabSession, wanted: SessionMachine, index: WorldIndex): Machine | null {
  const place = placeOf({ namespace: row.namespace, name: wanted.name });
  if (row.kind === "pod") {
    const pod = index.pods.get(place);
    return pod ? told(pod, index, podMachine) : null;
  }
  const vm = index.vms.get(place);
  if (vm) return told(vm, index, vmMachine);
  const vmi = index.vmis.get(place);
  return vmi ? told(vmi, index, vmiMachine) : null;
}

/** Each object is made a machine of once for an index. */
function told<T extends ClusterObject>(
  object: T,
  index: WorldIndex,
  make: (object: T, index: WorldIndex) => Machine,
): Machine {
  const known = index.told.get(object);
  if (known) return known;
  const machine = make(object, index);
  index.told.set(object, machine);
  return machine;
}

function vmMachine(vm: VmObject, index: WorldIndex): Machine {
  const vmi = index.vmis.get(placeOf(vm)) ?? null;
  const isVmiUnknown = index.world.vmi.state === "unknown";
  const state = machineState(vm, vmi, null);
  return machineOf("vm", vm, ageMs(index.world.vm, vm.createdAtMs), {
    finalizers: vmi ? [...new Set([...vm.finalizers, ...vmi.finalizers])] : vm.finalizers,
    state: isVmiUnknown && state !== "terminating" ? "unknown" : state,
    vmiUid: vmi?.uid ?? null,
    seen: vmi,
    problem: launchProblem(vm, vmi, null, index.volumes.get(vm.uid)),
  });
}

function vmiMachine(vmi: VmiObject, index: WorldIndex): Machine {
  return machineOf("vmi", vmi, ageMs(index.world.vmi, vmi.createdAtMs), {
    finalizers: vmi.finalizers,
    state: machineState(null, vmi, null),
    vmiUid: vmi.uid,
    seen: vmi,
    problem: launchProblem(null, vmi, null),
  });
}

function podMachine(pod: PodObject, index: WorldIndex): Machine {
  return machineOf("pod", pod, ageMs(index.world.pod, pod.createdAtMs), {
    finalizers: pod.finalizers,
    state: machineState(null, null, pod),
    vmiUid: null,
    seen: pod,
    problem: launchProblem(null, null, pod),
  });
}

interface Told extends Pick<Machine, "finalizers" | "state" | "vmiUid" | "problem"> {
  /** What runs: the VMI or the pod, where there is one. */
  readonly seen: Pick<VmiObject, "nodeName" | "address" | "runningAtMs"> | null;
}

function machineOf(
  kind: Machine["kind"],
  object: ClusterObject,
  objectAgeMs: number,
  { finalizers, state, vmiUid, seen, problem }: Told,
): Machine {
  const { namespace, name, uid, labels, owners, deletingAtMs, createdAtMs } = object;
  return {
    kind,
    namespace,
    name,
    uid,
    labels,
    owners,
    finalizers,
    ageMs: objectAgeMs,
    deletingAtMs,
    terminatingMs: deletingAtMs === null ? null : Math.max(0, objectAgeMs + createdAtMs - deletingAtMs),
    state,
    sessionId: sessionIdOfLabels(labels),
    vmiUid,
    nodeName: seen?.nodeName ?? null,
    address: seen?.address ?? null,
    runningAtMs: seen?.runningAtMs ?? null,
    problem,
  };
}

/** VMIs of which it is known that no VM has their name. */
function lonelyVmis(index: WorldIndex): VmiObject[] {
  if (index.world.vm.state === "unknown") return [];
  return itemsOf(index.world.vmi).filter((vmi) => !index.vms.has(placeOf(vmi)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
