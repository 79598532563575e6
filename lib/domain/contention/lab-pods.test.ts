import { describe, expect, it } from "vitest";
import type { ContendedPod } from "./contention-world";
import { analyse } from "./report";
import { INCIDENT_NOW, incidentWorld, known, START, testContainer, testNode, testPod } from "./test-incident";

/** Three minutes after a class began. */
const NOW = START + 180_000;
const CHOICE = {
  ...{ namespaces: [], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "labs" as const,
};
/** The launcher of a VM with two cores, for which KubeVirt asks for 100m each. */
function launcher(index: number, node: string): ContendedPod {
  const state = { kind: "running", startedAtMs: START + 5000 + index * 500 } as const;
  const compute = { name: "compute", requestCpu: 0.2, liveness: null, env: {}, state };
  return testPod(`virt-launcher-lab-${index}`, {
    ...{ namespace: "curfew-vms", nodeName: node, isLauncher: true, createdAtMs: START + index * 500 },
    ...{ scheduledAtMs: START + index * 500, requestCpu: 0.2, readySinceMs: START + 8000 },
    owner: { kind: "VirtualMachineInstance", name: `lab-${index}`, uid: `vmi-${index}` },
    containers: [testContainer(compute)],
  });
}
const bare = testPod("lab-pod", {
  ...{ namespace: "curfew-vms", nodeName: "node-1", isManaged: true, createdAtMs: START, requestCpu: 1 },
});
const vms = Array.from({ length: 10 }, (_, index) => launcher(index, index < 8 ? "node-1" : "node-2"));
const classOf = (pods: readonly ContendedPod[], usedCpu: number) =>
  analyse(
    incidentWorld({
      node: known([1, 2, 3].map((n) => testNode(`node-${n}`))),
      pod: known([...pods, testPod("service", { createdAtMs: START, nodeName: "node-3" })]),
      event: known([]),
      nodeUsage: known([{ name: "node-1", cpu: usedCpu, memory: null }]),
    }),
    CHOICE,
    NOW,
  );

describe("a class that starts at once", () => {
  const report = classOf([...vms, bare], 7.9);
  const linkOf = (code: string, of = report) => of.links.find((each) => each.code === code);
  it("is in the same tables: launchers and lab pods, and no pod of anybody else", () => {
    expect(report.nodes.map(({ name, newPods }) => [name, newPods])).toEqual([
      ["node-1", 9],
      ["node-2", 2],
      ["node-3", 0],
    ]);
    expect(report.pods.map(({ namespace }) => namespace)).toEqual(Array(11).fill("curfew-vms"));
  });
  it("is seen as the same phenomenon: crowded, together, starved", () => {
    expect(report.focus).toBe("node-1");
    for (const code of ["crowded-placement", "simultaneous-cold-start", "starvation-by-weight"])
      expect(linkOf(code)?.state).toBe("shown");
    expect(linkOf("liveness-budget-exceeded")?.state).toBe("ruled-out");
    expect(report.concentration.state).toBe("no-restarts");
  });
  it("does not take a VM's Ready for a guest that has booted", () => {
    expect(report.nodes[0]).toMatchObject({ coldStarting: null, youngGuests: 8 });
    expect(linkOf("simultaneous-cold-start")?.figures).toContainEqual({
      code: "young-guests",
      params: { node: "node-1", pods: 8 },
    });
    const old = analyse(incidentWorld({ pod: known(vms) }), CHOICE, INCIDENT_NOW);
    expect(old.nodes[0]).toMatchObject({ coldStarting: 0, youngGuests: 0 });
  });
  it("is not starved where the node has CPU left", () => {
    expect(linkOf("starvation-by-weight", classOf([...vms, bare], 3))?.state).toBe("unmeasured");
  });
  it("has no patch: nothing that can be patched makes these pods", () => {
    for (const { patches, unpatchedPods } of report.measures) {
      expect(patches).toEqual([]);
      expect(unpatchedPods).toBe(11);
    }
  });
});
