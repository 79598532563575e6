import { describe, expect, it } from "vitest";
import { labInput } from "@/lib/contracts/labs";
import type { Lab } from "@/lib/domain/lab";
import { NEW_LAB, toDraft, toInput } from "./lab-draft";

const LAB: Lab = {
  id: "1",
  slug: "web",
  name: "Web",
  description: "",
  isEnabled: true,
  sessionMinutes: 90,
  maxMinutes: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  version: 3,
  spec: {
    kind: "vm",
    image: "quay.io/x/y:1",
    cpus: 2,
    memoryMiB: 2048,
    machineCount: 3,
    disk: { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 4096 },
    ephemeralMiB: 1024,
    cloudInit: { packages: ["git"] },
    access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address}" },
    egress: [{ cidr: "203.0.113.0/24", except: ["203.0.113.7/32"], ports: [{ protocol: "UDP", port: 53 }] }],
    capabilities: [],
    graceSeconds: 30,
  },
};

describe("a lab as a form", () => {
  it("comes back as it went in", () => {
    const { slug, name, description, isEnabled, sessionMinutes, maxMinutes, spec } = LAB;
    const input = { slug, name, description, isEnabled, sessionMinutes, maxMinutes, spec };
    expect(toInput(toDraft(LAB))).toEqual({ ok: true, input });
  });

  it("has a shape that the server takes once slug, name and image are filled in", () => {
    const read = toInput({ ...NEW_LAB, slug: "new-lab", name: "New", image: "quay.io/x/y" });
    expect(read.ok && labInput.safeParse(read.input).success).toBe(true);
  });

  it("gives a pod no cloud-init and a VM no capabilities", () => {
    const text = { cloudInit: '{"a":1}', capabilities: "CHOWN, SYS_CHROOT" };
    const pod = toInput({ ...NEW_LAB, ...text, kind: "pod" });
    const vm = toInput({ ...NEW_LAB, ...text });
    expect(pod.ok && [pod.input.spec.cloudInit, pod.input.spec.capabilities]).toEqual([
      {},
      ["CHOWN", "SYS_CHROOT"],
    ]);
    expect(vm.ok && [vm.input.spec.cloudInit, vm.input.spec.capabilities]).toEqual([{ a: 1 }, []]);
  });

  it.each(["{", "[]", "null", '"text"'])("refuses cloud-init %s at its field", (cloudInit) => {
    expect(toInput({ ...NEW_LAB, cloudInit })).toEqual({
      ok: false,
      fields: [{ path: "spec.cloudInit", code: "not-json" }],
    });
  });

  it("refuses ports that it cannot read, at their rule", () => {
    const egress = [
      { cidr: "203.0.113.0/24", except: "", ports: "tcp/443" },
      { cidr: "198.51.100.0/24", except: "", ports: "443" },
    ];
    expect(toInput({ ...NEW_LAB, egress })).toEqual({
      ok: false,
      fields: [{ path: "spec.egress.1.ports", code: "bad-ports" }],
    });
  });
});
