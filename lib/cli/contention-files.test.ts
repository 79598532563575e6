import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { playedInThePast, SHOP } from "@/lib/simulator/cold-start";
import { REAL_DELAYS } from "@/lib/simulator/world";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "curfew-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A call that must not open anything. */
async function call(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const open = () => Promise.reject(new Error("opened"));
  const io = {
    program: "curfew",
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    open,
  };
  const status = await runCommand(COMMANDS, ["contention", ...words], io);
  return { status, out: out.join("\n"), err: err.join("\n") };
}
function save(name: string, document: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe("contention from files", () => {
  it("tells the incident from what kubectl wrote, without database or cluster", async () => {
    const settings = {
      ...{ delays: REAL_DELAYS, hasKubevirt: true, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
    };
    const { store } = playedInThePast(settings, Date.now());
    const kinds = ["nodes", "pods", "events", "replicasets.apps", "deployments.apps"];
    const from = kinds.flatMap((kind) => [
      "--from",
      save(`${kind}.json`, {
        apiVersion: "v1",
        kind: "List",
        items: store.list(kind, kind === "nodes" ? undefined : SHOP),
      }),
    ]);
    const { status, out } = await call(...from);
    expect(status).toBe(0);
    expect(out).toMatch(
      /Restarts are concentrated on services-1: \d+ of \d+ restarts .* hit its 12 of 23 pods/,
    );
    expect(out).toContain("- **CPU request lowered**: shown. 20 of 20 Deployments");
    expect(out).toContain("- **Crowded placement**: shown. services-1 took 12 of 23 pods");
    expect(out).toContain("- **Liveness budget exceeded**: shown.");
    expect(out).toContain("killed by the liveness probe");
    const csv = (await call(...from, "--csv", "nodes")).out.split("\r\n");
    expect(csv[0]).toContain("Node,New pods,Restarts");
    expect(csv.find((line) => line.startsWith("services-1,"))).toMatch(/^services-1,12,\d+,/);
    const json = JSON.parse((await call(...from, "--json")).out) as { concentration: object; focus: string };
    expect(json.concentration).toMatchObject({ state: "concentrated", node: "services-1" });
    expect(json.focus).toBe("services-1");
  });
  it.each([
    ["text", "pods", "is no JSON"],
    ["nothing", "", "is empty"],
    ["white space", " \n", "is empty"],
    ["a byte order mark alone", "\uFEFF", "is empty"],
    ["YAML", "apiVersion: v1\nitems: []\nkind: List\n", "is YAML and no JSON"],
    ["several YAML documents", "---\nkind: Pod\n", "is YAML and no JSON"],
    ["a table", "NAMESPACE   NAME   READY\nshop   a   1/1\n", "is a table and no JSON"],
    ["an error", "Error from server (Forbidden): pods is forbidden", "holds an error of kubectl"],
    ["half of it", '{"kind":"List","items":[{"kind":"Pod"', "is broken JSON, perhaps cut short"],
    ["one and a half", '{"kind":"List","items":[]}{"kind":', "is broken JSON, perhaps cut short"],
    ["an array", "[]", "is JSON, but no object of Kubernetes"],
    ["a number", "1", "is JSON, but no object of Kubernetes"],
    ["null", "null", "is JSON, but no object of Kubernetes"],
    ["an object of something else", '{"a":1}', "has no kind"],
    ["a kind that is none", '{"kind":1}', "has no kind"],
    ["bytes", new Uint8Array([0x80, 0xfe, 0x00]), "is no text"],
  ])("refuses %s by the file's name, with what to do", async (_name, content, sentence) => {
    const file = path.join(folder, "f.json");
    writeFileSync(file, content);
    const { status, out, err } = await call("--from", file);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain(`f.json ${sentence}`);
    expect(err).toContain("write it with `kubectl get … -o json`.");
  });
  it.each([
    [(in_: string) => path.join(in_, "none.json"), "none.json is not there."],
    [(in_: string) => in_, "is a folder: name the files in it."],
  ])("refuses what is no file", async (of, sentence) =>
    expect(await call("--from", of(folder))).toMatchObject({
      status: 1,
      err: expect.stringContaining(sentence),
    }),
  );
  const POD = {
    ...{ kind: "Pod", metadata: { name: "a", namespace: "shop", uid: "u" } },
    ...{ spec: { nodeName: "n1", containers: [{ name: "app" }] } },
    status: { containerStatuses: [{ name: "app", restartCount: 2 }] },
  };
  const NODE = { kind: "Node", metadata: { name: "n1" } };
  const one = JSON.stringify(POD);
  it.each([
    ["a single object", one],
    ["with a byte order mark", `\uFEFF${one}`],
    ["as PowerShell writes it", Buffer.from(`\uFEFF${one}`, "utf16le")],
    ["one after another", `${one}\n${JSON.stringify(NODE, null, 2)}\n`],
    ["one after another, on one line", one + JSON.stringify(NODE)],
    ["the same twice", one + one],
    [
      "a list of kinds, some unknown",
      JSON.stringify({ kind: "List", items: [POD, NODE, null, { kind: "Gadget" }, {}] }),
    ],
    [
      "a list of one kind, whose items name none",
      JSON.stringify({ kind: "PodList", items: [{ ...POD, kind: undefined }] }),
    ],
  ])("analyses %s", async (_name, content) => {
    const file = path.join(folder, "f.json");
    writeFileSync(file, content);
    // Its creation is not told, so that only without a window it is looked at.
    const { status, out } = await call("--from", file, "--csv", "pods", "--labs");
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining("Namespace,Pod") });
    const { status: whole, out: json } = await call("--from", file, "--json");
    expect(whole).toBe(0);
    expect(JSON.parse(json)).toMatchObject({ knowledge: { pod: "known" }, undatedPods: 1 });
  });
  it("never fails otherwise, whatever a file holds", async () => {
    const file = path.join(folder, "f.json");
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.tuple(fc.json(), fc.json()).map((two) => two.join("\n")),
      fc
        .record({
          kind: fc.constantFrom("Pod", "PodList", "List", "Event", "NodeMetricsList"),
          items: fc.jsonValue(),
        })
        .map((each) => JSON.stringify(each)),
      fc
        .record({
          kind: fc.constant("Pod"),
          metadata: fc.jsonValue(),
          spec: fc.jsonValue(),
          status: fc.jsonValue(),
        })
        .map((each) => JSON.stringify(each)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (content) => {
        writeFileSync(file, content);
        const { status, out, err } = await call("--from", file);
        if (status === 0) expect(out).toMatch(/^# /);
        else expect(err).toMatch(/f\.json (is|holds|has no kind|cannot)|None of the files has Pods/);
      }),
      { numRuns: 300 },
    );
  });
  it("fails where no file has Pods, which are then not read and not none", async () => {
    const status = save("status.json", { kind: "Status", message: "Forbidden" });
    expect(await call("--from", status)).toMatchObject({
      status: 1,
      err: expect.stringContaining("None of the files has Pods"),
    });
  });
  it("writes each table as CSV, and says which there are", async () => {
    const pod = { metadata: { name: "a", namespace: "shop" }, spec: { nodeName: "n1" } };
    const pods = save("pods.json", { kind: "PodList", items: [pod] });
    const of = (table: string) => call("--from", pods, "--since", "1h", "--csv", table);
    expect((await of("pods")).out).toContain("Namespace,Pod,Node,State,Restarts,Created,QoS class");
    expect((await of("restarts")).out).toContain("Next try,QoS class,Evidence");
    expect(await of("links")).toMatchObject({
      status: 2,
      err: expect.stringContaining("--csv links is no table: say nodes, pods, restarts."),
    });
  });
  it("fails with a sentence where the choice cannot be followed, and says where nothing was read", async () => {
    const pods = save("pods.json", { kind: "PodList", items: [] });
    const bad = await call("--from", pods, "--selector", "app in (");
    expect(bad).toMatchObject({ status: 1, out: expect.stringContaining("label selector cannot be read") });
    const empty = await call("--from", pods);
    expect(empty).toMatchObject({ status: 0, out: expect.stringContaining("No pod matches this choice.") });
  });
});
