import { describe, expect, it } from "vitest";
import { type CapacityAnswer, toWire } from "@/lib/contracts/capacity";
import { nodeHeadrooms } from "@/lib/domain/capacity/node-headroom";
import { capacityNode, capacityWorld } from "@/lib/domain/testing/capacity-samples";
import { known } from "@/lib/domain/testing/samples";
import { capacityText } from "./capacity-text";

const NOW = Date.parse("2031-02-03T04:05:06.000Z");
const BLIND: CapacityAnswer = {
  asOfMs: NOW - 2000,
  isStale: false,
  startsHeldBy: null,
  seats: { taken: 8, cap: 8, releasing: 1, isRowsOnly: false, freeByMs: NOW + 60_000 },
  gauges: [
    {
      ...{ of: { type: "cap" }, measure: "count", used: "8", hard: "8", releasing: "1", reserved: "0" },
      ...{ percent: 100, state: "full", problem: null, scopes: [] },
    },
    {
      of: { type: "quota", namespace: "labs", quota: "team", key: "requests.memory" },
      ...{ measure: "bytes", used: null, hard: "51539607552", releasing: null, reserved: null },
      ...{ percent: null, state: "unmeasured", problem: { code: "no-status" }, scopes: [] },
    },
  ],
  nodes: null,
  labs: [],
  volumes: null,
  history: [],
  kubevirtRelease: null,
  cpuAllocationRatio: null,
  hasMetrics: false,
  unread: [{ kind: "node", error: "timeout" }],
  serverNowMs: NOW,
};
const lab: CapacityAnswer["labs"][number] = {
  ...{ id: "1", name: "Linux basics", machineCount: 1, guestMiB: 4096 },
  charge: { "requests.memory": "4640345792", "requests.cpu": "205m" },
  room: {
    ...{ sessions: 2, isAtMost: true, binds: { type: "node-memory" }, allowances: [] },
    next: { bound: { type: "quota", namespace: "labs", quota: "team", key: "pods" }, sessions: 4 },
  },
};
const volume: NonNullable<CapacityAnswer["volumes"]>[number] = {
  ...{ namespace: "labs", name: "ubuntu", phase: "Bound", size: { nano: "10737418240" } },
  ...{ deletingAtMs: null, finalizers: ["kubernetes.io/pvc-protection"], heldBy: [], labs: [], otherLabs: 0 },
};

describe("capacity in a terminal", () => {
  it("says since when it is, what is full, and by when a seat comes free", () => {
    const text = capacityText(BLIND);
    expect(text).toMatch(/^Cluster as of 2031-02-03 04:05:04Z\n/);
    expect(text).toContain("Full: a seat comes free by 2031-02-03 04:06:06Z at the latest");
    expect(text).toMatch(/cap: CURFEW_MACHINE_CAP, .* +full +8 of 8 \(100%\), 1 being released\n/);
  });
  it("says first that no start is let through, whatever there is room for", () => {
    expect(capacityText({ ...BLIND, startsHeldBy: "wrong-cluster" })).toMatch(
      /^.*\nEvery start is refused: this is/,
    );
    expect(capacityText(BLIND)).not.toContain("Every start is refused");
  });
  it("calls what could not be read unmeasured, never 0", () => {
    const text = capacityText(BLIND);
    expect(text).toContain("Could not be read: nodes (timeout).");
    expect(text).toContain("unmeasured of 48 GiB, not counted yet");
    expect(text).toContain("\nNodes\nunmeasured\n");
    expect(text).toMatch(/\nGolden volumes\nunmeasured$/);
    expect(text).toContain("KubeVirt’s release is unknown");
    expect(text).not.toMatch(/\b0 (of|GiB|CPU)/);
  });
  it("tells of each lab what binds, what would next, and what a session costs", () => {
    expect(capacityText({ ...BLIND, labs: [lab] })).toContain(
      "2 more of Linux basics: what stops the next is node memory. Without it, the quota on pods (team) would " +
        "allow 4. At most, for not everything could be measured. Each session is charged 4.3 GiB of memory " +
        "and 0.21 CPU, for 4 GiB of guest memory.",
    );
    const alike = { ...lab.room, next: lab.room.next && { ...lab.room.next, sessions: 2 } };
    expect(capacityText({ ...BLIND, labs: [{ ...lab, room: alike }] })).toContain(
      "Without it, the quota on pods (team) would stop it just as well.",
    );
    const room = { sessions: null, isAtMost: true, binds: null, next: null, allowances: [] };
    expect(capacityText({ ...BLIND, labs: [{ ...lab, charge: {}, room }] })).toContain(
      "Linux basics: unmeasured. Each session is charged unmeasured of memory and unmeasured, for 4 GiB of guest memory.",
    );
  });
  it("tells of each node what the page tells of it", () => {
    const nodes = toWire(nodeHeadrooms(capacityWorld({ node: known(capacityNode("node-1")) })));
    expect(capacityText({ ...BLIND, nodes })).toMatch(
      /node-1 +ready +32 GiB of 32 GiB free by request, real use unmeasured +.*no machine, 0 vCPUs sold per core/,
    );
  });
  it("shows golden volumes, and who keeps one that is being deleted", () => {
    const text = capacityText({ ...BLIND, volumes: [volume] });
    expect(text).toMatch(/labs\/ubuntu +10 GiB +no lab +Bound/);
    const copied = { ...volume, labs: [{ name: "Old course", isEnabled: false }], otherLabs: 2 };
    expect(capacityText({ ...BLIND, volumes: [copied] })).toContain(
      "Old course (switched off), 2 labs of other courses",
    );
    const deleting = { ...volume, deletingAtMs: NOW };
    const since = "being deleted since 2031-02-03 04:05:06Z, ";
    expect(capacityText({ ...BLIND, volumes: [deleting] })).toContain(
      `${since}it waits for its finalizers: kubernetes.io/pvc-protection`,
    );
    const used = { ...deleting, heldBy: ["virt-launcher-a"] };
    expect(capacityText({ ...BLIND, volumes: [used] })).toContain(
      `${since}it waits for pods that use it: virt-launcher-a`,
    );
    const unknown = { ...deleting, heldBy: null };
    expect(capacityText({ ...BLIND, volumes: [unknown] })).toContain(`${since}what holds it is unmeasured`);
  });
  it("tells the peaks of a day and of a week with what was refused", () => {
    const sample = (hoursAgo: number, taken: number, refused: number) => ({
      ...{ atMs: NOW - hoursAgo * 3_600_000, taken, cap: 8, releasing: 0, refused },
      ...{ refusedByQuota: 2 * refused, refusedByNodes: 0 },
    });
    const text = capacityText({ ...BLIND, history: [sample(30, 8, 2), sample(1, 5, 1)] });
    expect(text).toMatch(/Last 24 hours: Peak: 5 of 8 seats, 2031-02-03 03:05:06Z; 1 start refused/);
    expect(text).toMatch(
      /Last 7 days: Peak: 8 of 8 seats, 2031-02-01 22:05:06Z; 3 starts refused for want of a seat, 6 launches refused by a quota$/m,
    );
  });
});
