import type { SessionAccess, SessionDetail, SessionResource } from "@/lib/contracts/sessions";
import { sshKeyOf } from "@/lib/db/people";
import { listEvents } from "@/lib/db/session-events";
import { findSessionRow, type SessionListRow } from "@/lib/db/session-list";
import { accessCommand } from "@/lib/domain/access";
import { jobName, policyName, serviceName } from "@/lib/domain/names";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { LabSession, SessionMachine } from "@/lib/domain/session";
import type { Context } from "../context";
import { sessionScope } from "./find-visible";
import { seenNow } from "./seen-now";
import { toSessionRow } from "./session-row";

/** Everything that a session's page shows. null: there is no such session. */
export async function sessionDetail(
  context: Context,
  actor: Actor,
  id: string,
): Promise<SessionDetail | null> {
  const { at } = context.db;
  const stored = await findSessionRow(at, id);
  if (stored === null) return null;
  const [events, sshKey, seen] = await Promise.all([
    listEvents(at, id),
    sshKeyOf(at, stored.studentId),
    seenNow(context.cluster, stored),
  ]);
  const row = { ...stored, machines: seen.machines };
  return {
    ...toSessionRow(row, actor, seen.launchProblem),
    launchUntilMs: row.startedAtMs + context.config.launchLimitMinutes * 60_000,
    spec: shownSpec(actor, row),
    access: row.machines.map((machine) => accessOf(row, machine)),
    events,
    resources: resourcesOf(row),
    hasSshKey: sshKey !== null,
  };
}

/** A lab's cloud-init may hold what a grader must find and a student must not: it is for those who may see the lab. */
function shownSpec(actor: Actor, row: SessionListRow): SessionDetail["spec"] {
  const { courseIds } = sessionScope(row);
  return may(actor, "lab.see", { courseIds }) ? row.spec : { ...row.spec, cloudInit: {} };
}

function accessOf(session: LabSession, machine: SessionMachine): SessionAccess {
  const { protocol, port, user, template } = session.spec.access;
  const { address } = machine;
  const isReachable = address !== null && protocol !== "none" && machine.state === "running";
  const values = { address: address ?? "", port, user, machine: machine.name, session: session.id };
  const command = isReachable ? accessCommand(template, values) : null;
  return { protocol, machineName: machine.name, address, port, user, command };
}

/** In the order of creation (design section 5). */
export function resourcesOf(session: LabSession): SessionResource[] {
  const { id, kind, jobUid, machines } = session;
  const secrets = machines.flatMap(({ secretName }) => (secretName === null ? [] : [secretName]));
  return [
    { kind: "job", name: jobName(id), uid: jobUid },
    { kind: "networkPolicy", name: policyName(id), uid: null },
    ...(machines.length > 1 ? [{ kind: "service", name: serviceName(id), uid: null } as const] : []),
    ...secrets.map((name) => ({ kind: "secret", name, uid: null }) as const),
    ...machines.map(({ name, uid }) => ({ kind, name, uid })),
  ];
}
