import { describe, expect, it } from "vitest";
import { LABEL, sessionLabels } from "./labels";
import { planReap } from "./reap-plan";
import {
  absent,
  idOf,
  input,
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
import type { LabSession } from "./session";
import type { World } from "./world";

const id = idOf(9);
const orphans = (seen: World, rows: LabSession[] = []) =>
  planReap(input({ rows, world: seen })).items.flatMap((item) =>
    item.direction === "orphan" ? [`${item.object.kind} ${item.object.uid}`] : [],
  );
const over = (status: "ended" | "expired" | "failed") =>
  session({ id, status, claimedAtMs: NOW - MIN, overAtMs: NOW - MIN });

describe("orphan: a machine with our two labels and no blocking or ending row", () => {
  it("is found as a VM, by the UID that was seen", () => {
    expect(orphans(world({ vm: known(vm(id)), vmi: known(vmi(id)) }))).toEqual([`vm uid-lab-${id}-1`]);
  });
  it("is found as a VMI left without its VM", () => {
    expect(orphans(world({ vmi: known(vmi(id)) }))).toEqual([`vmi vmi-lab-${id}-1`]);
  });
  it("is found as a lab pod, where KubeVirt is absent too", () => {
    expect(orphans(world({ vm: absent, vmi: absent, pod: known(pod(id)) }))).toEqual([`pod uid-lab-${id}-1`]);
  });
  it("is found where it has no session label", () => {
    const { [LABEL.session]: _, ...labels } = sessionLabels({ ...OWNER, sessionId: id });
    expect(orphans(world({ vm: known(vm(id, 1, { labels, name: "stray", uid: "u" })) }))).toEqual(["vm u"]);
  });
  it.each(["ended", "expired", "failed"] as const)("is found where its session is %s", (status) => {
    expect(orphans(world({ vm: known(vm(id)) }), [over(status)])).toHaveLength(1);
  });
  it.each([
    [60_000, 0],
    [60_001, 1],
  ])("%d ms old, by the clock of the answer that listed it: %d found", (ageMs, count) => {
    const dateMs = NOW + 17 * MIN;
    const seen = { state: "known", items: [vm(id, 1, { createdAtMs: dateMs - ageMs })], dateMs } as const;
    expect(orphans(world({ vm: seen }))).toHaveLength(count);
  });
});

describe("no orphan is", () => {
  it.each([
    ["one of a provisioning row", session({ id, status: "provisioning" })],
    ["one of a running row", session({ id })],
    ["one of an ending row", session({ id, status: "ending", endReason: "expired", claimedAtMs: NOW })],
    [
      "one of a row that has been ending for an hour",
      session({ id, status: "ending", endReason: "expired", claimedAtMs: NOW - 60 * MIN }),
    ],
  ])("%s", (_, row) => {
    expect(orphans(world({ vm: known(vm(id)) }), [row])).toEqual([]);
  });
  it("one that a row names, whatever its labels say", () => {
    const labels = sessionLabels({ ...OWNER, sessionId: idOf(8) });
    expect(orphans(world({ vm: known(vm(id, 1, { labels })) }), [session({ id })])).toEqual([]);
  });
  it.each([
    ["another environment's", { [LABEL.environment]: "prod" }],
    ["another installation's", { [LABEL.installation]: "inst-2" }],
    ["somebody else's", { [LABEL.managedBy]: "helm" }],
  ])("%s", (_, changed) => {
    const labels = { ...sessionLabels({ ...OWNER, sessionId: id }), ...changed };
    const seen = world({ vm: known(vm(id, 1, { labels })), pod: known(pod(id, 2, { labels })) });
    expect(orphans(seen)).toEqual([]);
  });
  it("a machine without labels", () => {
    expect(orphans(world({ vm: known(vm(id, 1, { labels: {} })) }))).toEqual([]);
  });
  it("a launcher pod, which bears the template's labels, or a pod that has a controller", () => {
    const owners = [{ kind: "ReplicaSet", name: "x", uid: "x", isController: true }];
    const seen = world({ pod: known(pod(id, 1, { isLauncher: true }), pod(id, 2, { owners })) });
    expect(orphans(seen)).toEqual([]);
  });
  it("one that is already being deleted", () => {
    expect(orphans(world({ vm: known(vm(id, 1, { deletingAtMs: NOW - MIN })) }))).toEqual([]);
  });
  it("a deadline Job or any other object", () => {
    expect(orphans(world({ service: known(object(`lab-${id}`, id)) }))).toEqual([]);
  });
});

describe("orphans are judged only from kinds that are known", () => {
  it.each([
    [
      "VMs unknown",
      world({ vm: unknown, vmi: known(vmi(id)), pod: known(pod(id, 2)) }),
      [`pod uid-lab-${id}-2`],
    ],
    ["VMIs unknown", world({ vm: known(vm(id)), vmi: unknown }), []],
    ["pods unknown", world({ vm: known(vm(id)), pod: unknown }), [`vm uid-lab-${id}-1`]],
  ] as const)("%s", (_, seen, expected) => {
    expect(orphans(seen)).toEqual(expected);
  });
});
