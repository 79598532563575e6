import type { StoreChange } from "./store";
import type { Change, Controller, Target, World } from "./world";

interface Work {
  id: string;
  controller: Controller;
  target: Target;
}

const MOST_STEPS = 2_000_000;

/**
 * Runs controllers until nothing changes. Work is keyed by controller and object, so an object that changes ten
 * times is looked at once; what is due later waits in a heap by time.
 */
export class ControlLoop {
  #queue = new Map<string, Work>();
  #dueMs = new Map<string, number>();
  #heap: { dueMs: number; work: Work }[] = [];
  #stopped = new Set<string>();
  #missed = new Map<string, Work>();

  constructor(
    private readonly controllers: readonly Controller[],
    private readonly world: World,
    private readonly apply: (change: Change, nowMs: number) => void,
  ) {}

  /** Tells every controller of a change in the store. */
  notice(change: StoreChange, nowMs: number): void {
    for (const controller of this.controllers) {
      for (const wake of controller.wakes(change, this.world)) {
        const work = workOf(controller, wake);
        if (wake.afterMs === undefined) this.#queue.set(work.id, work);
        else this.#schedule(work, nowMs + wake.afterMs);
      }
    }
  }

  /** Steps all that is queued or due at `nowMs`; changes may queue more, which is stepped too. */
  run(nowMs: number): void {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      if (this.#queue.size === 0) this.#takeDue(nowMs);
      const [work] = this.#queue.values();
      if (!work) return;
      this.#queue.delete(work.id);
      if (this.#stopped.has(work.controller.name)) {
        this.#missed.set(work.id, work);
        continue;
      }
      const step = work.controller.reconcile(work.target, this.world, nowMs);
      this.#dueMs.delete(work.id);
      if (step.dueMs !== undefined) this.#schedule(work, Math.max(step.dueMs, nowMs + 1));
      for (const change of step.changes) this.apply(change, nowMs);
    }
    throw new Error("The controllers do not come to rest.");
  }

  /** Stops the controllers of these names, as when their process is down; an empty list starts all again. */
  stop(names: readonly string[]): void {
    this.#stopped = new Set(names);
    for (const [id, work] of this.#missed) this.#queue.set(id, work);
    this.#missed.clear();
  }

  /** When the next work is due; undefined when nothing waits. */
  nextDueMs(): number | undefined {
    for (let top = this.#heap[0]; top; top = this.#heap[0]) {
      if (this.#dueMs.get(top.work.id) === top.dueMs) return top.dueMs;
      popHeap(this.#heap);
    }
    return undefined;
  }

  #schedule(work: Work, dueMs: number): void {
    const known = this.#dueMs.get(work.id);
    if (known !== undefined && known <= dueMs) return;
    this.#dueMs.set(work.id, dueMs);
    pushHeap(this.#heap, { dueMs, work });
  }

  #takeDue(nowMs: number): void {
    for (let dueMs = this.nextDueMs(); dueMs !== undefined && dueMs <= nowMs; dueMs = this.nextDueMs()) {
      const top = popHeap(this.#heap);
      if (!top) return;
      this.#dueMs.delete(top.work.id);
      this.#queue.set(top.work.id, top.work);
    }
  }
}

function workOf(controller: Controller, { resource, namespace, name }: Target): Work {
  const id = `${controller.name}|${resource}|${namespace ?? ""}/${name}`;
  return { id, controller, target: { resource, namespace, name } };
}

function pushHeap(heap: { dueMs: number; work: Work }[], entry: { dueMs: number; work: Work }): void {
  heap.push(entry);
  for (let at = heap.length - 1; at > 0;) {
    const parent = (at - 1) >> 1;
    const [a, b] = [heap[at], heap[parent]];
    if (!a || !b || b.dueMs <= a.dueMs) return;
    heap[at] = b;
    heap[parent] = a;
    at = parent;
  }
}

function popHeap(heap: { dueMs: number; work: Work }[]): { dueMs: number; work: Work } | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length === 0 || !last) return top;
  heap[0] = last;
  for (let at = 0; ;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if ((heap[child]?.dueMs ?? Infinity) < (heap[least]?.dueMs ?? Infinity)) least = child;
    }
    const [a, b] = [heap[at], heap[least]];
    if (least === at || !a || !b) return top;
    heap[at] = b;
    heap[least] = a;
    at = least;
  }
}
