import { describe, expect, it } from "vitest";
import { LABEL, MANAGED_BY } from "../labels";
import type { LabSession } from "../session";
import { capacityNode, capacityPod, capacityWorld, nano } from "../testing/capacity-samples";
import {
  idOf,
  known,
  NS,
  OWNER,
  session,
  SPEC,
  unknown,
  vm,
  vmi,
  world as machinesIn,
  worldOf,
} from "../testing/samples";
import type { World } from "../world";
import { type BindingInput, labRoom } from "./binding";
import type { CapacityWorld } from "./capacity-world";
import { parseQuantity } from "./quantity";
import type { Quota } from "./quota";
import { whenEmpty } from "./when-empty";

const VMS = "count/virtualmachines.kubevirt.io";
const quota = (resources: Readonly<Record<string, readonly [hard: string, used: string]>>): Quota => ({
  ...{ namespace: NS, name: "team", scopes: [] },
  resources: Object.entries(resources).map(([key, [hard, used]]) => ({
    ...{ key, hard: parseQuantity(hard), used: parseQuantity(used) },
  })),
});
const ROW = session({ n: 1 });
const LAUNCHER = { nodeName: "n0", isLauncher: true };
const OUR_POD = capacityPod("ours", { memory: "4Gi" }, { ...LAUNCHER, isManaged: true, sessionId: ROW.id });

function emptied(
  world: Partial<CapacityWorld>,
  machines: World = worldOf(ROW),
  rows: readonly LabSession[] = [ROW],
): BindingInput {
  const full: BindingInput = {
    seats: { taken: 8, cap: 8 },
    world: capacityWorld({ node: known(capacityNode("n0")), pod: known(OUR_POD), ...world }),
    underWay: [{ namespace: NS, spec: SPEC, isMade: false }],
  };
  return whenEmpty(full, { rows, machines, ...OWNER });
}
const usedOf = ({ world: { quota: seen } }: BindingInput) =>
  seen.state === "known"
    ? Object.fromEntries(seen.items[0]!.resources.map(({ key, used }) => [key, used]))
    : null;
const labels = { [LABEL.managedBy]: MANAGED_BY, [LABEL.environment]: "prod", [LABEL.session]: idOf(9) };
const FOREIGN = { labels, name: "foreign" };

describe("whenEmpty", () => {
  it("leaves out our machines and launches, and keeps the pods of everybody else", () => {
    const pod = known(
      OUR_POD,
      capacityPod("vm", { memory: "8Gi" }, LAUNCHER),
      capacityPod("theirs", { memory: "8Gi" }, { nodeName: "n0", isManaged: true, sessionId: idOf(9) }),
      capacityPod("database", { memory: "1Gi" }, { nodeName: "n0" }),
    );
    const empty = emptied({ pod });
    expect(empty.world.pod).toMatchObject({
      items: [{ name: "vm" }, { name: "theirs" }, { name: "database" }],
    });
    // 15Gi of 32 are left, and one asks for 4.3Gi.
    expect(labRoom(SPEC, NS, empty)).toMatchObject({ sessions: 3, binds: { type: "node-memory" } });
  });

  it("keeps the seats of machines that are not of this installation", () => {
    const machines = machinesIn({
      vm: known(
        vm(ROW.id),
        vm(idOf(9), 1, FOREIGN),
        vm(idOf(8), 1, { labels, name: "parked", printableStatus: "Stopped" }),
        vm(idOf(7)),
      ),
      vmi: known(vmi(ROW.id), vmi(idOf(9), 1, FOREIGN), vmi(idOf(7))),
    });
    expect(emptied({}, machines).seats).toEqual({ taken: 1, cap: 8, isRowsOnly: false });
    expect(emptied({}).seats.taken).toBe(0);
  });

  it("keeps what others use of a quota, and takes off what our machines and their parts are charged", () => {
    const disk = { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 10_240 } as const;
    const row = session({ n: 1, spec: { ...SPEC, disk } });
    const used = quota({
      "requests.memory": ["48Gi", "10Gi"],
      pods: ["8", "3"],
      [VMS]: ["8", "2"],
      secrets: ["9", "5"],
      "requests.storage": ["90Gi", "15Gi"],
    });
    const machines = machinesIn({ vm: known(vm(ROW.id), vm(idOf(9), 1, FOREIGN)) });
    expect(usedOf(emptied({ quota: known(used) }, machines, [row]))).toEqual({
      "requests.memory": { nano: nano("6Gi") },
      pods: { nano: nano("2") },
      [VMS]: { nano: nano("1") },
      secrets: { nano: nano("4") },
      "requests.storage": { nano: nano("5Gi") },
    });
  });

  it("takes an orphan of ours for ours, and nothing below nothing", () => {
    const orphan = machinesIn({ vm: known(vm(ROW.id)), vmi: known(vmi(ROW.id)) });
    const used = quota({ pods: ["8", "0"], [VMS]: ["8", "1"] });
    const empty = emptied({ quota: known(used) }, orphan, []);
    expect(usedOf(empty)).toEqual({ pods: { nano: 0n }, [VMS]: { nano: 0n } });
    expect(empty.world.pod).toMatchObject({ items: [] });
  });

  it("leaves a count that is no quantity as it is, and says at most where it cannot tell whose things are", () => {
    const odd = quota({ pods: ["8", "some"] });
    expect(usedOf(emptied({ quota: known(odd) }))).toEqual({ pods: { invalid: "some" } });
    const blind = emptied({ quota: known(quota({ pods: ["8", "8"] })), pod: unknown });
    expect(labRoom(SPEC, NS, blind)).toMatchObject({ sessions: 8, isAtMost: true, binds: { type: "cap" } });
    const noMachines = emptied({}, machinesIn({ vm: unknown }));
    expect(noMachines.seats).toEqual({ taken: 0, cap: 8, isRowsOnly: true });
  });
});
