import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { SessionRow } from "@/lib/contracts/sessions";
import type { Me, StudentAnswer, StudentLab } from "@/lib/contracts/status";
import { labsForStudent } from "@/lib/db/courses";
import { databaseNow, type At } from "@/lib/db/database";
import { sshKeyOf } from "@/lib/db/people";
import { findSessionRow } from "@/lib/db/session-list";
import { findNewestOver, findOwnBlocking } from "@/lib/db/session-reads";
import { readSwitches } from "@/lib/db/switches";
import type { Actor } from "@/lib/domain/person";
import type { Config, Context } from "./context";
import { lifetimeOfLab } from "./steps/lifetime-of-lab";
import { sessionDetail } from "./steps/session-detail";
import { toSessionRow } from "./steps/session-row";

/** What a person sees of their own: the session that runs, why the last one ended, and the labs they may start. */
export async function getStudentView(context: Context, actor: Actor): Promise<Result<StudentAnswer>> {
  if (actor.type !== "person") return refuse("forbidden");
  const { at } = context.db;
  const [own, over, labs, switches, sshKey] = await Promise.all([
    findOwnBlocking(at, actor.id),
    findNewestOver(at, actor.id),
    labsForStudent(at, actor.id),
    readSwitches(at),
    sshKeyOf(at, actor.id),
  ]);
  const noNewSessions = switches.find(({ name }) => name === "no-new-sessions");
  if (noNewSessions === undefined) throw new Error("the switches are never left out");
  return ok({
    me: meOf(actor, sshKey !== null),
    session: own === null ? null : await sessionDetail(context, actor, own.id),
    lastSession: over === null ? null : await rowOf(at, actor, over.id),
    labs: labs.map((item) => studentLab(item, context.config)),
    noNewSessions,
    serverNowMs: await databaseNow(at),
  });
}

async function rowOf(at: At, actor: Actor, id: string): Promise<SessionRow | null> {
  const row = await findSessionRow(at, id);
  return row === null ? null : toSessionRow(row, actor);
}

function meOf(actor: Extract<Actor, { type: "person" }>, hasSshKey: boolean): Me {
  const { id, name, email, role } = actor;
  return { id, name, email, role, isInstructor: actor.instructs.length > 0, hasSshKey };
}

function studentLab(item: Awaited<ReturnType<typeof labsForStudent>>[number], config: Config): StudentLab {
  const { id, slug, name, description, spec } = item.lab;
  const { kind, cpus, memoryMiB, machineCount } = spec;
  const { sessionMinutes, maxMinutes } = lifetimeOfLab(item.lab, config);
  return {
    lab: { id, slug, name, description, kind, cpus, memoryMiB, machineCount, sessionMinutes, maxMinutes },
    courseId: item.courseId,
    courseName: item.courseName,
  };
}
