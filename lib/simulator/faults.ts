import { randomUUID } from "node:crypto";

export interface FaultMatch {
  method?: string;
  /** Regular expression over the path with its query. */
  path?: string;
  /** Regular expression over the object's name: from the path, or from the body of a create. */
  namePattern?: string;
}

export type FaultAct =
  | { status: number; reason?: string; message?: string; retryAfterSeconds?: number }
  | { waitMs: number }
  | { hang: true }
  | { cutBodyAtBytes: number }
  | { emptyList: true }
  | { dropAfterHandling: true };

export interface Fault {
  id: string;
  match: FaultMatch;
  act: FaultAct;
  /** How many more requests it strikes; without it, all. */
  times?: number;
}

export interface FaultOrder {
  id?: string;
  match?: FaultMatch;
  act: FaultAct;
  times?: number;
}

/** The faults on order. The first that matches strikes. */
export class Faults {
  #faults: Fault[] = [];

  add(order: FaultOrder): string {
    const fault: Fault = { match: {}, ...order, id: order.id ?? randomUUID() };
    checkPatterns(fault.match);
    this.remove(fault.id);
    this.#faults.push(fault);
    return fault.id;
  }

  /** Removes one fault, or all of them. */
  remove(id?: string): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  strike(method: string, path: string, name: string): FaultAct | undefined {
    const fault = this.#faults.find(({ match }) => matches(match, method, path, name));
    if (!fault) return undefined;
    if (fault.times !== undefined) {
      fault.times -= 1;
      if (fault.times <= 0) this.remove(fault.id);
    }
    return fault.act;
  }
}

function matches(match: FaultMatch, method: string, path: string, name: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path !== undefined && !new RegExp(match.path).test(path)) return false;
  return match.namePattern === undefined || new RegExp(match.namePattern).test(name);
}

function checkPatterns(match: FaultMatch): void {
  for (const pattern of [match.path, match.namePattern]) if (pattern !== undefined) new RegExp(pattern);
}
