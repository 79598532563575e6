import { readFileSync, renameSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Denial } from "./access";
import type { KubeObject } from "./objects";

export interface SavedState {
  resourceVersion: number;
  objects: KubeObject[];
  denials: Denial[];
  missingImages: string[];
}

/** A state may be a moment newer than its file: versions go on from well past it, so that none is given twice. */
const VERSION_GAP = 1_000;

/** The saved state; null when there is none. Throws on a file that is no state. */
export function loadState(file: string): SavedState | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  const state = JSON.parse(text) as SavedState;
  if (!Array.isArray(state.objects)) throw new Error(`${file} does not hold a simulator state.`);
  return { ...state, resourceVersion: state.resourceVersion + VERSION_GAP };
}

/** Writes the state beside changes: whole, by rename, at most every `everyMs`, and less often when it grows large. */
export class StateWriter {
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #pauseMs: number;

  constructor(
    private readonly file: string,
    private readonly read: () => SavedState,
    everyMs = 300,
  ) {
    this.#pauseMs = everyMs;
  }

  /** Notes that something changed. */
  touch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, this.#pauseMs);
  }

  /** Writes now, after a write that is under way. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const startedMs = performance.now();
    const temporary = `${this.file}.tmp`;
    await writeFile(temporary, JSON.stringify(this.read()), { mode: 0o600 });
    renameSync(temporary, this.file);
    this.#pauseMs = Math.max(this.#pauseMs, (performance.now() - startedMs) * 10);
  }
}
