import { isFinished } from "../conditions";
import type { Node, Pod, VirtualMachineInstance } from "../objects";
import { isAlive, orderOf } from "../nodes";
import { earliest, NOTHING, targetOf } from "../world";
import type { Change, Controller, Step, Wake, World } from "../world";
import { isTended } from "./containers/life";
import { programEndOf, withProgramEnd } from "./containers/program";
import { begin, tend } from "./containers/tend";
import { containersStarted, finished, imageFailed, kubeletEvent, taken, withWaiting } from "./pod-status";

const VMI = "virtualmachineinstances.kubevirt.io";

/**
 * Starts and ends the containers of scheduled pods, and tends those that are probed. It runs no command: a pod runs until
 * it is deleted, its deadline passes, its program is told to end, or the control API orders its end. On a dead node nothing moves.
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
    if (pod.status.startTime === undefined) return take(pod, nowMs);
    const overdueMs = deadlineMs(pod);
    if (overdueMs !== undefined && nowMs >= overdueMs) return exceed(pod, nowMs);
    const exit = exitOf(pod, world, nowMs);
    if (exit !== undefined) return { changes: [{ do: "update", object: finished(pod, exit, nowMs) }] };
    const isRunning = pod.status.phase === "Running";
    const step = isRunning ? tend(pod, nowMs, world.settings.delays) : start(pod, world, nowMs);
    return { changes: step.changes, dueMs: earliest(step.dueMs, overdueMs, programEndOf(pod)?.endMs) };
  },
};

function take(pod: Pod, nowMs: number): Step {
  const changes: Change[] = [{ do: "update", object: taken(pod, nowMs) }];
  for (const container of pod.spec.containers) {
    changes.push(kubeletEvent(pod, "Normal", "Pulling", `Pulling image "${container.image}"`));
  }
  return { changes };
}

function start(pod: Pod, world: World, nowMs: number): Step {
  const { imagePullMs, containerStartMs } = world.settings.delays;
  const pulledMs = Date.parse(pod.status.startTime ?? "") + imagePullMs;
  if (nowMs < pulledMs) return { changes: [], dueMs: pulledMs };
  const missing = missingImage(pod, world);
  if (missing !== undefined) return backOff(pod, missing, pulledMs, nowMs);
  const runningMs = pulledMs + containerStartMs;
  if (nowMs < runningMs) return { changes: [], dueMs: runningMs };
  const started = withProgramEnd(containersStarted(pod, nowMs), nowMs, world.settings.delays);
  const changes: Change[] = [{ do: "update", object: isTended(pod) ? begin(started, nowMs) : started }];
  for (const { name, image } of pod.spec.containers) {
    changes.push(kubeletEvent(pod, "Normal", "Pulled", `Successfully pulled image "${image}"`));
    changes.push(kubeletEvent(pod, "Normal", "Created", `Created container ${name}`));
    changes.push(kubeletEvent(pod, "Normal", "Started", `Started container ${name}`));
  }
  return { changes };
}

function backOff(pod: Pod, image: string, pulledMs: number, nowMs: number): Step {
  const backOffMs = pulledMs + 10_000;
  const isFirst = nowMs < backOffMs;
  const reason = isFirst ? "ErrImagePull" : "ImagePullBackOff";
  const dueMs = isFirst ? backOffMs : undefined;
  if (pod.status.containerStatuses?.[0]?.state.waiting?.reason === reason) return { changes: [], dueMs };
  const cause = `failed to pull and unpack image "${image}": not found`;
  const text = isFirst
    ? `Failed to pull image "${image}": rpc error: code = NotFound desc = ${cause}`
    : `Back-off pulling image "${image}"`;
  const changes: Change[] = [{ do: "update", object: imageFailed(pod, reason, text) }];
  changes.push(kubeletEvent(pod, isFirst ? "Warning" : "Normal", isFirst ? "Failed" : "BackOff", text));
  changes.push(kubeletEvent(pod, "Warning", "Failed", `Error: ${reason}`));
  return { changes, dueMs };
}

function missingImage(pod: Pod, world: World): string | undefined {
  const patterns = world.settings.missingImages.map((text) => new RegExp(text));
  const volumes = (pod.spec.volumes ?? []).map(
    (volume) => (volume.image as { reference?: string } | undefined)?.reference,
  );
  const images = [...pod.spec.containers.map((container) => container.image), ...volumes];
  return images.find((image) => image !== undefined && patterns.some((pattern) => pattern.test(image)));
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

/** The exit code of a pod that has ended by itself: as ordered, or because its program or the guest in it has. */
function exitOf(pod: Pod, world: World, nowMs: number): number | undefined {
  const guest = guestOf(pod, world);
  if (guest) return guest.status.phase === "Succeeded" ? 0 : guest.status.phase === "Failed" ? 1 : undefined;
  const order = orderOf(pod);
  if (order === "power-off" || order === "crash") return order === "crash" ? 1 : 0;
  const end = programEndOf(pod);
  return end !== undefined && nowMs >= end.endMs ? end.exitCode : undefined;
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
  const isGuestDown = guest?.status.phase === "Succeeded" || guest?.status.phase === "Failed";
  const stopMs = Math.min(endMs, endMs - graceMs + world.settings.delays.podStopMs);
  const dueMs = hasGuest ? (isGuestDown ? nowMs : endMs) : stopMs;
  if (nowMs < dueMs) {
    const killing = pod.spec.containers.map(({ name }) =>
      kubeletEvent(pod, "Normal", "Killing", `Stopping container ${name}`),
    );
    return { changes: withWaiting(pod) ? [] : killing, dueMs };
  }
  const exitCode = hasGuest && guest.status.phase === "Succeeded" ? 0 : 137;
  const isStarted = pod.status.phase === "Running";
  return {
    changes: isStarted ? [{ do: "update", object: finished(pod, exitCode, nowMs) }, remove] : [remove],
  };
}

function guestOf(pod: Pod, world: World): VirtualMachineInstance | undefined {
  const owner = pod.metadata.ownerReferences?.find((one) => one.kind === "VirtualMachineInstance");
  return owner ? (world.objects.byUid(owner.uid) as VirtualMachineInstance | undefined) : undefined;
}

function podWake(object: { kind: string; metadata: Pod["metadata"] }): Wake[] {
  const { namespace, name } = object.metadata;
  return object.kind === "Pod" ? [{ resource: "pods", namespace, name }] : [];
}
