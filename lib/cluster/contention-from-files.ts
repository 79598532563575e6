import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { Known } from "@/lib/domain/world";
import { clusterAutoscaler, horizontalAutoscaler, verticalAutoscaler } from "./translate/autoscalers";
import {
  contendedNode,
  deploymentFacts,
  nodeUse,
  podEvent,
  podUse,
  replicaSetFacts,
} from "./translate/contention";
import { contendedPod } from "./translate/contention-pod";
import { isRecord, type Json, record, records, text } from "./translate/fields";

/**
 * The same world from what `kubectl get … -o json` wrote: Lists, typed lists or single objects, in any order. A kind
 * that no file has is unknown, not empty. `dateMs`: when the files were written, epoch milliseconds.
 * Throws an Error that says what to do where a document is no such output.
 */
export function contentionFromFiles(documents: readonly unknown[], dateMs: number): ContentionWorld {
  const items = withoutRepeats(documents.flatMap(itemsOf));
  const read = <T>(kinds: readonly string[], translate: (item: Json) => T | null): Known<T> => {
    const mine = items.filter(({ kind }) => kinds.includes(kind));
    if (mine.length === 0)
      return { state: "unknown", failure: { resource: text(kinds[0]), error: "not-asked", status: null } };
    const translated = mine.flatMap(({ item }) => (item ? [translate(item)] : []));
    return { state: "known", items: translated.filter((each) => each !== null), dateMs };
  };
  return {
    node: read(["Node"], contendedNode),
    pod: read(["Pod"], contendedPod),
    event: read(["Event"], podEvent),
    replicaSet: read(["ReplicaSet"], replicaSetFacts),
    deployment: read(["Deployment"], deploymentFacts),
    horizontalAutoscaler: read(["HorizontalPodAutoscaler"], horizontalAutoscaler),
    verticalAutoscaler: read(["VerticalPodAutoscaler"], verticalAutoscaler),
    clusterAutoscaler: read(["ConfigMap"], clusterAutoscaler),
    nodeUsage: read(["NodeMetrics"], nodeUse),
    podUsage: read(["PodMetrics"], podUse),
  };
}

interface Item {
  readonly kind: string;
  /** null: the kind was listed, and there was none. */
  readonly item: Json | null;
}

/** Does it say what it is? */
export function isKubernetes(document: unknown): document is Json & { readonly kind: string } {
  return isRecord(document) && typeof document.kind === "string";
}

/** What is in two files, as pods of one namespace and of all, is there once: the last goes. */
function withoutRepeats(items: readonly Item[]): readonly Item[] {
  const byPlace = new Map(items.map((each, place) => [placeIn(each) ?? place, each]));
  return [...byPlace.values()];
}

/** null: nothing tells it from others. */
function placeIn({ kind, item }: Item): string | null {
  const { namespace, name, uid } = record(item?.metadata);
  return text(name) === "" ? null : JSON.stringify([kind, text(namespace), text(name), text(uid)]);
}

function itemsOf(document: unknown): Item[] {
  if (!isKubernetes(document))
    throw new Error("This is no output of `kubectl get … -o json`: it has no kind.");
  const { kind } = document;
  if (!kind.endsWith("List")) return [{ kind, item: document }];
  const of = kind === "List" ? null : kind.slice(0, -"List".length);
  const items = records(document.items).map((item) => ({ kind: of ?? text(item.kind), item }));
  return items.length === 0 && of !== null ? [{ kind: of, item: null }] : items;
}
