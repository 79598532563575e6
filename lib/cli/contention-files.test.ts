import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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
  it("says which file is none, and what a file must be", async () => {
    const text = path.join(folder, "notes.txt");
    writeFileSync(text, "pods");
    expect(await call("--from", text)).toMatchObject({
      status: 1,
      err: expect.stringContaining("notes.txt is no JSON"),
    });
    expect(await call("--from", path.join(folder, "none.json"))).toMatchObject({
      status: 1,
      err: expect.stringContaining("none.json cannot be read"),
    });
    expect(await call("--from", save("array.json", []))).toMatchObject({
      err: expect.stringContaining("kubectl get"),
    });
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
