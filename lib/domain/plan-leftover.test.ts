import { describe, expect, it } from "vitest";
import { LABEL, sessionLabels } from "./labels";
import { planReap } from "./reap-plan";
import type { LabSession } from "./session";
import type { World } from "./world";
import {
  idOf,
  input,
  job,
  known,
  MIN,
  NOW,
  object,
  OWNER,
  pod,
  session,
  unknown,
  vm,
  vmi,
  world,
} from "./testing/samples";

const id = idOf(5);
const name = `lab-${id}`;
const over = session({
  id,
  status: "expired",
  endReason: "expired",
  claimedAtMs: NOW - MIN,
  overAtMs: NOW - MIN,
});
const leftovers = (seen: World, rows: LabSession[]) =>
  planReap(input({ rows, world: seen })).items.flatMap((item) =>
    item.direction === "leftover" ? [item] : [],
  );
const everything = world({
  job: known(job(id)),
  service: known(object(name, id, { uid: "svc" })),
  networkPolicy: known(object(name, id, { uid: "np" })),
});

describe("leftover: what an over session left", () => {
  it("is its Job, Service and NetworkPolicy, once its machines are gone", () => {
    const found = leftovers(everything, [over]);
    expect(found.map((item) => `${item.object.kind} ${item.object.uid}`)).toEqual([
      `job job-${id}`,
      "service svc",
      "networkPolicy np",
    ]);
    expect(found[0]).toMatchObject({ hasRow: true, secretNames: [`${name}-1-init`] });
  });
  it.each([
    ["its VM is there", { vm: known(vm(id)) }],
    ["its VMI is there", { vmi: known(vmi(id)) }],
    ["its VM is terminating", { vm: known(vm(id, 1, { deletingAtMs: NOW })) }],
    ["another machine bears its label", { vm: known(vm(id, 1, { name: "x", uid: "x" })) }],
    ["a lab pod bears its label", { pod: known(pod(id, 2)) }],
    ["VMs are unknown", { vm: unknown }],
    ["VMIs are unknown", { vmi: unknown }],
    ["pods are unknown", { pod: unknown }],
  ] as const)("waits while %s", (_, changes) => {
    expect(leftovers({ ...everything, ...changes }, [over])).toEqual([]);
  });
  it("needs of the other kinds only its own", () => {
    const seen = { ...everything, job: unknown };
    expect(leftovers(seen, [over]).map((item) => item.object.kind)).toEqual(["service", "networkPolicy"]);
  });
  it.each(["provisioning", "running", "ending"] as const)("is nothing of a session that is %s", (status) => {
    const row = session({ id, status, endReason: "returned", claimedAtMs: NOW, startedAtMs: NOW - MIN });
    expect(leftovers(everything, [row])).toEqual([]);
  });
  it("passes by what is already being deleted", () => {
    expect(leftovers(world({ job: known(job(id, { deletingAtMs: NOW })) }), [over])).toEqual([]);
  });
});

describe("leftover without a row", () => {
  const hour = 60 * MIN;
  it.each([
    [hour, 0],
    [hour + 1, 1],
  ])("%d ms old: %d found", (ageMs, count) => {
    const seen = world({ job: known(job(id, { createdAtMs: NOW - ageMs })) });
    expect(leftovers(seen, [])).toHaveLength(count);
  });
  it("names as many Secrets as the Job's annotation says", () => {
    const old = { createdAtMs: NOW - 2 * hour };
    const secrets = (machineCount: number | null) =>
      leftovers(world({ job: known(job(id, { ...old, machineCount })) }), [])[0]?.secretNames;
    expect(secrets(3)).toEqual([`${name}-1-init`, `${name}-2-init`, `${name}-3-init`]);
    expect(secrets(null)).toEqual([]);
  });
  it("is under the brake, counted by session, while what has a row is not", () => {
    const ids = [1, 2, 3, 4].map(idOf);
    const seen = world({
      job: known(...ids.map((each) => job(each, { createdAtMs: NOW - 2 * hour })), job(id)),
      service: known(object(name, id, { uid: "svc" })),
    });
    const plan = planReap(input({ rows: [over], world: seen }));
    expect(plan.items.map((item) => item.sessionId)).toEqual([id, id]);
    expect(plan.held).toMatchObject([{ direction: "leftover", found: 4, allowed: 3 }]);
  });
  it.each([
    ["another environment's", { [LABEL.environment]: "prod" }],
    ["another installation's", { [LABEL.installation]: "inst-2" }],
  ])("is never %s", (_, changed) => {
    const labels = { ...sessionLabels({ ...OWNER, sessionId: id }), ...changed };
    const seen = world({ job: known(job(id, { labels, createdAtMs: NOW - 2 * hour })) });
    expect(leftovers(seen, [])).toEqual([]);
    expect(leftovers(seen, [over])).toEqual([]);
  });
  it("is never the standing NetworkPolicy, which nobody's labels own", () => {
    const standing = object("curfew-default-deny", null, { createdAtMs: NOW - 99 * hour });
    expect(leftovers(world({ networkPolicy: known(standing) }), [])).toEqual([]);
  });
});
