import { ApiError, badRequest, notFound } from "./api-error";
import type { Cluster } from "./cluster";
import { BOOT } from "./controllers/containers/life";
import { isAlive } from "./nodes";
import type { ContainerStatus, Node, Pod } from "./objects";
import type { Reply } from "./reply";
import type { ApiRequest } from "./request-path";
import { resourceOf } from "./resources";

/** What a program that is up has written; the newest are the last. */
const LINES = 20;
/** What a service writes while it starts, and the part of its run in which it comes to that. */
const STAGES: readonly (readonly [number, string])[] = [
  [0, "INFO  Starting {name} on a virtual machine for Java 21"],
  [0.02, "INFO  Active processors: {cores}, heap at most 576 MiB"],
  [0.16, "INFO  Scanning 4,212 classes for components"],
  [0.41, "INFO  Opening the pool of connections to the database (10)"],
  [0.63, "INFO  Validating 96 tables against the schema"],
  [0.82, "WARN  Thread starvation detected: the housekeeper is late by {late} s"],
  [0.9, "INFO  Registering 214 routes"],
];

interface Run {
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly exitCode?: number;
}

/**
 * GET pods/log as kube-apiserver and a kubelet answer it (pkg/registry/core/pod/strategy.go LogLocation,
 * pkg/kubelet/kubelet_pods.go validateContainerLogStatus), with lines that no program wrote. Throws ApiError.
 */
export function handlePodLog(cluster: Cluster, request: ApiRequest, search: URLSearchParams): Reply {
  const { namespace, name } = request;
  const pod = cluster.store.get("pods", namespace, name) as Pod | undefined;
  if (!pod) throw notFound(resourceOf("pods"), name);
  const [tail, most] = [numberIn(search, "tailLines", 0, name), numberIn(search, "limitBytes", 1, name)];
  const container = containerOf(pod, search.get("container"));
  if (pod.spec.nodeName === undefined) return { status: 204, text: "", contentType: "" };
  checkNode(cluster, pod, container);
  const isPrevious = ["1", "true"].includes(search.get("previous") ?? "");
  const run = runOf(pod, container, isPrevious);
  const written = linesOf(pod, container, run, isPrevious);
  const lines = tail === null ? written : written.slice(written.length - Math.min(tail, written.length));
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  // A kubelet looks for the last lines first, and then cuts their end.
  const cut = most === null ? text : text.subarray(0, most);
  return { status: 200, text: cut.toString("utf8"), contentType: "text/plain" };
}

function numberIn(search: URLSearchParams, key: string, least: number, name: string): number | null {
  const text = search.get(key);
  if (text === null) return null;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  const rule = least === 0 ? "must be greater than or equal to 0" : "must be greater than 0";
  const message = `Invalid value: ${text}: ${rule}`;
  const causes = [{ reason: "FieldValueInvalid", message, field: key }];
  const text422 = `PodLogOptions "${name}" is invalid: ${key}: ${message}`;
  throw new ApiError(422, "Invalid", text422, { name, kind: "PodLogOptions", causes });
}

function containerOf({ metadata, spec }: Pod, asked: string | null): string {
  const own = spec.containers.map(({ name }) => name);
  const first = (spec.initContainers ?? []).map(({ name }) => name);
  if (asked !== null && asked !== "") {
    if ([...own, ...first].includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`);
  }
  if (own.length === 1 && own[0] !== undefined) return own[0];
  const others = first.length === 0 ? "" : ` or one of the init containers: [${first.join(" ")}]`;
  throw badRequest(
    `a container name must be specified for pod ${metadata.name}, choose one of: [${own.join(" ")}]${others}`,
  );
}

/** The API server asks the kubelet, which a dead node does not have. */
function checkNode({ store }: Cluster, { metadata, spec }: Pod, container: string): void {
  const node = store.get("nodes", undefined, spec.nodeName ?? "") as Node | undefined;
  if (node && isAlive(node)) return;
  const host = `${spec.nodeName}:10250`;
  const url = `https://${host}/containerLogs/${metadata.namespace}/${metadata.name}/${container}`;
  throw new ApiError(500, "", `Get "${url}": dial tcp ${host}: connect: no route to host`);
}

function runOf({ metadata, status }: Pod, container: string, isPrevious: boolean): Run {
  const all = [...(status.containerStatuses ?? []), ...initStatuses(status)];
  const found = all.find(({ name }) => name === container);
  const about = `container "${container}" in pod "${metadata.name}"`;
  if (!found) throw badRequest(`${about} is not available`);
  const last = found.lastState?.terminated;
  const { running, terminated, waiting } = found.state;
  if (isPrevious && last) return last;
  if (waiting && !last) throw badRequest(`${about} is waiting to start: ${waiting.reason}`);
  if (isPrevious) throw badRequest(`previous terminated ${about} not found`);
  const run = running ?? terminated ?? last;
  if (!run) throw badRequest(`${about} is not available`);
  return run;
}

function initStatuses(status: Pod["status"]): ContainerStatus[] {
  return status.initContainerStatuses ?? [];
}

function linesOf(pod: Pod, container: string, run: Run, isPrevious: boolean): string[] {
  const { name, namespace, annotations, labels } = pod.metadata;
  const which = isPrevious ? "previous" : "current";
  if (annotations?.[BOOT] === undefined)
    return Array.from(
      { length: LINES },
      (_none, n) => `${which} line ${n} of ${namespace}/${name}/${container}`,
    );
  const { startedAt, finishedAt } = run;
  const startMs = Date.parse(startedAt);
  const lengthMs = finishedAt === undefined ? 40_000 : Date.parse(finishedAt) - startMs;
  const at = (part: number) => new Date(startMs + part * lengthMs).toISOString();
  const { cores } = JSON.parse(annotations[BOOT]) as { cores: number };
  const words = { name: labels?.["app"] ?? container, cores, late: Math.round(lengthMs / 8000) };
  const stages = STAGES.map(([part, text]) => `${at(part)} ${worded(text, words)}`);
  if (finishedAt === undefined) return stages;
  const end = run.exitCode === 143 ? "SIGTERM came before the start was done: stopping" : "Stopped";
  return [...stages, `${at(1)} INFO  ${end}`];
}

function worded(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, key: string) => String(words[key] ?? ""));
}
