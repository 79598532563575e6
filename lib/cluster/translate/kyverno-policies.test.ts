import { describe, expect, it } from "vitest";
import { mayDelete } from "@/lib/domain/kyverno-policy";
import { cleanupPolicy, deletingPolicy } from "./kyverno-policies";

const cleanup = (resources: object, namespace?: string, how = "any") =>
  cleanupPolicy({
    metadata: { name: "p", namespace },
    spec: { schedule: "* * * * *", match: { [how]: [{ resources }] } },
  });
const deleting = (rule: object) =>
  deletingPolicy({ metadata: { name: "p" }, spec: { matchConstraints: { resourceRules: [rule] } } });

describe("what a policy of Kyverno's may delete", () => {
  it.each([
    [["VirtualMachine"], ["vm"]],
    [["kubevirt.io/v1/VirtualMachine"], ["vm"]],
    [["v1/Pod"], ["pod"]],
    [["*"], ["vm", "pod", "job"]],
    [["kubevirt.io/*/*"], ["vm"]],
    [["Virtual*"], ["vm"]],
    [["batch/v1/Job"], ["job"]],
    [["VirtualMachineInstance", "Deployment", "apps/v1/*"], undefined],
  ])("%j selects %j", (kinds, ours) => {
    expect(cleanup({ kinds })?.rules[0]?.kinds).toEqual(ours);
    expect(cleanup({ kinds }, undefined, "all")?.rules[0]?.kinds).toEqual(ours);
  });

  it.each([
    [{ apiGroups: ["kubevirt.io"], resources: ["virtualmachines"] }, ["vm"]],
    [{ apiGroups: [""], resources: ["pods"] }, ["pod"]],
    [{ apiGroups: ["apps"], resources: ["*"] }, undefined],
    [{ apiGroups: ["*"], resources: ["*/*"] }, ["vm", "pod", "job"]],
  ])("%j selects %j", (rule, ours) => {
    expect(deleting(rule)?.rules[0]?.kinds).toEqual(ours);
  });

  it("is in the namespaces that it names, and of a namespaced one in its own alone", () => {
    const named = cleanup({ kinds: ["Pod"], namespaces: ["lab-?", "x*"] });
    if (!named) throw new Error("no policy");
    expect(["lab-1", "xy", "lab-12", "labs"].map((namespace) => mayDelete(named, "pod", namespace))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(mayDelete(named, "vm", "lab-1")).toBe(false);
    const own = cleanup({ kinds: ["Job"], namespaces: ["*"] }, "labs");
    if (!own) throw new Error("no policy");
    // With the deadline Job goes its machine, of whichever kind.
    expect([mayDelete(own, "vm", "labs"), mayDelete(own, "vm", "other")]).toEqual([true, false]);
    expect(own.name).toBe("labs/p");
  });

  it("is nothing where the object is none that we know how to read", () => {
    expect(cleanupPolicy({})).toBeNull();
    expect(deletingPolicy({ spec: { matchConstraints: { resourceRules: "x" } } })).toBeNull();
  });
});
