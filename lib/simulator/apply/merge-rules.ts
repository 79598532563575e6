import { own } from "../decoding/json";
import type { Path } from "./fields";

/**
 * How lists and maps merge under server-side apply: what the API types declare as `listType=map` with its keys, as
 * `listType=set`, and as `mapType=atomic`. All other lists are atomic: they are owned and replaced whole.
 */
export interface MergeRules {
  /** The fields that name an entry of the list at this path; none where its entries are plain values; null: atomic. */
  listKeys(path: Path): readonly string[] | null;
  isAtomicMap(path: Path): boolean;
}

const OF_METADATA: Readonly<Record<string, readonly string[]>> = { finalizers: [], ownerReferences: ["uid"] };
const CONDITIONS: Readonly<Record<string, readonly string[]>> = { conditions: ["type"] };
const OF_PODS: Readonly<Record<string, readonly string[]>> = {
  ...CONDITIONS,
  containers: ["name"],
  initContainers: ["name"],
  volumes: ["name"],
  env: ["name"],
  ports: ["containerPort", "protocol"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  imagePullSecrets: ["name"],
  schedulingGates: ["name"],
  hostAliases: ["ip"],
  topologySpreadConstraints: ["topologyKey", "whenUnsatisfiable"],
};
const BY_KIND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Pod: OF_PODS,
  Job: OF_PODS,
  CronJob: OF_PODS,
  Deployment: OF_PODS,
  ReplicaSet: OF_PODS,
  Service: { ...CONDITIONS, ports: ["port", "protocol"] },
};
const ATOMIC_MAPS = [
  "selector",
  "labelSelector",
  "podSelector",
  "namespaceSelector",
  "nodeSelector",
  "secretKeyRef",
  "configMapKeyRef",
  "fieldRef",
  "resourceFieldRef",
  "involvedObject",
];

/** The rules of a kind. The schemas of custom resources name no keys: all their lists are atomic. */
export function rulesOf({ kind, isCustom }: { kind: string; isCustom: boolean }): MergeRules {
  const ofKind = isCustom ? {} : (BY_KIND[kind] ?? CONDITIONS);
  return {
    listKeys(path) {
      const isInMetadata = path.length === 2 && path[0] === "f:metadata";
      const keys = own(isInMetadata ? OF_METADATA : ofKind, fieldAt(path));
      return (keys as readonly string[] | undefined) ?? null;
    },
    isAtomicMap: (path) => !isCustom && path[0] !== "f:metadata" && ATOMIC_MAPS.includes(fieldAt(path)),
  };
}

/** A key that an entry leaves out has its default: of the keys above, only the protocol has one. */
export const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: "TCP" };

function fieldAt(path: Path): string {
  const last = path.at(-1) ?? "";
  return last.startsWith("f:") ? last.slice(2) : "";
}
