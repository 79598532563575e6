import { randomUUID } from "node:crypto";
import { apiTime } from "./conditions";
import type { EventObject } from "./objects";
import type { Store } from "./store";
import type { EventDraft } from "./world";

const MOST_KNOWN = 10_000;

/** Records events as client-go does: the same thing said again about the same object raises the count. */
export class EventRecorder {
  #names = new Map<string, string>();
  #count = 0;

  constructor(private readonly store: Store) {}

  record(draft: EventDraft, nowMs: number): void {
    const { about } = draft;
    const namespace = about.metadata.namespace ?? "default";
    const time = apiTime(nowMs);
    const seed = `${about.metadata.uid}|${draft.reason}|${draft.message}|${draft.component}|${draft.fieldPath ?? ""}`;
    const known = this.store.get("events", namespace, this.#names.get(seed) ?? "") as EventObject | undefined;
    if (known) {
      this.store.replace({ ...known, count: known.count + 1, lastTimestamp: time } as EventObject);
      return;
    }
    // Named by the nanosecond, as real ones are, so that they sort by time.
    this.#count = (this.#count + 1) % 1_000_000;
    const name = `${about.metadata.name}.${(BigInt(Math.floor(nowMs)) * 1_000_000n + BigInt(this.#count)).toString(16)}`;
    if (this.#names.size >= MOST_KNOWN) this.#names.clear();
    this.#names.set(seed, name);
    this.store.insert(eventOf(draft, name, namespace, time));
  }
}

function eventOf(draft: EventDraft, name: string, namespace: string, time: string): EventObject {
  const { about } = draft;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace, uid: randomUUID(), resourceVersion: "", creationTimestamp: time },
    involvedObject: {
      kind: about.kind,
      namespace: about.metadata.namespace,
      name: about.metadata.name,
      uid: about.metadata.uid,
      apiVersion: about.apiVersion,
      resourceVersion: about.metadata.resourceVersion,
      ...(draft.fieldPath === undefined ? {} : { fieldPath: draft.fieldPath }),
    },
    reason: draft.reason,
    message: draft.message,
    source: { component: draft.component },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: draft.type,
    eventTime: null,
    reportingComponent: draft.component,
    reportingInstance: "",
  };
}
