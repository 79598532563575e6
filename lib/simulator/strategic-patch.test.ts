import { describe, expect, it } from "vitest";
import { strategicPatch } from "./strategic-patch";

const POD = {
  spec: {
    containers: [
      {
        name: "web",
        image: "web:1",
        env: [
          { name: "A", value: "1" },
          { name: "B", value: "2" },
        ],
        ports: [{ containerPort: 80, name: "http" }],
      },
      { name: "log", image: "log:1", command: ["a", "b"] },
    ],
    tolerations: [{ key: "x" }],
  },
};
const patched = (...containers: object[]) =>
  (strategicPatch(POD, { spec: { containers } }) as typeof POD).spec.containers;

describe("a strategic merge patch", () => {
  it("merges an entry by its name, in its place, and replaces lists that name nothing", () => {
    const containers = patched({ name: "log", image: "log:2", command: ["c"] });
    expect(containers).toEqual([POD.spec.containers[0], { name: "log", image: "log:2", command: ["c"] }]);
    const other = strategicPatch(POD, { spec: { tolerations: [{ key: "y" }] } }) as typeof POD;
    expect(other.spec.tolerations).toEqual([{ key: "y" }]);
  });

  it("puts new entries first, and adds to lists within an entry", () => {
    const [added, web] = patched({ name: "proxy" }, { name: "web", env: [{ name: "C", value: "3" }] });
    expect(added).toEqual({ name: "proxy" });
    expect(web?.env?.map(({ name }) => name)).toEqual(["C", "A", "B"]);
  });

  it("names a container's port by containerPort and a Service's by port", () => {
    const [web] = patched({
      name: "web",
      ports: [{ containerPort: 80, protocol: "UDP" }, { containerPort: 90 }],
    });
    expect(web?.ports).toEqual([{ containerPort: 80, name: "http", protocol: "UDP" }, { containerPort: 90 }]);
    const service = { spec: { ports: [{ port: 80, name: "http" }] } };
    expect(strategicPatch(service, { spec: { ports: [{ port: 80, targetPort: 8080 }] } })).toEqual({
      spec: { ports: [{ port: 80, name: "http", targetPort: 8080 }] },
    });
  });

  it("takes off what a directive deletes, and replaces what one replaces", () => {
    expect(patched({ name: "web", $patch: "delete" }).map(({ name }) => name)).toEqual(["log"]);
    expect(patched({ $patch: "replace" }, { name: "only" })).toEqual([{ name: "only" }]);
    expect(strategicPatch(POD, { spec: { $patch: "replace", a: 1 } })).toEqual({ spec: { a: 1 } });
    expect(strategicPatch({ m: { a: 1 } }, { m: { $patch: "delete" } })).toEqual({ m: {} });
    const [web] = patched({ name: "web", env: [{ name: "A", $patch: "delete" }] });
    expect(web?.env).toEqual([{ name: "B", value: "2" }]);
    const held = { metadata: { finalizers: ["a", "b", "c"] } };
    expect(strategicPatch(held, { metadata: { "$deleteFromPrimitiveList/finalizers": ["b"] } })).toEqual({
      metadata: { finalizers: ["a", "c"] },
    });
  });

  it("orders a list as it is told, with entries that it is told nothing of where they were", () => {
    const order = [{ name: "log" }, { name: "web" }];
    const turned = strategicPatch(POD, { spec: { "$setElementOrder/containers": order } }) as typeof POD;
    expect(turned.spec.containers.map(({ name }) => name)).toEqual(["log", "web"]);
    const list = { metadata: { finalizers: ["a", "b", "c"] } };
    const patch = { metadata: { finalizers: ["d"], "$setElementOrder/finalizers": ["c", "d", "b"] } };
    expect(strategicPatch(list, patch)).toEqual({ metadata: { finalizers: ["a", "c", "d", "b"] } });
  });

  it("keeps of a map what $retainKeys names", () => {
    const strategy = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } };
    expect(strategicPatch(strategy, { strategy: { $retainKeys: ["type"], type: "Recreate" } })).toEqual({
      strategy: { type: "Recreate" },
    });
  });

  it.each([
    ["an unknown directive", { spec: { $patch: "twist" } }],
    ["another unknown one", { spec: { $what: 1 } }],
    ["an entry that is no object", { spec: { containers: ["web"] } }],
    ["an entry without its name", { spec: { containers: [{ image: "x" }] } }],
    ["an order that is no list", { spec: { "$setElementOrder/containers": 5 } }],
    ["keys to retain that are no list", { spec: { $retainKeys: "a" } }],
  ])("refuses %s", (_what, patch) => {
    expect(() => strategicPatch(POD, patch)).toThrow();
  });
});
