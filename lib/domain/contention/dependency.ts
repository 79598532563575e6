import type { CaseFacts } from "./case-facts";
import type { ConcentrationState } from "./concentration";
import type { ContendedContainer, ContendedPod } from "./contention-world";
import { type AlternativeCode, figure, type Figure, type Finding } from "./verdict-codes";

/** A pod whose last words were of a connection that failed. */
export interface DependencySign {
  readonly namespace: string;
  readonly pod: string;
  readonly node: string;
}

/** How libc, Go, Node.js, Python, the JVM and their database drivers say that something cannot be reached. */
export const UNREACHED =
  /connection refused|econnrefused|no route to host|ehostunreach|unknown ?host|no such host|enotfound|eai_again|could not resolve|name resolution|connect(?:ion)?(?: attempt)? timed ?out|connect ?timeout|etimedout|i\/o timeout|communications link failure/i;
/** A start that takes longer is held up, as for a cold start. */
const HELD_MS = 600_000;

/** What termination messages tell; `kubectl logs --previous` tells more, see withLastLines. */
export function dependencySigns(pods: readonly ContendedPod[]): readonly DependencySign[] {
  return pods.flatMap(({ namespace, name: pod, nodeName: node, containers }) =>
    node !== null && containers.some((each) => UNREACHED.test(lastMessage(each)))
      ? [{ namespace, pod, node }]
      : [],
  );
}

function lastMessage({ state, lastEnd }: ContendedContainer): string {
  const end = state?.kind === "terminated" ? state.end : lastEnd;
  return end?.message ?? "";
}

/**
 * What all depend on fails them on every node. Shown: pods on two nodes or more ended with words of a connection that
 * failed, and restarts are not concentrated on one node, where starved programs time out as well; or an init container
 * has kept pods on two nodes or more waiting for ten minutes. Ruled out where all pods elsewhere are Ready.
 */
export function failingDependency(
  { pods, focus, concentration, nowMs }: CaseFacts,
  signs: readonly DependencySign[],
): Finding<AlternativeCode> {
  const elsewhere = pods.filter(({ nodeName }) => nodeName !== null && nodeName !== focus?.name);
  const ready = elsewhere.filter(({ isReady }) => isReady === true).length;
  const held = heldInInit(pods, nowMs);
  const isOut = elsewhere.length > 0 && ready === elsewhere.length;
  const isShown = isWide(held) || isWideFailure(signs, concentration.state);
  return {
    code: "failing-dependency",
    state: isShown ? "shown" : isOut ? "ruled-out" : "unmeasured",
    figures: [
      ...signFigures(signs),
      ...(held.length > 0
        ? [
            figure("held-in-init", {
              ...spreadOf(held),
              seconds: Math.max(...held.map(({ seconds }) => seconds)),
            }),
          ]
        : []),
      figure("ready-elsewhere", { ready, pods: elsewhere.length }),
    ],
  };
}

export function signFigures(signs: readonly DependencySign[]): Figure[] {
  return signs.length > 0 ? [figure("connections-failed", spreadOf(signs))] : [];
}

function spreadOf(places: readonly { readonly node: string }[]): { pods: number; nodes: number } {
  return { pods: places.length, nodes: new Set(places.map(({ node }) => node)).size };
}

const isWide = (places: readonly { readonly node: string }[]) => spreadOf(places).nodes >= 2;

/** Starved programs time out as well, so that words from one crowded node and its victims prove nothing. */
export function isWideFailure(signs: readonly DependencySign[], state: ConcentrationState): boolean {
  return isWide(signs) && state !== "concentrated";
}

/** Pods whose init container has run for ten minutes, as one that waits for a service does. */
function heldInInit(pods: readonly ContendedPod[], nowMs: number): { node: string; seconds: number }[] {
  return pods.flatMap(({ nodeName: node, deletingAtMs, containers }) => {
    if (node === null || deletingAtMs !== null) return [];
    const since = containers.flatMap(({ role, state }) =>
      role === "init" && state?.kind === "running" ? (state.startedAtMs ?? []) : [],
    );
    const ms = Math.max(0, ...since.map((startedAtMs) => nowMs - startedAtMs));
    return ms >= HELD_MS ? [{ node, seconds: Math.round(ms / 1000) }] : [];
  });
}
