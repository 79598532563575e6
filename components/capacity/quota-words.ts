import type { CapacityWords } from "./words";

const CLASS = /^(.+)\.storageclass\.storage\.k8s\.io\/(requests\.storage|persistentvolumeclaims)$/;
const AMOUNT = /^(?:(requests|limits)\.)?(cpu|memory|ephemeral-storage)$/;
const PAGES = /^(?:requests\.)?hugepages-(.+)$/;
const EXTENDED = /^requests\.([^/]+\/.+)$/;
const LIMITED = ["cpu", "memory", "ephemeral-storage", "storage"];
/** Keys that have a word of their own, by what follows "count/". */
const COUNTED: Readonly<Record<string, string>> = {
  "virtualmachines.kubevirt.io": "vms",
  "virtualmachineinstances.kubevirt.io": "vmis",
  "datavolumes.cdi.kubevirt.io": "dataVolumes",
  "jobs.batch": "jobs",
  "networkpolicies.networking.k8s.io": "networkPolicies",
  ...{ pods: "pods", services: "services", secrets: "secrets", configmaps: "configMaps" },
  persistentvolumeclaims: "claims",
};

/**
 * A quota's key in words, for the middle of a sentence: "requested memory" for requests.memory, "VMs" for
 * count/virtualmachines.kubevirt.io. A key that has none is told as it is written. The kinds of keys are those of
 * Kubernetes' documentation of ResourceQuota.
 */
export function quotaKeyText(words: CapacityWords, key: string): string {
  const say = (name: string, values?: Readonly<Record<string, string>>) =>
    words.say(`quotaKeys.${name}`, values);
  if (key === "requests.storage") return say("storage");
  const [, className, what] = CLASS.exec(key) ?? [];
  if (className !== undefined)
    return say(what === "requests.storage" ? "classStorage" : "classClaims", { name: className });
  const [, bound = "requests", resource] = AMOUNT.exec(key) ?? [];
  if (resource !== undefined) return say(`${bound}.${resource}`);
  const [, size] = PAGES.exec(key) ?? [];
  if (size !== undefined) return say("hugePages", { size });
  const [, device] = EXTENDED.exec(key) ?? [];
  if (device !== undefined) return say("extended", { name: device });
  const plural = key.startsWith("count/") ? key.slice("count/".length) : key;
  const counted = COUNTED[plural];
  if (counted !== undefined) return say(counted);
  return plural === key ? key : say("count", { name: plural });
}

/** What a LimitRange bounds of one container or claim; a name that has no word is told as it is written. */
export function limitedText(words: CapacityWords, resource: string): string {
  return LIMITED.includes(resource) ? words.say(`quotaKeys.limited.${resource}`) : resource;
}

/** The same as a title: its first letter is a capital where it is a word. */
export function quotaKeyTitle(words: CapacityWords, key: string): string {
  const text = quotaKeyText(words, key);
  return text === key ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
