import type { EventObject } from "../objects";
import { NOTHING, ownWakes } from "../world";
import type { Controller } from "../world";

const KEPT_MS = 3_600_000;

/** Events are kept for an hour after they were last seen (kube-apiserver --event-ttl). */
export const eventExpiry: Controller = {
  name: "event-expiry",

  wakes: (change) => ownWakes(change, "events"),

  reconcile(target, world, nowMs) {
    const event = world.objects.get(target.resource, target.namespace, target.name) as
      EventObject | undefined;
    if (!event) return NOTHING;
    const dueMs = Date.parse(event.lastTimestamp ?? event.metadata.creationTimestamp) + KEPT_MS;
    return nowMs < dueMs ? { changes: [], dueMs } : { changes: [{ do: "delete", object: event }] };
  },
};
