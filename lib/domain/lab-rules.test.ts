import { describe, expect, it } from "vitest";
import type { EgressRule, LabSpec } from "./lab";
import { checkLab, type LabRules, type LabTimes } from "./lab-rules";
import { isImageAllowed, isImagePinned, isImageWellFormed } from "./image-rules";
import { SPEC } from "./testing/samples";

const rules: LabRules = {
  imagePrefixes: ["registry.lab/"],
  machineCap: 8,
  defaultSessionMinutes: 60,
  defaultMaxMinutes: 180,
};
const times: LabTimes = { sessionMinutes: null, maxMinutes: null };
const POD: LabSpec = { ...SPEC, kind: "pod", cpus: 0.5 };
const problems = (spec: LabSpec, own = times) =>
  checkLab(spec, own, rules).map(({ path, code }) => `${path} ${code}`);
const open = (cidr: string, except: string[] = []): EgressRule => ({ cidr, except, ports: [] });

describe("checkLab", () => {
  it("finds nothing wrong with a VM and a pod as they should be", () => {
    expect(problems(SPEC)).toEqual([]);
    expect(problems({ ...POD, capabilities: ["SYS_CHROOT"] })).toEqual([]);
  });
  it.each([
    [{ sessionMinutes: 180, maxMinutes: 180 }, []],
    [{ sessionMinutes: 181, maxMinutes: 180 }, ["sessionMinutes session-over-max"]],
    [{ sessionMinutes: 240, maxMinutes: null }, ["sessionMinutes session-over-max"]],
    [{ sessionMinutes: null, maxMinutes: 30 }, ["sessionMinutes session-over-max"]],
  ])("times %j", (own, expected) => {
    expect(problems(SPEC, own)).toEqual(expected);
  });
  it.each([
    ["an image of another registry", { ...SPEC, image: "docker.io/x" }, "spec.image image-not-allowed"],
    ["an image that is none", { ...SPEC, image: "registry.lab/x y" }, "spec.image image-malformed"],
    ["half a CPU in a VM", { ...SPEC, cpus: 1.5 }, "spec.cpus cpus-whole"],
    ["a VM without memory", { ...SPEC, memoryMiB: 64 }, "spec.memoryMiB memory-too-small"],
    [
      "capabilities of a VM",
      { ...SPEC, capabilities: ["CHOWN"] },
      "spec.capabilities capabilities-pods-only",
    ],
    ["an odd share of a CPU", { ...POD, cpus: 0.33 }, "spec.cpus cpus-step"],
    [
      "power over the node",
      { ...POD, capabilities: ["CHOWN", "SYS_ADMIN"] },
      "spec.capabilities.1 capability-not-allowed",
    ],
    [
      "the network's own power",
      { ...POD, capabilities: ["NET_ADMIN"] },
      "spec.capabilities.0 capability-not-allowed",
    ],
    [
      "a clone for a pod",
      { ...POD, disk: { type: "clone", sourcePvc: "g", sourceNamespace: null, sizeMiB: 1 } },
      "spec.disk clone-vms-only",
    ],
    ["cloud-init for a pod", { ...POD, cloudInit: { a: 1 } }, "spec.cloudInit cloud-init-vms-only"],
    [
      "a novel as cloud-init",
      { ...SPEC, cloudInit: { a: "x".repeat(16_384) } },
      "spec.cloudInit cloud-init-too-long",
    ],
    ["more machines than may run", { ...SPEC, machineCount: 9 }, "spec.machineCount machines-over-cap"],
    [
      "no address in the template",
      { ...SPEC, access: { ...SPEC.access, template: "ssh" } },
      "spec.access.template template-no-address",
    ],
    [
      "an unknown placeholder",
      { ...SPEC, access: { ...SPEC.access, template: "{address} {x}" } },
      "spec.access.template placeholder-unknown",
    ],
    [
      "two lines to copy",
      { ...SPEC, access: { ...SPEC.access, template: "{address}\nrm" } },
      "spec.access.template template-one-line",
    ],
  ] satisfies [string, LabSpec, string][])("%s", (_, spec, expected) => {
    expect(problems(spec)).toEqual([expected]);
  });
  it("wants no template where nothing is to be reached", () => {
    expect(problems({ ...SPEC, access: { ...SPEC.access, protocol: "none", template: "" } })).toEqual([]);
  });
});

const EVERY_PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16"];

describe("egress", () => {
  it.each([
    ["a public address", open("93.184.216.34/32")],
    ["a course's own server", open("10.20.30.40/32")],
    ["the internet less what is private", open("0.0.0.0/0", EVERY_PRIVATE)],
    ["the internet less more than that", open("0.0.0.0/0", ["0.0.0.0/1", "128.0.0.0/1"])],
    ["IPv6 less what is local", open("::/0", ["fc00::/7", "fe80::/10"])],
  ])("may be %s", (_, rule) => {
    expect(problems({ ...SPEC, egress: [rule] })).toEqual([]);
  });
  it.each([
    ["metadata services", open("169.254.169.254/32"), 1],
    ["all of link-local", open("169.254.0.0/16"), 1],
    ["the internet as it is", open("0.0.0.0/0"), 5],
    ["the internet less all but link-local", open("0.0.0.0/0", EVERY_PRIVATE.slice(0, 4)), 1],
    ["a block around a private one", open("172.0.0.0/8"), 1],
    ["the machine itself", open("127.0.0.1/32"), 1],
    ["everybody at once", open("224.0.0.1/32"), 1],
    ["IPv6 as it is", open("::/0"), 3],
  ])("is never %s", (_, rule, count) => {
    const found = problems({ ...SPEC, egress: [rule] });
    expect(found).toEqual(Array<string>(count).fill("spec.egress.0.cidr cidr-reserved"));
  });
  it.each([
    [open("10.0.0.1/8"), "spec.egress.0.cidr cidr-malformed"],
    [open("93.0.0.0/8", ["94.0.0.0/16"]), "spec.egress.0.except.0 except-outside"],
    [open("93.0.0.0/8", ["93.0.0.0/8"]), "spec.egress.0.except.0 except-outside"],
    [open("93.0.0.0/8", ["x"]), "spec.egress.0.except.0 cidr-malformed"],
  ])("%j is malformed", (rule, expected) => {
    expect(problems({ ...SPEC, egress: [rule] })).toEqual([expected]);
  });
});

describe("images", () => {
  it.each([
    ["registry.lab/linux", true],
    ["registry.lab.example.com/linux", false],
    ["registry.lab", false],
    ["other/registry.lab/linux", false],
  ])("%s under the prefix registry.lab/: %s", (image, isAllowed) => {
    expect(isImageAllowed(image, ["registry.lab/"])).toBe(isAllowed);
  });
  it.each([
    ["registry.lab/linux:1", true],
    ["registry.lab/linux@sha256:x", true],
    ["registry.lab/linux", true],
    ["registry.lab/linux/x", true],
    ["registry.lab/linux-evil", false],
  ])("%s under the prefix registry.lab/linux: %s", (image, isAllowed) => {
    expect(isImageAllowed(image, ["registry.lab/linux"])).toBe(isAllowed);
  });
  it("are none without a prefix, or under an empty one", () => {
    expect(isImageAllowed("a", [])).toBe(false);
    expect(isImageAllowed("a", [""])).toBe(false);
  });
  it("are pinned by a digest and nothing else", () => {
    const digest = `@sha256:${"0".repeat(64)}`;
    expect(isImagePinned(`r/x:1${digest}`)).toBe(true);
    expect(isImagePinned("r/x:1")).toBe(false);
    expect(isImageWellFormed(`localhost:5000/r/x:1.2_3${digest}`)).toBe(true);
    for (const bad of ["", "R/x", "r//x", "r/x:", "r/x@sha256:0", "../x", "r/x;y"])
      expect(isImageWellFormed(bad)).toBe(false);
  });
});
