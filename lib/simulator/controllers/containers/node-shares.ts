import type { Container, Pod } from "../../objects";
import { shareCores, weightOf, type Claim } from "./cpu";
import { BOOT, bootRule, coresOf, livesOf, type Life } from "./life";
import { membersOf } from "./members";
import { statusOf } from "./phase";

/** Of what nothing is told how much it works: the part of its request that it uses, and the least that anything uses. */
const UNTOLD_PART = 0.4;
const LEAST_CORES = 0.001;

/** A container that runs on a node, and what it wants of the node's processors. */
export interface Runner extends Claim {
  pod: Pod;
  container: Container;
  /** Where it stands; undefined for one of a pod of which nothing is told. */
  life?: Life;
}

export interface Served extends Runner {
  /** Cores that it gets. */
  cores: number;
}

/** What each running container of these pods gets of a node's cores: they share them by weight when they want more. */
export function served(cores: number, pods: readonly Pod[]): Served[] {
  const runners = pods.flatMap(runnersOf);
  const shares = shareCores(cores, runners);
  return runners.map((runner, index) => ({ ...runner, cores: shares[index] ?? 0 }));
}

function runnersOf(pod: Pod): Runner[] {
  const lives = pod.metadata.annotations?.[BOOT] === undefined ? undefined : livesOf(pod);
  const { cores, steadyCores } = bootRule(pod);
  return membersOf(pod).flatMap(({ container, role }) => {
    const asked = coresOf(container, "requests") ?? 0;
    const limit = coresOf(container, "limits") ?? Infinity;
    const runner = { pod, container, weight: weightOf(asked) };
    const life = role === "main" ? lives?.[container.name] : undefined;
    if (life?.phase === "booting") return [{ ...runner, life, most: Math.min(cores, limit) }];
    if (life?.phase === "up") return [{ ...runner, life, most: Math.min(steadyCores, limit) }];
    if (statusOf(pod, container.name)?.state.running === undefined) return [];
    const untold = life ? 0 : Math.min(limit, Math.max(LEAST_CORES, asked * UNTOLD_PART));
    return [{ ...runner, life, most: untold }];
  });
}
