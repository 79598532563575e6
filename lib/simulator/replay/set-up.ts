import type { Rule } from "../access";
import type { Simulator } from "../simulator";
import type { Draft } from "../world";
import type { Recording } from "./recording";
import { SET_UPS } from "./set-ups/all-set-ups";

type Request = Recording["request"];

/** The state that a recording needs. What is left out is taken from the recording's own answer where that tells it. */
export interface SetUp {
  /** They stand in the cluster as they are here. */
  readonly objects?: readonly Draft[];
  /** Recordings whose requests are sent first, in this order. */
  readonly after?: readonly string[];
  /** What happens after those, just before the request. */
  readonly then?: (simulator: Simulator) => void;
  /** Puts this cluster's versions into the request. */
  readonly rewrite?: (request: Request, simulator: Simulator) => Request;
  /** What alice may do besides what she could when most was recorded. */
  readonly aliceRules?: readonly Rule[];
  /** The answer lists kinds, of which this cluster serves fewer: those that it serves are compared. */
  readonly isPart?: boolean;
}

export interface WatchLine {
  readonly type: string;
  readonly object: Draft;
}

/** Objects out of recorded answers, for a set-up. */
export class Recorded {
  constructor(private readonly recordings: ReadonlyMap<string, Recording>) {}

  /** The objects that these recordings answered. */
  of(...names: string[]): Draft[] {
    return names.flatMap((name) => objectsIn(this.#get(name).response.body));
  }

  /** The same, as they were before somebody asked to delete them. */
  undeleted(...names: string[]): Draft[] {
    return this.of(...names).map(beforeDeletion);
  }

  /** The object that a recording sent, in the namespace it was sent to. */
  sent(name: string): Draft {
    const { path, body } = this.#get(name).request;
    const namespace = /\/namespaces\/([^/]+)\//.exec(path)?.[1];
    const draft = body as Draft;
    return { ...draft, metadata: { ...draft.metadata, namespace } };
  }

  /** The lines of a watch. */
  events(name: string): WatchLine[] {
    return (this.#get(name).response.events ?? []) as WatchLine[];
  }

  #get(name: string): Recording {
    const recording = this.recordings.get(name);
    if (!recording) throw new Error(`There is no recording ${name}.`);
    return recording;
  }
}

export type SetUpOf = (recorded: Recorded) => SetUp;

/** The set-up of a recording: its row in the tables over what its own answer says of the state before it. */
export function setUpOf(name: string, recordings: ReadonlyMap<string, Recording>): SetUp {
  const recording = recordings.get(name);
  if (!recording) throw new Error(`There is no recording ${name}.`);
  const recorded = new Recorded(recordings);
  return { objects: impliedObjects(recording), ...SET_UPS[name]?.(recorded) };
}

/** What must have been there for this answer: what a read showed, and what a deletion deleted. */
function impliedObjects({ request, response }: Recording): Draft[] {
  if (response.status !== 200 || response.body === undefined) return [];
  if (request.method === "GET") return objectsIn(response.body);
  if (request.method !== "DELETE") return [];
  const objects = objectsIn(response.body);
  return objects.length > 0 ? objects.map(beforeDeletion) : statusObject(request.path, response.body);
}

function objectsIn(body: unknown): Draft[] {
  const {
    kind = "",
    apiVersion = "",
    items,
  } = (body ?? {}) as {
    kind?: string;
    apiVersion?: string;
    items?: Draft[];
  };
  if (items === undefined) return kind === "" || kind === "Status" ? [] : [body as Draft];
  return items.map((item) => ({ ...item, apiVersion, kind: kind.replace(/List$/, "") }));
}

/** An object as it was before its deletion began: DELETE raises the generation and adds the collector's finalizers. */
function beforeDeletion(object: Draft): Draft {
  const { deletionTimestamp, deletionGracePeriodSeconds, generation, finalizers, ...rest } = object.metadata;
  if (deletionTimestamp === undefined) return object;
  void deletionGracePeriodSeconds;
  const kept = finalizers?.filter((one) => one !== "foregroundDeletion" && one !== "orphan");
  const metadata = {
    ...rest,
    ...(generation === undefined ? {} : { generation: generation - 1 }),
    ...(kept && kept.length > 0 ? { finalizers: kept } : {}),
  };
  return { ...object, metadata };
}

/** The little that a Success Status tells of what was deleted. */
function statusObject(path: string, body: unknown): Draft[] {
  const { details = {} } = body as { details?: { name?: string; uid?: string } };
  const { pathname } = new URL(path, "http://localhost");
  const match =
    /^\/(?:api\/v1|apis\/([^/]+)\/([^/]+))\/namespaces\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const [, group, version, namespace, plural = "", name] = match;
  const kinds: Record<string, string> = { secrets: "Secret", jobs: "Job", services: "Service" };
  const kind = kinds[plural];
  if (kind === undefined || name === undefined || name !== details.name) return [];
  const apiVersion = group === undefined ? "v1" : `${group}/${version ?? ""}`;
  const status = kind === "Job" ? { status: {} } : {};
  return [{ apiVersion, kind, metadata: { name, namespace, uid: details.uid }, ...status }];
}
