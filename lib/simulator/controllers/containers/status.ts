import { apiTime, withPodConditions } from "../../conditions";
import type { Condition, Container, ContainerStatus, Pod } from "../../objects";
import type { Life, Lives } from "./life";
import { membersOf, type Member } from "./members";
import { hasBegun, phaseOf, statusOf } from "./phase";
import { goDuration, pullError } from "./wording";

/** The pod with one container's status changed. */
export function withContainer(
  pod: Pod,
  name: string,
  change: (status: ContainerStatus) => ContainerStatus,
): Pod {
  const changed = (all: ContainerStatus[] | undefined) =>
    all?.map((status) => (status.name === name ? change(status) : status));
  const { initContainerStatuses, containerStatuses, ...status } = pod.status;
  return withStatuses(
    { ...pod, status: { ...status } },
    changed(initContainerStatuses),
    changed(containerStatuses),
  );
}

/** The pod's status as its containers' lives make it: their states, its conditions and its phase. */
export function withLivesShown(pod: Pod, lives: Lives, nowMs: number): Pod {
  const shownOf = (isMain: boolean) =>
    membersOf(pod)
      .filter(({ role }) => (role === "main") === isMain)
      .map((member) => shown(pod, member, lives[member.container.name]));
  const inits = pod.spec.initContainers ? shownOf(false) : undefined;
  const next = withStatuses(pod, inits, shownOf(true));
  const phase = phaseOf(next);
  const conditions = withPodConditions(next.status.conditions, conditionsOf(next, phase), nowMs);
  return { ...next, status: { ...next.status, phase, conditions } };
}

function withStatuses(
  pod: Pod,
  inits: ContainerStatus[] | undefined,
  containerStatuses: ContainerStatus[] | undefined,
): Pod {
  const initContainerStatuses = inits ? { initContainerStatuses: inits } : {};
  return { ...pod, status: { ...pod.status, ...initContainerStatuses, containerStatuses } };
}

function shown(pod: Pod, member: Member, life: Life | undefined): ContainerStatus {
  const { container, role } = member;
  const status = statusOf(pod, container.name) ?? unstarted(container);
  const state = stateOf(pod, member, life, status);
  const isRunning = state.running !== undefined;
  const imageID = isRunning || state.terminated ? (container.image ?? "") : status.imageID;
  const lastState =
    state.waiting && status.state.terminated ? { terminated: status.state.terminated } : status.lastState;
  const isReady = role === "init" ? state.terminated?.exitCode === 0 : isRunning && life?.isReady === true;
  return {
    ...{ ...status, state, lastState, imageID, ready: isReady },
    started: isRunning && life?.hasStarted === true,
  };
}

function stateOf(
  pod: Pod,
  { container }: Member,
  life: Life | undefined,
  { state }: ContainerStatus,
): ContainerStatus["state"] {
  const isAfterInit = (pod.spec.initContainers?.length ?? 0) > 0;
  if (!life) return { waiting: { reason: isAfterInit ? "PodInitializing" : "ContainerCreating" } };
  switch (life.phase) {
    case "pull-failed":
      return { waiting: { reason: "ErrImagePull", message: pullError(life.image ?? "") } };
    case "pull-waiting":
      return { waiting: { reason: "ImagePullBackOff", message: pullWait(life.image ?? "") } };
    case "waiting":
      return life.waitMs ? crashWait(pod, container, life.waitMs) : state;
    case "done":
      return state;
    default:
      return { running: { startedAt: apiTime(life.startedMs) } };
  }
}

function pullWait(image: string): string {
  return `Back-off pulling image "${image}": ErrImagePull: ${pullError(image)}`;
}

function crashWait(pod: Pod, { name }: Container, waitMs: number): ContainerStatus["state"] {
  const { name: podName, namespace = "", uid } = pod.metadata;
  const message = `back-off ${goDuration(waitMs)} restarting failed container=${name} pod=${podName}_${namespace}(${uid})`;
  return { waiting: { reason: "CrashLoopBackOff", message } };
}

function unstarted({ name, image = "" }: Container): ContainerStatus {
  return {
    name,
    state: {},
    lastState: {},
    ready: false,
    restartCount: 0,
    image,
    imageID: "",
    started: false,
  };
}

/** By the rules of pkg/kubelet/status/generate.go. */
function conditionsOf(pod: Pod, phase: string): Condition[] {
  const members = membersOf(pod);
  const isPassed = ({ container, role }: Member) => {
    const status = statusOf(pod, container.name);
    return role === "sidecar" ? status?.started === true : status?.ready === true;
  };
  const names = (some: Member[]) => some.map(({ container }) => container.name).join(" ");
  const before = members.filter(({ role }) => role !== "main");
  const incomplete = hasBegun(pod) ? [] : before.filter((each) => !isPassed(each));
  const unready = members.filter(
    ({ container, role }) => role !== "init" && statusOf(pod, container.name)?.ready !== true,
  );
  const initialized = { type: "Initialized", ...isTrue(incomplete.length === 0) };
  const readiness = isTrue(unready.length === 0);
  const notInitialized = {
    reason: "ContainersNotInitialized",
    message: `containers with incomplete status: [${names(incomplete)}]`,
  };
  const notReady =
    phase === "Succeeded"
      ? { reason: "PodCompleted" }
      : phase === "Failed"
        ? { reason: "PodFailed" }
        : { reason: "ContainersNotReady", message: `containers with unready status: [${names(unready)}]` };
  return [
    { ...initialized, ...(incomplete.length > 0 ? notInitialized : {}) },
    ...["ContainersReady", "Ready"].map((type) => ({
      ...{ type, ...readiness },
      ...(unready.length > 0 ? notReady : {}),
    })),
  ];
}

function isTrue(holds: boolean) {
  return { status: holds ? "True" : "False" };
}
