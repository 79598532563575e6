import type { ClusterError } from "@/lib/cluster/cluster-error";
import { ok, refuse, type Refusal, type Result } from "@/lib/contracts/result";
import type { StartMachineInput } from "@/lib/contracts/sessions";
import { addAudit } from "@/lib/db/audit";
import { databaseNow, inTransaction } from "@/lib/db/database";
import { addEvent } from "@/lib/db/session-events";
import { isExpired } from "@/lib/domain/lifetime";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import { isLive } from "@/lib/domain/states";
import type { Context } from "./context";
import { checkCluster } from "./steps/check-cluster";
import { tryCluster } from "./steps/cluster-refusal";
import { findVisible } from "./steps/find-visible";

/**
 * Starts a machine that was powered off from inside. It kept its seat, so none is asked for; an ephemeral disk starts
 * afresh. A machine that runs already stays as it is. "conflict" for a lab pod, which cannot be stopped.
 */
export async function startMachine(
  context: Context,
  actor: Actor,
  { sessionId, machineName }: StartMachineInput,
): Promise<Result<{ readonly id: string }>> {
  const row = await findVisible(context, actor, "session.start-machine", sessionId);
  if (row === null || !row.machines.some((machine) => machine.name === machineName))
    return refuse("not-found");
  if (!isLive(row)) return refuse("refused", { reason: { code: "session-over" } });
  if (isExpired(row.expiresAtMs, await databaseNow(context.db.at))) {
    return refuse("refused", { reason: { code: "session-expired" } });
  }
  if (row.kind !== "vm") return refuse("conflict");
  const refusal = await checkCluster(context, [row.namespace], "start");
  if (refusal !== null) return { ok: false, error: refusal };
  const started = await tryCluster({ verb: "update", resource: "virtualmachines/start" }, () =>
    context.cluster.startMachine({ namespace: row.namespace, name: machineName }, context.signal),
  );
  if (!started.ok) return notStarted(started.error, started.refusal, machineName);
  await record(context, actor, row, machineName);
  return ok({ id: row.id });
}

function notStarted(error: ClusterError, refusal: Refusal, machine: string): Result<never> {
  if (error.code !== "not-found") return { ok: false, error: refusal };
  return refuse("refused", { reason: { code: "machine-missing", params: { machine } } });
}

async function record(context: Context, actor: Actor, row: LabSession, machineName: string): Promise<void> {
  const params = { machine: machineName };
  await inTransaction(context.db, async (tx) => {
    await addEvent(tx, { sessionId: row.id, code: "machine-started", params, actor: actor.name });
    await addAudit(tx, {
      actor,
      action: "session.start-machine",
      subjectType: "session",
      subjectId: row.id,
      courseId: row.courseId,
      params,
    });
  });
}
