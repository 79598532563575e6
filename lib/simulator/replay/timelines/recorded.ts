import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Sighting } from "./sightings";

/** One line of a watch over all kinds. */
interface WatchEvent {
  readonly t: number;
  readonly event: Sighting["type"];
  readonly kind: string;
  readonly name: string;
  readonly deletionTimestamp?: string;
  readonly phase?: string;
  readonly printableStatus?: string;
  readonly conditions?: readonly string[];
  readonly owners?: readonly string[];
  readonly suspend?: boolean;
}
/** A claim, asked for again and again. */
interface ClaimLook {
  readonly t: number;
  readonly status?: number;
}
/** A VM and two Secrets that it owns, one of which blocks its deletion. */
interface MachineLook {
  readonly t: number;
  readonly vm: number;
  readonly secret: number;
  readonly secret_owners: readonly string[] | null;
  readonly secret_noblock: number;
}
interface VolumeLook {
  readonly t: number;
  readonly vm: string | null;
  readonly dv: string | null;
}
interface Timeline<T> {
  readonly events: readonly T[];
}

const FOLDER = path.join(import.meta.dirname, "recordings");

/** All recorded timelines by name. */
export function readTimelines(): ReadonlyMap<string, unknown> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort();
  return new Map(
    files.flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(path.join(FOLDER, file), "utf8")) as object),
    ),
  );
}

/** What a recorded timeline saw, whatever way it looked. */
export function sightingsOf(name: string, timeline: unknown): Sighting[] {
  if (name.startsWith("c_")) return machineLooks((timeline as Timeline<MachineLook>).events);
  if (name === "e_vm_with_datavolumetemplate_timeline")
    return volumeLooks((timeline as Timeline<VolumeLook>).events);
  if (name.startsWith("e_")) return claimLooks(timeline as Timeline<ClaimLook> | CompletedPod);
  return (timeline as Timeline<WatchEvent>).events.map(watched);
}

/** A pod that a controller made has a name that ends at random. */
export function plainName(name: string): string {
  return name.replace(/^(.+)-[bcdfghjklmnpqrstvwxz2456789]{5}$/, "$1");
}

function watched(event: WatchEvent): Sighting {
  const { t, event: type, kind, name, deletionTimestamp, phase, printableStatus, conditions = [] } = event;
  return {
    ...{ t, type, kind, name: plainName(name), owners: event.owners?.map(plainOwner) },
    phase: phase ?? printableStatus,
    isDeleting: deletionTimestamp !== undefined,
    hasFailed: conditions.some((condition) => condition.startsWith("Failed=True")),
    ...(kind === "jobs" ? { isSuspended: event.suspend ?? false } : {}),
  };
}

const plainOwner = (owner: string) => plainName(owner);

interface CompletedPod {
  readonly after_12s_status: number;
  readonly gone_seconds_after_pod_delete: number;
}

function claimLooks(timeline: Timeline<ClaimLook> | CompletedPod): Sighting[] {
  const claim = { kind: "pvcs", name: "claim" } as const;
  const deleting: Sighting = { ...claim, t: 0, type: "MODIFIED", isDeleting: true };
  const goneAt = (t: number): Sighting => ({ ...claim, t, type: "DELETED" });
  if ("after_12s_status" in timeline) {
    const isHeld = timeline.after_12s_status === 200;
    return isHeld ? [deleting, goneAt(12 + timeline.gone_seconds_after_pod_delete)] : [goneAt(0)];
  }
  // It was asked to go when the recording began, whether or not the first look still found it.
  const seen = timeline.events.flatMap(({ t, status }): Sighting[] => (status === 404 ? [goneAt(t)] : []));
  return [deleting, ...seen];
}

function machineLooks(looks: readonly MachineLook[]): Sighting[] {
  const gone = new Set<string>();
  const look = (
    t: number,
    kind: string,
    name: string,
    status: number,
    owners?: readonly string[],
  ): Sighting[] => {
    if (gone.has(`${kind}/${name}`)) return [];
    if (status === 404) gone.add(`${kind}/${name}`);
    const isDeleting = kind === "vms";
    return [{ t, kind, name, type: status === 404 ? "DELETED" : "MODIFIED", isDeleting, owners }];
  };
  const owned = ["VirtualMachine"];
  const before = [...look(0, "secrets", "blocking", 200, owned)];
  const seen = looks.flatMap(({ t, vm, secret, secret_owners, secret_noblock }) => [
    ...look(t, "vms", "machine", vm),
    ...look(t, "secrets", "blocking", secret, secret_owners ?? owned),
    ...look(t, "secrets", "plain", secret_noblock),
  ]);
  return [...before, ...seen];
}

function volumeLooks(looks: readonly VolumeLook[]): Sighting[] {
  const look = (kind: string, t: number, phase: string | null): Sighting[] =>
    phase === null ? [] : [{ t, kind, name: "machine", type: "MODIFIED", phase }];
  const started: Sighting[] = ["vms", "dvs"].map((kind) => ({
    t: 0,
    kind,
    name: "machine",
    type: "MODIFIED",
  }));
  return [...started, ...looks.flatMap(({ t, vm, dv }) => [...look("vms", t, vm), ...look("dvs", t, dv)])];
}
