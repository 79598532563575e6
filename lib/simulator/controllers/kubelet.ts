import { findCondition, isFinished } from "../conditions";
import type { Node, Pod, VirtualMachineInstance } from "../objects";
import { isAlive, orderOf } from "../nodes";
import { earliest, NOTHING, targetOf } from "../world";
import type { Change, Controller, Step, Wake, World } from "../world";
import { knownLives } from "./containers/life";
import { membersOf } from "./containers/members";
import { isPulledAtOnce, pulling } from "./containers/pull";
import { hasOwnStop } from "./containers/program";
import { withLivesShown } from "./containers/status";
import { tend, tendStopping } from "./containers/tend";
import { kubeletEvent } from "./kubelet-event";
import { finished, taken, withSandbox, withWaiting } from "./pod-status";

const VMI = "virtualmachineinstances.kubevirt.io";

/**
 * Starts, tends and ends the containers of scheduled pods. It runs no command: what a program does is told by annotations
 * and the control API, and without them a pod runs until it is deleted or its deadline passes. On a dead node nothing moves.
 */
export const kubelet: Controller = {
  name: "kubelet",

  wakes(change, { objects }) {
    if (change.resource === "pods") return change.type === "DELETED" ? [] : [targetOf("pods", change.object)];
    if (change.resource === VMI) return objects.dependentsOf(change.object.metadata.uid).flatMap(podWake);
    if (change.resource !== "nodes") return [];
    const pods = objects.list("pods") as Pod[];
    return pods.filter((pod) => pod.spec.nodeName === change.object.metadata.name).flatMap(podWake);
  },

  reconcile(target, world, nowMs) {
    const pod = world.objects.get("pods", target.namespace, target.name) as Pod | undefined;
    if (!pod?.spec.nodeName) return NOTHING;
    if (!isAlive(world.objects.get("nodes", undefined, pod.spec.nodeName) as Node | undefined))
      return NOTHING;
    if (pod.metadata.deletionTimestamp !== undefined) return stop(pod, world, nowMs);
    if (isFinished(pod)) return NOTHING;
    if (pod.status.startTime === undefined) return take(pod, world, nowMs);
    const overdueMs = deadlineMs(pod);
    if (overdueMs !== undefined && nowMs >= overdueMs) return exceed(pod, nowMs);
    const exit = guestExit(pod, world);
    if (exit !== undefined) return { changes: [{ do: "update", object: finished(pod, exit, nowMs) }] };
    const sandboxMs = sandboxReadyMs(pod, world);
    if (nowMs < sandboxMs) return { changes: [], dueMs: earliest(sandboxMs, overdueMs) };
    const step = tend(withSandbox(pod, nowMs), world.settings, nowMs);
    const changes = step.changes.length > 0 ? step.changes : toldAgain(pod, nowMs);
    return { changes, dueMs: earliest(step.dueMs, overdueMs) };
  },
};

function take(pod: Pod, { settings }: World, nowMs: number): Step {
  const turns = membersOf(pod).map((member) => ({ pod, member, nowMs, settings }));
  return {
    changes: [{ do: "update", object: taken(pod, nowMs) }, ...turns.filter(isPulledAtOnce).map(pulling)],
  };
}

/** When its network is there and the images are pulled: containers start from then on. */
function sandboxReadyMs(pod: Pod, { settings: { delays } }: World): number {
  return Date.parse(pod.status.startTime ?? "") + delays.imagePullMs + delays.containerStartMs;
}

/** What another has written of a pod's readiness, as of a node that was silent, is put right (status_manager.go, needsReconcile). */
function toldAgain(pod: Pod, nowMs: number): Change[] {
  const shown = withLivesShown(pod, knownLives(pod), nowMs);
  const isSaid = (one: Pod) => findCondition(one.status.conditions, "Ready")?.status;
  return isSaid(shown) === isSaid(pod) ? [] : [{ do: "update", object: shown }];
}

function deadlineMs(pod: Pod): number | undefined {
  const seconds = pod.spec.activeDeadlineSeconds;
  if (seconds === undefined || pod.status.startTime === undefined) return undefined;
  return Date.parse(pod.status.startTime) + seconds * 1000;
}

function exceed(pod: Pod, nowMs: number): Step {
  const message = "Pod was active on the node longer than the specified deadline";
  const failed = finished(pod, 137, nowMs);
  const status = { ...failed.status, phase: "Failed", reason: "DeadlineExceeded", message };
  const event = kubeletEvent(pod, "Normal", "DeadlineExceeded", message);
  return { changes: [{ do: "update", object: { ...failed, status } }, event] };
}

/** The exit code of a pod whose guest has ended. */
function guestExit(pod: Pod, world: World): number | undefined {
  const phase = guestOf(pod, world)?.status.phase;
  return phase === "Succeeded" ? 0 : phase === "Failed" ? 1 : undefined;
}

/** Ends a deleted pod: at once when it never ran or has ended, else in the time that its processes take. */
function stop(pod: Pod, world: World, nowMs: number): Step {
  const remove: Change = { do: "delete", object: pod, graceSeconds: 0 };
  if (isFinished(pod)) return { changes: [remove] };
  if (orderOf(pod) === "stuck") return NOTHING;
  const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  const endMs = Date.parse(pod.metadata.deletionTimestamp ?? "");
  const guest = guestOf(pod, world);
  const hasGuest = guest !== undefined && pod.status.phase === "Running";
  if (hasGuest && orderOf(guest) === "stuck") return NOTHING;
  if (!guest && (hasOwnStop(pod) || membersOf(pod).some(({ role }) => role === "sidecar")))
    return stopInTurn(pod, world, nowMs, endMs);
  const isGuestDown = guest?.status.phase === "Succeeded" || guest?.status.phase === "Failed";
  const stopMs = Math.min(endMs, endMs - graceMs + world.settings.delays.podStopMs);
  const dueMs = hasGuest ? (isGuestDown ? nowMs : endMs) : stopMs;
  if (nowMs < dueMs) {
    const killing = pod.spec.containers.map((container) =>
      kubeletEvent(pod, "Normal", "Killing", `Stopping container ${container.name}`, container),
    );
    return { changes: withWaiting(pod) ? [] : killing, dueMs };
  }
  const signalled = nowMs < endMs ? 143 : 137;
  const exitCode = hasGuest && guest.status.phase === "Succeeded" ? 0 : signalled;
  const isStarted = pod.status.phase === "Running";
  return {
    changes: isStarted ? [{ do: "update", object: finished(pod, exitCode, nowMs) }, remove] : [remove],
  };
}

/** With sidecars its containers end one after the other, and programs of which it is told how in their own time. */
function stopInTurn(pod: Pod, { settings }: World, nowMs: number, endMs: number): Step {
  const { step, pod: stopping, isDown } = tendStopping(pod, settings, { nowMs, endMs });
  if (!isDown) return step;
  const end: Change[] = [
    { do: "update", object: finished(stopping, 143, nowMs) },
    { do: "delete", object: pod, graceSeconds: 0 },
  ];
  return { changes: [...step.changes.filter((change) => change.do === "event"), ...end] };
}

function guestOf(pod: Pod, world: World): VirtualMachineInstance | undefined {
  const owner = pod.metadata.ownerReferences?.find((one) => one.kind === "VirtualMachineInstance");
  return owner ? (world.objects.byUid(owner.uid) as VirtualMachineInstance | undefined) : undefined;
}

function podWake(object: { kind: string; metadata: Pod["metadata"] }): Wake[] {
  const { namespace, name } = object.metadata;
  return object.kind === "Pod" ? [{ resource: "pods", namespace, name }] : [];
}
