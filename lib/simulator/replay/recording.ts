import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One request and what a real API server answered to it. */
export interface Recording {
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Who asked: `admin`, `alice` (see stage.ts), `anonymous`, or `bad` for a token that nobody has. */
    readonly as: string | null;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or text that is sent as it is. */
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly contentType: string | null;
    readonly warning?: string;
    readonly retryAfter?: string;
    readonly body?: unknown;
    /** The lines of a watch, until `ended` says who closed it. */
    readonly events?: readonly unknown[];
    readonly ended?: string;
  };
}

const FOLDER = path.join(import.meta.dirname, "recordings");

/** All recordings by name, in the order of their names. */
export function readRecordings(): ReadonlyMap<string, Recording> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort();
  const all = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(path.join(FOLDER, file), "utf8")) as Record<string, Recording>),
  );
  return new Map(all);
}
