import type { StoreSshKeyInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { storeSshKey as store } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { parseSshPublicKey } from "@/lib/domain/ssh-key";
import type { Context } from "./context";

/** Stores one's own SSH public key for the sessions to come, or removes it where it is empty. */
export async function storeSshKey(
  context: Context,
  actor: Actor,
  input: StoreSshKeyInput,
): Promise<Result<{ id: string }>> {
  const id = input.id ?? (actor.type === "person" ? actor.id : undefined);
  if (id === undefined || !may(actor, "ssh-key.store", { personId: id })) return refuse("forbidden");
  const isRemoval = input.publicKey === "";
  const parsed = isRemoval ? null : parseSshPublicKey(input.publicKey);
  if (parsed?.ok === false) return refuse("invalid", { fields: [{ path: "publicKey", code: parsed.code }] });
  const isStored = await inTransaction(context.db, async (tx) => {
    if (!(await store(tx, { id, publicKey: parsed?.line ?? null }))) return false;
    await addAudit(tx, {
      actor,
      action: isRemoval ? "ssh-key.remove" : "ssh-key.store",
      subjectType: "person",
      subjectId: id,
      params: { type: parsed?.type ?? null },
    });
    return true;
  });
  return isStored ? ok({ id }) : refuse("not-found");
}
