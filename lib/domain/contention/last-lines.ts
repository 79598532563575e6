import type { RestartRow } from "./restarts";

/** A container of a pod. */
export interface ContainerRef {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Why the lines before a container's last end are not known. */
export const LOG_PROBLEMS = [
  "forbidden", // no right to pods/log
  "not-restarted", // so it has no previous log
  "none-kept", // the kubelet has no container before this one
  "removed", // it had one, and its file was rotated or cleaned away
  "pod-gone",
  "node-silent", // the API server cannot reach its kubelet
  "timeout",
  "failed",
  "from-files", // kubectl get writes no logs
  "admins-only",
] as const;
export type LogProblem = (typeof LOG_PROBLEMS)[number];

/** The last lines of a container's log before its last end, the newest last; `isCut`: the very end is missing. */
export type LastLines =
  | { readonly state: "read"; readonly lines: readonly string[]; readonly isCut: boolean }
  | { readonly state: "unmeasured"; readonly problem: LogProblem };
export type ContainerLines = ContainerRef & { readonly found: LastLines };

/** So much of a log is read, for what a program said last tells most. */
export const MOST_LINES = 20;
export const MOST_BYTES = 32_768;
/** So many logs are read for one analysis: each is a request that a kubelet answers. */
export const MOST_LOGS = 5;

/**
 * What a kubelet sent as the last lines. It looks for their beginning and stops at the limit of bytes, so that what is
 * as long as that has lost its end. Where the file is gone a kubelet says so with status 200.
 */
export function linesOf(text: string, bytes: number): LastLines {
  if (/^(unable to retrieve container logs for |failed to try resolving symlinks in path )/.test(text))
    return { state: "unmeasured", problem: "removed" };
  const lines = text.split(/\r?\n/).map(plain);
  if (lines.at(-1) === "") lines.pop();
  return { state: "read", lines, isCut: bytes >= MOST_BYTES };
}

/** A log may hold orders to a terminal: on a screen, in a file and in a shell it is text and nothing else. */
function plain(line: string): string {
  return line.replaceAll(
    /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\].*?(?:\u0007|\u001b\\)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    "",
  );
}

/** Those that restarted most, whose logs are read where nobody asked for one. */
export function worstRestarted(rows: readonly RestartRow[]): ContainerRef[] {
  return rows
    .filter(({ restarts }) => restarts !== null && restarts > 0)
    .slice(0, MOST_LOGS)
    .map(({ namespace, pod, container }) => ({ namespace, pod, container }));
}
