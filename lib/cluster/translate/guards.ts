import { JANITOR_EXPIRES, JANITOR_TTL, KYVERNO_TTL_LABEL } from "@/lib/domain/backstop-marks";
import type { GuardedMachine, GuardJob, JanitorRules } from "@/lib/domain/backstops";
import type { MachineKind } from "@/lib/domain/lab";
import { type Json, record, records, text, textMap, textOrNull, texts, timeMs, wholeNumber } from "./fields";
import { jobObject } from "./job";
import { clusterObject } from "./metadata";

export function guardJob(item: Json): GuardJob {
  const { namespace, name, uid, startTimeMs, activeDeadlineSeconds, isFinishing } = jobObject(item);
  const isSuspended = record(item.spec).suspend === true;
  return { namespace, name, uid, startTimeMs, activeDeadlineSeconds, isSuspended, isFinishing };
}

/**
 * A VM or a lab pod; null for a pod that has finished. Of a VM, whose pod KubeVirt makes, there is no start and no
 * deadline to tell.
 */
export function guardedMachine(kind: MachineKind, item: Json): GuardedMachine | null {
  const { namespace, name, createdAtMs, labels, owners } = clusterObject(item);
  const annotations = textMap(record(item.metadata).annotations);
  const isPod = kind === "pod";
  if (isPod && ["Succeeded", "Failed"].includes(text(record(item.status).phase))) return null;
  return {
    ...{ kind, namespace, name, createdAtMs },
    ownerUids: owners.map(({ uid }) => uid),
    kyvernoTtl: labels[KYVERNO_TTL_LABEL] ?? null,
    janitorTtl: annotations[JANITOR_TTL] ?? null,
    janitorExpires: annotations[JANITOR_EXPIRES] ?? null,
    startTimeMs: isPod ? timeMs(record(item.status).startTime) : null,
    activeDeadlineSeconds: isPod ? wholeNumber(record(item.spec).activeDeadlineSeconds) : null,
  };
}

/** A Deployment of a controller that cleans up; null for any other. */
export interface Cleaner {
  readonly is: "kyverno" | "janitor";
  readonly isRunning: boolean;
  readonly rules: JanitorRules;
}

/** By the label that Kyverno's charts give its cleanup controller, and by the name of the janitor's image. */
export function cleaner(item: Json): Cleaner | null {
  const labels = textMap(record(item.metadata).labels);
  const containers = records(record(record(record(item.spec).template).spec).containers);
  const janitor = containers.find(({ image }) => /(^|\/)kube-janitor(:|@|$)/.test(text(image)));
  const isKyverno =
    labels["app.kubernetes.io/component"] === "cleanup-controller" &&
    labels["app.kubernetes.io/part-of"]?.startsWith("kyverno") === true;
  if (!isKyverno && janitor === undefined) return null;
  return {
    is: isKyverno ? "kyverno" : "janitor",
    isRunning: (wholeNumber(record(item.status).availableReplicas) ?? 0) > 0,
    rules: janitorRules(janitor ?? {}),
  };
}

/** As kube-janitor reads its arguments and, for those that are not given, its environment. */
function janitorRules(container: Json): JanitorRules {
  const words = [...texts(container.command), ...texts(container.args)];
  const environment = Object.fromEntries(
    records(container.env).map((each) => [text(each.name), textOrNull(each.value)]),
  );
  const option = (name: string): string | null => {
    const at = words.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (at < 0) return environment[name.toUpperCase().replaceAll("-", "_")] ?? null;
    const [, value] = (words[at] ?? "").split(/=(.*)/s);
    return value ?? words[at + 1] ?? null;
  };
  const list = (name: string, unset: string) =>
    (option(name) ?? unset).split(",").filter((each) => each !== "");
  const orAll = (names: string[]) => (names.includes("all") ? null : names);
  return {
    isDryRun: words.includes("--dry-run"),
    includeResources: orAll(list("include-resources", "all")),
    excludeResources: list("exclude-resources", "events,controllerrevisions"),
    includeNamespaces: orAll(list("include-namespaces", "all")),
    excludeNamespaces: list("exclude-namespaces", "kube-system"),
  };
}
