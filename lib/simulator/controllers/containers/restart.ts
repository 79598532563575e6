import { apiTime } from "../../conditions";
import { chance, newLife, restartsOf, type Life } from "./life";
import { isRestarted } from "./members";
import { present, started } from "./pull";
import { withContainer } from "./status";
import { eventOf, type LivingTurn, type Outcome } from "./turn";

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** A container that ran for longer than this begins its back-off anew (kubelet.go). */
const FORGIVEN_MS = 600_000;

/** A container's end: for good where its pod's policy says so, else it waits for its next start. */
export function end(turn: LivingTurn, exitCode: number): Outcome {
  const { pod, member, life, nowMs } = turn;
  const { name } = member.container;
  const reason = exitCode === 0 ? "Completed" : "Error";
  const times = { startedAt: apiTime(life.startedMs), finishedAt: apiTime(nowMs) };
  const ended = withContainer(pod, name, (status) => ({
    ...status,
    state: { terminated: { exitCode, reason, ...times } },
  }));
  if (life.isLast || !isRestarted(pod, member, exitCode))
    return { pod: ended, life: { ...life, phase: "done", exitCode, cores: 0, isReady: false }, events: [] };
  const waiting = waitingLife(turn);
  if (waiting.waitMs === 0) return { pod: ended, life: waiting, events: [] };
  const { name: podName, namespace = "", uid } = pod.metadata;
  const text = `Back-off restarting failed container ${name} in pod ${podName}_${namespace}(${uid})`;
  return { pod: ended, life: waiting, events: [eventOf(turn, "Warning", "BackOff", text)] };
}

/** At once the first time, then 10, 20, 40 … 300 s after its end, late by the kubelet's own jitter. */
function waitingLife({ pod, member, life, nowMs, settings: { delays } }: LivingTurn): Life {
  const waitMs = nowMs - life.startedMs > FORGIVEN_MS ? 0 : life.backOffMs;
  const backOffMs = waitMs === 0 ? FIRST_BACK_OFF_MS : Math.min(waitMs * 2, LONGEST_BACK_OFF_MS);
  const { name } = member.container;
  const drawn = chance(`sync|${pod.metadata.name}|${name}|${restartsOf(pod, name)}`);
  const lateMs = waitMs === 0 ? delays.containerStartMs : Math.round(drawn * delays.restartLateMs);
  const untilMs = nowMs + waitMs + lateMs;
  return { ...life, phase: "waiting", cores: 0, isReady: false, untilMs, waitMs, backOffMs };
}

export function restart(turn: LivingTurn): Outcome {
  const { pod, member, life, nowMs } = turn;
  const counted = withContainer(pod, member.container.name, (status) => ({
    ...status,
    ...(status.state.terminated ? { lastState: { terminated: status.state.terminated } } : {}),
    restartCount: status.restartCount + 1,
  }));
  return {
    pod: counted,
    life: newLife(counted, member, nowMs, life.backOffMs),
    events: [present(turn), ...started(turn)],
  };
}
