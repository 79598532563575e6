import type { Cluster } from "@/lib/cluster/cluster";
import type { Database } from "@/lib/db/database";

/** What a use case may touch. It is made once per process (lib/server/context.ts) and holds no request. */
export interface Context {
  readonly db: Database;
  readonly cluster: Cluster;
  readonly config: Config;
  readonly installation: { readonly id: string; readonly environment: string };
  readonly log: Log;
  /** n bytes from a cryptographic source. */
  random(n: number): Uint8Array;
  /** Work that goes on once the answer is out; the process waits for it before it ends. It must not throw. */
  after(work: () => Promise<void>): void;
  /** Aborts when the process is told to stop: a pass stops, a person's act that is under way is finished. */
  readonly leaving?: AbortSignal;
  /** Aborts when a process that was told to stop may wait no longer. */
  readonly signal?: AbortSignal;
}

export interface Config {
  readonly environment: string;
  readonly vmNamespace: string;
  readonly podNamespace: string;
  readonly sessionMinutes: number;
  readonly maxMinutes: number;
  readonly marginMinutes: number;
  readonly launchLimitMinutes: number;
  readonly machineCap: number;
  readonly imagePrefixes: readonly string[];
  readonly accessCidrs: readonly string[];
  /** null: the app has no timer of its own. */
  readonly reapEverySeconds: number | null;
  readonly appUrl: string;
  /** Which keys open POST /api/reap. */
  readonly reapKeys: { readonly hasToken: boolean; readonly hasServiceAccount: boolean };
  /** The CronJob that calls it; null: not told. */
  readonly reapCronJob: { readonly namespace: string; readonly name: string } | null;
}

/** Structured lines; never a token, a Secret's content or a whole object. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
/** A line has these three of its own: a field of that name would stand there twice. */
type OwnOfLine = { readonly level?: never; readonly time?: never; readonly msg?: never };
export type LogFields = Readonly<Record<string, unknown>> & OwnOfLine;
