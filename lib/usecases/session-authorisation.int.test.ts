import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionListQuery } from "@/lib/contracts/sessions";
import type { Result } from "@/lib/contracts/result";
import { insertCourse, setMembers } from "@/lib/db/courses";
import { loadActor } from "@/lib/db/people";
import type { Actor } from "@/lib/domain/person";
import { acceptDatabase } from "./accept-database";
import { adoptCluster } from "./adopt-cluster";
import { confirmHeld } from "./confirm-held";
import { deleteForeignMachine } from "./delete-foreign-machine";
import { endSessions } from "./end-sessions";
import { extendSessions } from "./extend-sessions";
import { getReaper } from "./get-reaper";
import { getSession } from "./get-session";
import { getStudentView } from "./get-student-view";
import { listSessions } from "./list-sessions";
import { setSwitch } from "./set-switch";
import { startMachine } from "./start-machine";
import { startSession } from "./start-session";
import { openLabWorld, type LabWorld } from "./test-lab-world";

const WHO = ["owner", "student", "instructor", "outsider", "admin", "cli", "cronjob"] as const;
type Who = (typeof WHO)[number];

let world: LabWorld;
let sessionId: string;
let actors: Record<Who, Actor>;
beforeAll(async () => {
  world = await openLabWorld();
  const started = await startSession(world.context, world.student, { labId: world.lab.id });
  sessionId = started.ok ? started.value.id : "";
  await world.settled();
  const stranger = await world.addStranger();
  const { id } = await insertCourse(world.db.at, { name: "Elsewhere", description: "" });
  await setMembers(world.db.at, { id, members: [{ personId: stranger.id, role: "instructor" }] });
  actors = {
    owner: world.student,
    student: await world.addStudent(),
    instructor: world.instructor,
    outsider: (await loadActor(world.db.at, stranger.id)) ?? stranger,
    admin: world.admin,
    cli: { type: "system", name: "cli" },
    cronjob: { type: "system", name: "cronjob" },
  };
});
afterAll(() => world.close());

type Act = (actor: Actor) => Promise<Result<unknown>>;
const FOREIGN = { kind: "vm", namespace: "n", name: "x", uid: "u", typedName: "x" } as const;
const one = (answer: Result<{ result: Result<unknown> }[]>) =>
  answer.ok ? (answer.value[0]?.result ?? answer) : answer;
const ofSession: readonly Who[] = ["owner", "instructor", "admin", "cli"];
const ofAdmin: readonly Who[] = ["admin", "cli"];
const ofStaff: readonly Who[] = ["instructor", "outsider", "admin", "cli"];

/** Per use case: how to call it, and who gets past the permission (whatever else then refuses it). */
const USE_CASES: Record<string, { may: readonly Who[]; act: Act }> = {
  startSession: {
    may: ofSession,
    act: (a) => startSession(world.context, a, { labId: world.lab.id, studentId: world.student.id }),
  },
  extendSessions: {
    may: ofSession,
    act: async (a) => one(await extendSessions(world.context, a, { ids: [sessionId] })),
  },
  startMachine: {
    may: ofSession,
    act: (a) => startMachine(world.context, a, { sessionId, machineName: `lab-${sessionId}-1` }),
  },
  getSession: { may: ofSession, act: (a) => getSession(world.context, a, { id: sessionId }) },
  listSessions: {
    may: ["owner", "student", "instructor", "outsider", "admin", "cli"],
    act: (a) => listSessions(world.context, a, sessionListQuery.parse({})),
  },
  getStudentView: {
    may: ["owner", "student", "instructor", "outsider", "admin"],
    act: (a) => getStudentView(world.context, a),
  },
  getReaper: { may: ofStaff, act: (a) => getReaper(world.context, a) },
  setSwitch: { may: ofAdmin, act: (a) => setSwitch(world.context, a, { name: "stop-reaping", isOn: false }) },
  confirmHeld: {
    may: ofAdmin,
    act: (a) => confirmHeld(world.context, a, { direction: "ghost", keys: ["k"] }),
  },
  adoptCluster: { may: ofAdmin, act: (a) => adoptCluster(world.context, a, { typedNamespace: "x" }) },
  acceptDatabase: { may: ofAdmin, act: (a) => acceptDatabase(world.context, a, { typedNumber: 1 }) },
  deleteForeignMachine: { may: ofAdmin, act: (a) => deleteForeignMachine(world.context, a, FOREIGN) },
  // Last: it changes what the others look at.
  endSessions: {
    may: ofSession,
    act: async (a) => one(await endSessions(world.context, a, { ids: [sessionId] })),
  },
};
const DENIED = ["forbidden", "not-found"];

describe.each(Object.entries(USE_CASES))("%s", (name, { may, act }) => {
  const sorted = [...WHO].sort((a, b) => Number(may.includes(a)) - Number(may.includes(b)));
  it.each(sorted.map((who) => [who, may.includes(who)] as const))("%s: %s", async (who, isAllowed) => {
    const rows = () => world.sql("SELECT * FROM lab_session ORDER BY id");
    const audits = () => world.sql("SELECT count(*) AS n FROM audit_entry");
    const before = [await rows(), await audits()];
    const answer = await act(actors[who]);
    const isDenied =
      !answer.ok && DENIED.includes(answer.error.code) && !(name === "deleteForeignMachine" && isAllowed);
    expect(isDenied).toBe(!isAllowed);
    if (!isAllowed) expect([await rows(), await audits()]).toEqual(before);
  });
});
