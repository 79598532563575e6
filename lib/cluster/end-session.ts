import { isOurs, sessionIdOfLabels } from "@/lib/domain/labels";
import { jobName } from "@/lib/domain/names";
import type { ItemFailure, LabSession, SessionMachine } from "@/lib/domain/session";
import { itemFailure } from "./classify-failure";
import type { Cluster, DeleteOutcome, DeleteRef } from "./cluster";
import { ClusterError } from "./cluster-error";

/** What a row knows of its resources; a LabSession is one. */
export type EndTarget = Pick<LabSession, "id" | "namespace" | "kind" | "jobUid"> & {
  readonly machines: readonly Pick<SessionMachine, "name" | "uid" | "secretName">[];
};
export interface EndOutcome {
  /** The cluster accepted (or 404-ed) the deletion of every resource (design law 5). */
  readonly accepted: boolean;
  readonly failures: readonly ItemFailure[];
  /** Every machine answered 404: nothing is left to wait for. */
  readonly allGone: boolean;
}

/**
 * Deletes a session's machines and Secrets by the row's names, side by side, then its Job in the background, by which
 * Kubernetes takes the rest. The Job goes last and only when all else was accepted: until then it stays the guard that
 * ends the session without us. Never throws for what the cluster does; each failure is one item of `failures`.
 */
export async function endSession(
  cluster: Cluster,
  target: EndTarget,
  signal?: AbortSignal,
): Promise<EndOutcome> {
  const end: End = { cluster, target, signal, failures: [] };
  const [machines, secrets] = await Promise.all([
    Promise.all(target.machines.map((machine) => attempt(end, machine.name, () => endMachine(end, machine)))),
    Promise.all(
      target.machines.flatMap(({ secretName }) => (secretName === null ? [] : [endSecret(end, secretName)])),
    ),
  ]);
  if ([...machines, ...secrets].every((outcome) => outcome !== null)) {
    await attempt(end, jobName(target.id), () => endJob(end));
  }
  return {
    accepted: end.failures.length === 0,
    failures: end.failures,
    allGone: machines.every((outcome) => outcome === "gone"),
  };
}

interface End {
  readonly cluster: Cluster;
  readonly target: EndTarget;
  readonly signal: AbortSignal | undefined;
  readonly failures: ItemFailure[];
}

/** null where it failed; the failure is kept. */
async function attempt(
  end: End,
  resource: string,
  act: () => Promise<DeleteOutcome>,
): Promise<DeleteOutcome | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    end.failures.push(itemFailure(resource, error));
    return null;
  }
}

async function endMachine(end: End, machine: EndTarget["machines"][number]): Promise<DeleteOutcome> {
  const { kind, namespace } = end.target;
  const ref = { kind, namespace, name: machine.name };
  try {
    const outcome = await remove(end, machine.uid === null ? ref : { ...ref, uid: machine.uid });
    // A VMI outlives its VM where somebody deleted the VM with orphaned dependents.
    return outcome === "gone" && kind === "vm" ? ((await endFound(end, machine.name)) ?? "gone") : outcome;
  } catch (error) {
    if (!isUidMismatch(error)) throw error;
    const outcome = await endFound(end, machine.name);
    if (outcome === null) throw error;
    return outcome;
  }
}

/** What now bears the name is deleted only if it too is this installation's and this session's (law 9); else null. */
async function endFound(end: End, name: string): Promise<DeleteOutcome | null> {
  const { kind, namespace } = end.target;
  const found = await end.cluster.readMachine({ kind, namespace, name }, end.signal);
  if (found.state === "gone") return "gone";
  if (!isOfSession(end, found.object.labels)) return null;
  return remove(end, { kind: found.kind, namespace, name, uid: found.object.uid });
}

/** Secrets cannot be read, so their UID is not known: by name alone, which is random and never used twice. */
function endSecret(end: End, name: string): Promise<DeleteOutcome | null> {
  return attempt(end, name, () => remove(end, { kind: "secret", namespace: end.target.namespace, name }));
}

async function endJob(end: End): Promise<DeleteOutcome> {
  const { id, jobUid, namespace } = end.target;
  const ref = { kind: "job" as const, namespace, name: jobName(id) };
  try {
    return await remove(end, jobUid === null ? ref : { ...ref, uid: jobUid });
  } catch (error) {
    if (!isUidMismatch(error)) throw error;
    const found = await end.cluster.readJob(ref, end.signal);
    if (found === null) return "gone";
    if (!isOfSession(end, found.labels)) throw error;
    return remove(end, { ...ref, uid: found.uid });
  }
}

function remove(end: End, ref: DeleteRef): Promise<DeleteOutcome> {
  return end.cluster.deleteObject(ref, end.signal);
}

function isOfSession(end: End, labels: Readonly<Record<string, string>>): boolean {
  return isOurs(labels, end.cluster.owner) && sessionIdOfLabels(labels) === end.target.id;
}

function isUidMismatch(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.code === "uid-mismatch";
}
