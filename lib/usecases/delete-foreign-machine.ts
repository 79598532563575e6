import type { DeleteOutcome } from "@/lib/cluster/cluster";
import type { DeleteForeignInput } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { isOurMachine, machinesOfWorld, type Machine } from "@/lib/domain/machines";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { kindsOf, unknownAmong } from "@/lib/domain/world-index";
import type { Context } from "./context";
import { tryCluster } from "./steps/cluster-refusal";

/**
 * Deletes one machine that is not ours (design law 8): the admin types its name, and it goes by the UID they saw. It
 * is looked up anew: "not-found" where that UID is gone, "conflict" where the machine is ours, "unavailable" where the
 * list cannot be read. The audit row comes first: a delete that then fails is in it too.
 */
export async function deleteForeignMachine(
  context: Context,
  actor: Actor,
  input: DeleteForeignInput,
): Promise<Result<{ readonly outcome: DeleteOutcome }>> {
  if (!may(actor, "foreign.delete")) return refuse("forbidden");
  if (input.typedName !== input.name) {
    return refuse("invalid", { fields: [{ path: "typedName", code: "not-the-name" }] });
  }
  const found = await findMachine(context, input);
  if (!found.ok) return found;
  const { environment, id: installationId } = context.installation;
  if (isOurMachine(found.value, { environment, installationId })) return refuse("conflict");
  await record(context, actor, input);
  const { kind, namespace, name, uid } = found.value;
  const deleted = await tryCluster({ verb: "delete", resource: PLURALS[kind] }, () =>
    context.cluster.deleteObject({ kind, namespace, name, uid }, context.signal),
  );
  return deleted.ok ? ok({ outcome: deleted.value }) : { ok: false, error: deleted.refusal };
}

const PLURALS = { vm: "virtualmachines", vmi: "virtualmachineinstances", pod: "pods" } as const;

async function findMachine(context: Context, wanted: DeleteForeignInput): Promise<Result<Machine>> {
  const world = await context.cluster.readMachines(context.signal);
  if (unknownAmong(world, kindsOf(wanted.kind)).length > 0) return refuse("unavailable");
  const machine = machinesOfWorld(world).find(
    ({ kind, namespace, name, uid }) =>
      kind === wanted.kind && namespace === wanted.namespace && name === wanted.name && uid === wanted.uid,
  );
  return machine === undefined ? refuse("not-found") : ok(machine);
}

async function record(context: Context, actor: Actor, input: DeleteForeignInput): Promise<void> {
  const { kind, namespace, name, uid } = input;
  await inTransaction(context.db, (tx) =>
    addAudit(tx, {
      actor,
      action: "foreign.delete",
      subjectType: "machine",
      subjectId: `${namespace}/${name}`,
      params: { kind, uid },
    }),
  );
}
