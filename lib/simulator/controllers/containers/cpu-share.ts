import { isAlive } from "../../nodes";
import type { Node, Pod } from "../../objects";
import { quantityOf } from "../../quantity";
import { earliest, NOTHING } from "../../world";
import type { Change, Controller } from "../../world";
import { bootRule, livesOf, withLives, type Life, type Lives } from "./life";
import { served, type Served } from "./node-shares";

/**
 * The node's processors: shares its cores among the containers that run on it, by weight when they want more than it has, and
 * says when one has done the work of its start.
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
    const pods = (world.objects.list("pods") as Pod[]).filter(({ spec }) => spec.nodeName === target.name);
    if (!pods.some(livesOf)) return NOTHING;
    const told = served(coresOfNode(node), pods).flatMap(({ life, ...rest }) =>
      life ? [{ life, ...rest }] : [],
    );
    const nexts = told.map((runner) => ({ runner, next: advance(runner, nowMs) }));
    const changed = nexts.filter(({ next, runner }) => next !== runner.life);
    return {
      changes: changesOf(changed),
      dueMs: earliest(...nexts.map(({ next }) => doneMs(next))),
    };
  },
};

type Told = Served & { life: Life };

/** Cores that a node has for pods. */
export function coresOfNode({ status }: Node): number {
  return Number(quantityOf(status.allocatable.cpu).nano) / 1e9;
}

/** The same life where nothing has changed for it. */
function advance({ life, pod, cores }: Told, nowMs: number): Life {
  const isSame = Math.abs(cores - life.cores) < 1e-9;
  if (life.phase !== "booting") return isSame ? life : { ...life, cores };
  const left = life.left - (life.cores * (nowMs - life.asOfMs)) / 1000;
  // Until others have been looked at it has what it wants.
  if (left <= 1e-6) return { ...life, phase: "up", left: 0, cores: bootRule(pod).steadyCores, asOfMs: nowMs };
  return isSame ? life : { ...life, left, cores, asOfMs: nowMs };
}

function doneMs(life: Life): number | undefined {
  if (life.phase !== "booting" || life.cores <= 0) return undefined;
  return Math.ceil(life.asOfMs + (life.left / life.cores) * 1000);
}

function changesOf(changed: readonly { runner: Told; next: Life }[]): Change[] {
  const byPod = new Map<Pod, Lives>();
  for (const { runner, next } of changed) {
    const { pod, container } = runner;
    byPod.set(pod, { ...(byPod.get(pod) ?? livesOf(pod)), [container.name]: next });
  }
  return [...byPod].map(([pod, lives]) => ({ do: "update", object: withLives(pod, lives) }));
}
