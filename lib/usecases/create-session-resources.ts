import { createSession, type CreateHooks, type CreatePlan } from "@/lib/cluster/create-session";
import { inTransaction } from "@/lib/db/database";
import { addEvent } from "@/lib/db/session-events";
import { recordJob, recordMachine } from "@/lib/db/session-facts";
import { findSession } from "@/lib/db/session-reads";
import { markCreated } from "@/lib/db/session-writes";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import type { LabSession } from "@/lib/domain/session";
import { isLive } from "@/lib/domain/states";
import type { Context } from "./context";
import { claim } from "./steps/claim-session";
import { cloudConfig, type Credentials } from "./steps/cloud-config";
import { releaseSession } from "./steps/release-session";

export interface CreateOptions {
  /** For all creates together; 90 s by design law 4. */
  readonly limitMs?: number;
}

const CREATOR: Actor = { type: "system", name: "reaper" };

/**
 * Makes what a committed row names (design law 4): whole, or not at all. Re-reads the row before each create; ends with
 * `createdAt`, and where the session is no longer live, or anything failed, it removes what it made. A process that is
 * told to stop leaves the row to the next pass.
 */
export async function createSessionResources(
  context: Context,
  row: LabSession,
  credentials: Credentials,
  { limitMs }: CreateOptions = {},
): Promise<void> {
  const plan = { ...planOf(context, row, credentials), limitMs };
  const outcome = await createSession(context.cluster, plan, hooksOf(context, row.id), context.signal);
  if (outcome.ok && (await finishCreating(context, row.id))) return;
  if (context.signal?.aborted) {
    context.log.warn({ session: row.id }, "told to stop while creating; the next pass repairs it");
    return;
  }
  await removeWhatWasMade(context, row, outcome.ok ? { code: "launch-abandoned" } : outcome.reason);
}

function planOf(context: Context, row: LabSession, credentials: Credentials): CreatePlan {
  const config = cloudConfig(row.spec, row.id, credentials);
  return {
    sessionId: row.id,
    namespace: row.namespace,
    spec: row.spec,
    lifetime: row.lifetime,
    accessCidrs: context.config.accessCidrs,
    machines: row.machines.map(({ index, name, secretName }) => ({
      index,
      name,
      secretName,
      cloudConfig: config,
    })),
  };
}

function hooksOf({ db }: Context, id: string): CreateHooks {
  return {
    async shouldContinue() {
      const row = await findSession(db.at, id);
      return row !== null && isLive(row);
    },
    onJob: (uid) => recordJob(db.at, { id, uid }),
    onMachine: (index, uid) => recordMachine(db.at, { id, index, uid }),
  };
}

async function finishCreating({ db }: Context, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isCreated = await markCreated(tx, id);
    if (isCreated) await addEvent(tx, { sessionId: id, code: "created" });
    return isCreated;
  });
}

/** A row that somebody else has claimed keeps their reason; what we made since is deleted all the same. */
async function removeWhatWasMade(context: Context, row: LabSession, reason: Reason): Promise<void> {
  context.log.warn({ session: row.id, reason: reason.code }, "the session was not created");
  const claimed = await claim(context.db.at, row, CREATOR, { endReason: "launch-failed", reason });
  const left = claimed ?? (await findSession(context.db.at, row.id));
  if (left !== null) await releaseSession(context, left);
}
