import type { Change } from "../../world";
import { chance, lifeAt, newLife, type Life } from "./life";
import { membersOf } from "./members";
import { statusOf } from "./phase";
import { eventOf, type LivingTurn, type Outcome, type Turn } from "./turn";
import { goDuration, pullError } from "./wording";

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** After an error a pod is synced again 10 to 15 s later (pod_workers.go: 10 s, jittered by a half). */
const SYNC_MS = 10_000;

/** A container's first start: its image is pulled, unless a container before it has the same one. */
export function firstStart(turn: Turn, failedBefore?: Life): Outcome {
  const { pod, member, nowMs } = turn;
  const image = missingImage(turn);
  if (image !== undefined) return pullFailed(turn, image, failedBefore);
  const events = [...pulled(turn, failedBefore !== undefined), ...started(turn)];
  return { pod, life: newLife(pod, member, nowMs, 0), events };
}

/** Waiting for its image: shown as backing off from the next sync on, and tried again once that is over. */
export function waitForImage(turn: LivingTurn): Outcome {
  const { pod, life, nowMs } = turn;
  if (nowMs < (life.untilMs ?? 0)) return { pod, life, events: [] };
  if (life.phase === "pull-waiting") return firstStart(turn, life);
  const drawn = chance(`pull|${pod.metadata.name}|${turn.member.container.name}|${life.backOffMs}`);
  const untilMs = nowMs + life.backOffMs + Math.round((drawn * SYNC_MS) / 2);
  const events = [
    eventOf(turn, "Normal", "BackOff", `Back-off pulling image "${life.image ?? ""}"`),
    eventOf(turn, "Warning", "Failed", "Error: ImagePullBackOff"),
  ];
  return { pod, life: { ...life, phase: "pull-waiting", untilMs }, events };
}

/** Of a container that was made from an image that is there. */
export function started(turn: Turn): Change[] {
  return [
    eventOf(turn, "Normal", "Created", "Container created"),
    eventOf(turn, "Normal", "Started", "Container started"),
  ];
}

export function present(turn: Turn): Change {
  const text = `Container image "${imageOf(turn)}" already present on machine and can be accessed by the pod`;
  return eventOf(turn, "Normal", "Pulled", text);
}

export function pulling(turn: Turn): Change {
  return eventOf(turn, "Normal", "Pulling", `Pulling image "${imageOf(turn)}"`);
}

/** Whether the kubelet has said, when it took the pod, that it pulls this one's image. */
export function isPulledAtOnce({ pod, member }: Turn): boolean {
  const [first] = membersOf(pod);
  return first?.role === "main" ? member.role === "main" : member.container.name === first?.container.name;
}

/** The image that cannot be had: its own, or for a main container one that the pod mounts. */
function missingImage({ pod, member, settings }: Turn): string | undefined {
  const patterns = settings.missingImages.map((text) => new RegExp(text));
  const mounted = (pod.spec.volumes ?? []).map(
    (volume) => (volume.image as { reference?: string } | undefined)?.reference,
  );
  const images = [member.container.image, ...(member.role === "main" ? mounted : [])];
  return images.find((image) => image !== undefined && patterns.some((pattern) => pattern.test(image)));
}

function pulled(turn: Turn, isRetry: boolean): Change[] {
  const { pod, member } = turn;
  const earlier = membersOf(pod).filter(({ container }) => container.image === member.container.image);
  const isThere = earlier.some(({ container }) => (statusOf(pod, container.name)?.imageID ?? "") !== "");
  if (isThere) return [present(turn)];
  const took = goDuration(turn.settings.delays.imagePullMs);
  const bytes = 20_000_000 + Math.round(chance(`image|${imageOf(turn)}`) * 180_000_000);
  const text = `Successfully pulled image "${imageOf(turn)}" in ${took} (${took} including waiting). Image size: ${bytes} bytes.`;
  const announced = isRetry || !isPulledAtOnce(turn) ? [pulling(turn)] : [];
  return [...announced, eventOf(turn, "Normal", "Pulled", text)];
}

function pullFailed(turn: Turn, image: string, before?: Life): Outcome {
  const { pod, nowMs } = turn;
  const backOffMs = before ? Math.min(before.backOffMs * 2, LONGEST_BACK_OFF_MS) : FIRST_BACK_OFF_MS;
  const life: Life = {
    ...lifeAt(nowMs),
    ...{ phase: "pull-failed", hasStarted: false, isReady: false },
    ...{ image, backOffMs, untilMs: nowMs + SYNC_MS },
  };
  const events = [
    ...((before ?? !isPulledAtOnce(turn)) ? [pulling(turn)] : []),
    eventOf(turn, "Warning", "Failed", `Failed to pull image "${image}": ${pullError(image)}`),
    eventOf(turn, "Warning", "Failed", "Error: ErrImagePull"),
  ];
  return { pod, life, events };
}

function imageOf({ member }: Turn): string {
  return member.container.image ?? "";
}
