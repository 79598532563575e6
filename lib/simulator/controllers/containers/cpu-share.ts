import { isAlive } from "../../nodes";
import type { Node, Pod } from "../../objects";
import { quantityOf } from "../../quantity";
import { earliest, NOTHING } from "../../world";
import type { Change, Controller } from "../../world";
import { shareCores, weightOf } from "./cpu";
import { bootRule, coresOf, livesOf, withLives, type Life, type Lives } from "./life";

interface Runner {
  pod: Pod;
  name: string;
  life: Life;
  weight: number;
  most: number;
}

/**
 * The node's processors: shares its cores among the containers that are starting on it, by weight, and says when one has
 * done the work of its start. Those that are up take their steady use first.
 */
export const cpuShare: Controller = {
  name: "cpu-share",

  wakes(change) {
    if (change.resource === "nodes") return [{ resource: "nodes", name: change.object.metadata.name }];
    if (change.resource !== "pods") return [];
    const pod = change.object as Pod;
    const { nodeName } = pod.spec;
    return nodeName && livesOf(pod) ? [{ resource: "nodes", name: nodeName }] : [];
  },

  reconcile(target, world, nowMs) {
    const node = world.objects.get("nodes", undefined, target.name) as Node | undefined;
    if (!node || !isAlive(node)) return NOTHING;
    const pods = (world.objects.list("pods") as Pod[]).filter(
      ({ spec, metadata }) => spec.nodeName === target.name && metadata.annotations !== undefined,
    );
    const runners = pods.flatMap(runnersOf);
    if (runners.length === 0) return NOTHING;
    const steady = runners
      .filter(({ life }) => life.phase === "up")
      .reduce((sum, { life }) => sum + life.cores, 0);
    const cores = Number(quantityOf(node.status.allocatable.cpu).nano) / 1e9 - steady;
    const booting = runners.filter(({ life }) => life.phase === "booting");
    const shares = shareCores(cores, booting);
    const nexts = booting.map((runner, index) => advance(runner, shares[index] ?? 0, nowMs));
    const changed = nexts.filter(({ next, runner }) => next !== runner.life);
    return {
      changes: changesOf(changed),
      dueMs: earliest(...nexts.map(({ next }) => doneMs(next))),
    };
  },
};

function runnersOf(pod: Pod): Runner[] {
  const lives = livesOf(pod);
  if (!lives) return [];
  const { cores } = bootRule(pod);
  return pod.spec.containers.flatMap((container) => {
    const life = lives[container.name];
    if (!life) return [];
    const weight = weightOf(coresOf(container, "requests") ?? 0);
    const most = Math.min(cores, coresOf(container, "limits") ?? Infinity);
    return [{ pod, name: container.name, life, weight, most }];
  });
}

/** The same life where nothing has changed for it. */
function advance(runner: Runner, cores: number, nowMs: number): { runner: Runner; next: Life } {
  const { life, pod } = runner;
  const left = life.left - (life.cores * (nowMs - life.asOfMs)) / 1000;
  if (left <= 1e-6) {
    const up: Life = { ...life, phase: "up", left: 0, cores: bootRule(pod).steadyCores, asOfMs: nowMs };
    return { runner, next: up };
  }
  const isSame = Math.abs(cores - life.cores) < 1e-9;
  return { runner, next: isSame ? life : { ...life, left, cores, asOfMs: nowMs } };
}

function doneMs(life: Life): number | undefined {
  if (life.phase !== "booting" || life.cores <= 0) return undefined;
  return Math.ceil(life.asOfMs + (life.left / life.cores) * 1000);
}

function changesOf(changed: readonly { runner: Runner; next: Life }[]): Change[] {
  const byPod = new Map<Pod, Lives>();
  for (const { runner, next } of changed) {
    byPod.set(runner.pod, { ...(byPod.get(runner.pod) ?? livesOf(runner.pod)), [runner.name]: next });
  }
  return [...byPod].map(([pod, lives]) => ({ do: "update", object: withLives(pod, lives) }));
}
