import { objectPath, RESOURCES } from "./api-paths";
import type { ApiAnswer, ApiClient } from "./api-request";
import type { DeleteOutcome, DeleteRef } from "./cluster";
import { ClusterError } from "./cluster-error";
import { record, text, timeMs, wholeNumber } from "./translate/fields";

/** API times are whole seconds: an object asked to go this long before the answer was asked by somebody earlier. */
const EARLIER_MS = 2000;

/**
 * DELETE, always in the background: the default for a Job is to orphan what it owns (recorded: its VM went on
 * running). 404 is success. Throws ClusterError, "uid-mismatch" where another object has the name by now.
 */
export async function deleteObject(
  api: ApiClient,
  ref: DeleteRef,
  signal?: AbortSignal,
): Promise<DeleteOutcome> {
  const body = {
    kind: "DeleteOptions",
    apiVersion: "v1",
    propagationPolicy: "Background",
    ...(ref.uid === undefined ? {} : { preconditions: { uid: ref.uid } }),
  };
  const path = objectPath(RESOURCES[ref.kind], ref.namespace, ref.name);
  try {
    return outcomeOf(await api.send({ method: "DELETE", path, body, signal }));
  } catch (error) {
    if (error instanceof ClusterError && error.code === "not-found") return "gone";
    throw error;
  }
}

/** A Status where nothing holds the object, the object with its deletionTimestamp (asked time + grace) where something does. */
function outcomeOf(answer: ApiAnswer): DeleteOutcome {
  const metadata = record(record(answer.body).metadata);
  const deletingAtMs = timeMs(metadata.deletionTimestamp);
  if (text(record(answer.body).kind) === "Status" || deletingAtMs === null || answer.dateMs === null) {
    return "accepted";
  }
  const askedAtMs = deletingAtMs - (wholeNumber(metadata.deletionGracePeriodSeconds) ?? 0) * 1000;
  return answer.dateMs - askedAtMs >= EARLIER_MS ? "terminating" : "accepted";
}
