import { apiTime, withCondition } from "../conditions";
import type { Condition, Node, Pod, VirtualMachineInstance } from "../objects";
import { isAlive, orderOf } from "../nodes";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Step, World } from "../world";
import { inPhase, isFinal } from "./virtual-machine-instance";

const VMIS = "virtualmachineinstances.kubevirt.io";
const COMPONENT = "virt-handler";

/**
 * virt-handler and the guest: boots it, connects its agent, shuts it down when it is told to. A guest that takes
 * longer than its grace is killed and has then Failed; a stuck one, or one on a dead node, does nothing at all.
 */
export const guest: Controller = {
  name: "guest",

  wakes(change, { objects }) {
    if (change.resource === VMIS) return ownWakes(change, VMIS);
    const { namespace, ownerReferences, name } = change.object.metadata;
    if (change.resource === "nodes") {
      const all = objects.list(VMIS) as VirtualMachineInstance[];
      return all
        .filter((vmi) => vmi.status.nodeName === name)
        .map((vmi) => ({ resource: VMIS, namespace: vmi.metadata.namespace, name: vmi.metadata.name }));
    }
    const owners = (ownerReferences ?? []).filter((owner) => owner.kind === "VirtualMachineInstance");
    return owners.map((owner) => ({ resource: VMIS, namespace, name: owner.name }));
  },

  reconcile(target, world, nowMs) {
    const vmi = world.objects.get(VMIS, target.namespace, target.name) as VirtualMachineInstance | undefined;
    if (!vmi || isFinal(vmi) || vmi.status.nodeName === undefined) return NOTHING;
    if (!isAlive(world.objects.get("nodes", undefined, vmi.status.nodeName) as Node | undefined))
      return NOTHING;
    const order = orderOf(vmi);
    const stopMs = stopAskedMs(vmi, world);
    if (stopMs !== undefined) return order === "stuck" ? NOTHING : shutDown(vmi, stopMs, world, nowMs);
    if (order === "power-off" || order === "crash") return exit(vmi, order === "crash", nowMs);
    if (vmi.status.phase === "Scheduled") return boot(vmi, world, nowMs);
    return vmi.status.phase === "Running" ? connectAgent(vmi, world, nowMs) : NOTHING;
  },
};

/** When the guest was first told to go: with the instance, or with its pod. */
function stopAskedMs(vmi: VirtualMachineInstance, world: World): number | undefined {
  if (vmi.metadata.deletionTimestamp !== undefined) return Date.parse(vmi.metadata.deletionTimestamp);
  const pods = world.objects
    .dependentsOf(vmi.metadata.uid)
    .filter((object) => object.kind === "Pod") as Pod[];
  const going = pods.find((pod) => pod.metadata.deletionTimestamp !== undefined);
  if (!going) return undefined;
  return (
    Date.parse(going.metadata.deletionTimestamp ?? "") -
    (going.metadata.deletionGracePeriodSeconds ?? 0) * 1000
  );
}

function shutDown(vmi: VirtualMachineInstance, askedMs: number, world: World, nowMs: number): Step {
  const graceMs = (vmi.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  const { guestShutdownMs } = world.settings.delays;
  const isKilled = guestShutdownMs > graceMs;
  const doneMs = askedMs + Math.min(guestShutdownMs, graceMs);
  if (nowMs >= doneMs) return exit(vmi, isKilled, nowMs);
  return { changes: [], dueMs: doneMs };
}

function exit(vmi: VirtualMachineInstance, hasFailed: boolean, nowMs: number): Step {
  const message = `The VirtualMachineInstance ${hasFailed ? "crashed" : "was shut down"}.`;
  const ended = inPhase(vmi, hasFailed ? "Failed" : "Succeeded", nowMs);
  const conditions = (ended.status.conditions ?? []).filter((one) => one.type !== "AgentConnected");
  const isUnready: Condition = {
    lastProbeTime: null,
    lastTransitionTime: apiTime(nowMs),
    message: "Guest VM is not reported as running",
    reason: "GuestNotRunning",
    status: "False",
    type: "Ready",
  };
  const status = { ...ended.status, conditions: withCondition(conditions, isUnready) };
  return {
    changes: [
      { do: "update", object: { ...ended, status } },
      event(vmi, hasFailed ? "Warning" : "Normal", "Stopped", message),
    ],
  };
}

function boot(vmi: VirtualMachineInstance, world: World, nowMs: number): Step {
  const readyMs = phaseMs(vmi, "Scheduled") + world.settings.delays.guestBootMs;
  if (nowMs < readyMs) return { changes: [], dueMs: readyMs };
  const pod = world.objects.dependentsOf(vmi.metadata.uid).find((object) => object.kind === "Pod") as
    Pod | undefined;
  const ip = pod?.status.podIP;
  const running = inPhase(vmi, "Running", nowMs);
  const at = apiTime(nowMs);
  const isReady = { lastProbeTime: null, lastTransitionTime: at, status: "True", type: "Ready" };
  const migratable = ["LiveMigratable", "StorageLiveMigratable"].map((type) => ({
    lastProbeTime: null,
    lastTransitionTime: null,
    status: "True",
    type,
  }));
  const conditions = [isReady, ...migratable].reduce(withCondition, running.status.conditions ?? []);
  const status = {
    ...running.status,
    conditions,
    interfaces: [interfaceOf(vmi, ip, "domain")],
    migrationMethod: "BlockMigration",
    migrationTransport: "Unix",
    selinuxContext: "none",
    volumeStatus: (vmi.spec.volumes ?? []).map(({ name }) => ({ name, target: "" })),
  };
  return {
    changes: [
      { do: "update", object: { ...running, status } },
      event(vmi, "Normal", "Created", "VirtualMachineInstance defined."),
      event(vmi, "Normal", "Started", "VirtualMachineInstance started."),
    ],
  };
}

function connectAgent(vmi: VirtualMachineInstance, world: World, nowMs: number): Step {
  if (vmi.status.conditions?.some((condition) => condition.type === "AgentConnected")) return NOTHING;
  const readyMs = phaseMs(vmi, "Running") + world.settings.delays.agentConnectMs;
  if (nowMs < readyMs) return { changes: [], dueMs: readyMs };
  const connected = {
    lastProbeTime: apiTime(nowMs),
    lastTransitionTime: null,
    status: "True",
    type: "AgentConnected",
  };
  const [known] = (vmi.status.interfaces ?? []) as { ipAddress?: string }[];
  const status = {
    ...vmi.status,
    conditions: withCondition(vmi.status.conditions, connected),
    interfaces: [{ ...interfaceOf(vmi, known?.ipAddress, "domain, guest-agent"), interfaceName: "eth0" }],
    guestOSInfo: {
      id: "ubuntu",
      name: "Ubuntu",
      prettyName: "Ubuntu 24.04 LTS",
      version: "24.04",
      versionId: "24.04",
      kernelRelease: "6.8.0-generic",
      kernelVersion: "#1 SMP",
      machine: "x86_64",
    },
  };
  return { changes: [{ do: "update", object: { ...vmi, status } }] };
}

function interfaceOf(vmi: VirtualMachineInstance, ip: string | undefined, infoSource: string) {
  const hex = vmi.metadata.uid.replaceAll("-", "").slice(0, 10);
  const mac = `02:${hex.match(/../g)?.join(":") ?? "00:00:00:00:00"}`;
  const address = ip === undefined ? {} : { ipAddress: ip, ipAddresses: [ip] };
  return {
    infoSource,
    ...address,
    linkState: "up",
    mac,
    name: "default",
    podInterfaceName: "eth0",
    queueCount: 1,
  };
}

function phaseMs(vmi: VirtualMachineInstance, phase: string): number {
  const entry = vmi.status.phaseTransitionTimestamps?.findLast((one) => one.phase === phase);
  return Date.parse(entry?.phaseTransitionTimestamp ?? vmi.metadata.creationTimestamp);
}

function event(
  about: VirtualMachineInstance,
  type: "Normal" | "Warning",
  reason: string,
  message: string,
): Change {
  return { do: "event", event: { about, type, reason, message, component: COMPONENT } };
}
