import type { LabSession } from "@/lib/domain/session";
import type { At } from "./at";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { changeSession, changing, type SessionChange } from "./session-change";
import { type RawSession, toSession } from "./session-rows";

const MOST_AT_ONCE = 100;

interface Waiting {
  readonly change: SessionChange;
  resolve(row: LabSession | null): void;
  reject(error: unknown): void;
}

/**
 * Changes of several rows that are worded alike and come at the same time, or while such a statement is under way, go out
 * together. Each row's change stays its own: a row that another transaction has locked, that is not as wanted, or that
 * went out in a statement that failed, is changed by a statement of its own, which says how it went.
 */
export class ChangeGroup {
  private readonly waiting = new Map<string, Waiting[]>();

  /** `onFailure` is told of each common statement that failed; what then fails of a single row is thrown to its caller. */
  constructor(
    private readonly at: At,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** As `changeSession`. @throws LeaseLost where a token is given and its lease is not held. */
  change(change: SessionChange): Promise<LabSession | null> {
    return new Promise((resolve, reject) => {
      const one = { change, resolve, reject };
      const { text, values } = changing(Prisma.empty, change);
      const wording = JSON.stringify([text, values]);
      const others = this.waiting.get(wording);
      if (others) others.push(one);
      else this.begin(wording, one);
    });
  }

  private begin(wording: string, first: Waiting): void {
    const waiting = [first];
    this.waiting.set(wording, waiting);
    // All that this turn of the event loop brings goes out at once.
    setImmediate(() => void this.sendAll(wording, waiting));
  }

  /** Never rejects: what goes wrong is told to those who wait. */
  private async sendAll(wording: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await this.send(waiting.splice(0, MOST_AT_ONCE));
    this.waiting.delete(wording);
  }

  private async send(group: readonly Waiting[]): Promise<void> {
    const changed = await this.together(group);
    const alone = group.filter(({ change, resolve }) => {
      const row = changed.get(change.id);
      if (row) resolve(row);
      return row === undefined;
    });
    // Not waited for: a row that is locked must not keep those that come after it.
    for (const { change, resolve, reject } of alone)
      void changeSession(this.at, change).then(resolve, reject);
  }

  /** The rows that it changed, by id; of a statement that failed none. */
  private async together(group: readonly Waiting[]): Promise<Map<string, LabSession>> {
    const ids = group.map(({ change }) => change.id);
    const free = Prisma.sql`s.id IN (
      SELECT f.id FROM lab_session f WHERE f.id = ANY(${ids}) ORDER BY f.id FOR NO KEY UPDATE SKIP LOCKED)`;
    const [first] = group;
    if (!first) return new Map();
    try {
      const rows = await queryKept<RawSession>(this.at, changing(free, first.change));
      return new Map(rows.map((row) => [row.id, toSession(row)]));
    } catch (error) {
      this.onFailure(error);
      return new Map();
    }
  }
}
