import { ApiError } from "../api-error";
import type { Draft } from "../world";
import { compare, fieldsOf, intersection, pathText, setOf, union, without } from "./fields";
import type { FieldSet, Path } from "./fields";
import { isSameManager } from "./managed-fields";
import type { Manager, Ownership } from "./managed-fields";
import { merge, prune } from "./merge";
import type { MergeRules } from "./merge-rules";

/** Whoever wrote an object that nobody had applied before. */
const BEFORE_FIRST_APPLY = "before-first-apply";
const OF_THE_SERVER = [
  ...["name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp", "selfLink"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds", "managedFields"],
];

export interface Application {
  /** Null where the object is made by being applied. */
  readonly live: Draft | null;
  readonly owners: readonly Ownership[];
  readonly config: Draft;
  readonly manager: Manager;
  readonly isForced: boolean;
  /** As the API prints a time. */
  readonly now: string;
  readonly rules: MergeRules;
}

/**
 * Server-side apply: what is applied over what is live, without what this manager applied before and no longer does,
 * and who owns what afterwards. Throws 409 where another manager owns what would change, unless it is forced.
 */
export function applyConfig(application: Application): { object: Draft; owners: Ownership[] } {
  const { live, config, manager, isForced, now, rules } = application;
  const known = live === null ? [] : ownersOf(application, live);
  const isOwn = (owner: Ownership) => isSameManager(owner.manager, manager);
  const others = known.filter((owner) => !isOwn(owner));
  const own: Ownership = { manager, time: now, set: ownable(config, rules) };
  const before: FieldSet = known.find(isOwn)?.set ?? new Map<string, Path>();
  const merged = live === null ? config : merge(live, config, rules);
  const owned = [own, ...others].map(({ set }) => set);
  const object = prune(merged, without(before, own.set), owned, rules) as Draft;
  const { changed, removed } = compare(fieldsOf(live ?? {}, rules), fieldsOf(object, rules));
  if (!isForced) refuseConflicts(others, changed);
  return { object, owners: [own, ...others.map((owner) => deprived(owner, now, changed, removed))] };
}

/** Who owns what after a write that was no apply: whatever it changed is its writer's. */
export function ownersAfterUpdate(
  owners: readonly Ownership[],
  before: Draft,
  after: Draft,
  { manager, now, rules }: Pick<Application, "manager" | "now" | "rules">,
): Ownership[] {
  const { changed, removed } = compare(fieldsOf(before, rules), fieldsOf(after, rules));
  const written = intersection(ownable(after, rules), changed);
  const isOwn = (owner: Ownership) => isSameManager(owner.manager, manager);
  const others = owners.filter((owner) => !isOwn(owner));
  const own = owners.find(isOwn);
  const set = without(union(own?.set ?? new Map<string, Path>(), written), removed);
  const mine = { manager, time: written.size > 0 ? now : (own?.time ?? now), set };
  return [mine, ...others.map((owner) => deprived(owner, now, changed, removed))];
}

function ownersOf({ owners, manager, now, rules }: Application, live: Draft): readonly Ownership[] {
  if (owners.length > 0) return owners;
  const writer: Manager = { ...manager, name: BEFORE_FIRST_APPLY, operation: "Update", subresource: "" };
  return [{ manager: writer, time: now, set: ownable(live, rules) }];
}

/** What of an object can have an owner: not its kind, nor what the server itself writes. */
function ownable({ apiVersion, kind, metadata, ...rest }: Draft, rules: MergeRules): FieldSet {
  void [apiVersion, kind];
  const entries = Object.entries(metadata).filter(([name]) => !OF_THE_SERVER.includes(name));
  const shown = { ...rest, ...(entries.length === 0 ? {} : { metadata: Object.fromEntries(entries) }) };
  return Object.keys(shown).length === 0 ? new Map() : setOf(fieldsOf(shown, rules));
}

function deprived(owner: Ownership, now: string, ...lost: FieldSet[]): Ownership {
  const set = without(owner.set, ...lost);
  const isUpdate = owner.manager.operation === "Update" && set.size < owner.set.size;
  return { ...owner, time: isUpdate ? now : owner.time, set };
}

function refuseConflicts(others: readonly Ownership[], changed: FieldSet): void {
  const conflicts = others
    .map(({ manager, set }) => ({
      who: nameOf(manager),
      paths: [...intersection(set, changed).values()].map(pathText).sort(),
    }))
    .filter(({ paths }) => paths.length > 0)
    .sort((a, b) => (a.who < b.who ? -1 : 1));
  const causes = conflicts.flatMap(({ who, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${who}`, field })),
  );
  const [first] = causes;
  if (first === undefined) return;
  const listed = conflicts.map(({ who, paths }) => [
    `conflicts with ${who}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  const text =
    causes.length === 1
      ? `1 conflict: ${first.message}: ${first.field}`
      : `${causes.length} conflicts: ${listed.flat().join("\n")}`;
  throw new ApiError(409, "Conflict", `Apply failed with ${text}`, { causes });
}

function nameOf({ name, operation, apiVersion, subresource }: Manager): string {
  const inSubresource = subresource === "" ? "" : ` with subresource "${subresource}"`;
  return `"${name}"${inSubresource}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}
