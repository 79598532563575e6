import { afterEach, beforeEach, describe, expect, onTestFinished } from "vitest";
import { startSimulator } from "@/lib/simulator/server";
import { podOf } from "@/lib/simulator/test-client";
import { ApiClient } from "../api-request";
import { loadKubeConfig } from "../kube-config";
import { admitAccount } from "../test-account";
import { NAMESPACE, NAMESPACES, startTestCluster, type TestCluster } from "../test-cluster";
import { needs } from "../test-site";
import { KindView, type KindViewOptions } from "./kind-view";
import { viewKinds } from "./view-kind";

const PATIENCE_MS = 4000;
const TIMES: KindViewOptions = {
  ...{ watchMs: 100, pollMs: 20, retryMs: 5, mostRetryMs: 20, staleAfterMs: 10_000, idleMs: 60_000 },
};
const KINDS = viewKinds([NAMESPACE]);
let test: TestCluster;
let stop: AbortController;

beforeEach(async () => {
  test = await startTestCluster();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await test.close();
});

function open(options: Partial<KindViewOptions> = {}) {
  const config = loadKubeConfig(test.direct);
  return new KindView(new ApiClient(config, 4000), KINDS.pod, { ...TIMES, signal: stop.signal, ...options });
}
const addPod = (name: string, sim = test.sim) => sim.seed([podOf(name, {}, {}, { namespace: NAMESPACE })]);
const look = (view: ReturnType<typeof open>) => view.read(PATIENCE_MS);
async function names(view: ReturnType<typeof open>) {
  const { known } = await look(view);
  return known.state === "known" ? known.items.map(({ name }) => name) : known.state;
}
const sent = (pattern: RegExp) => test.sim.requests().filter(({ path }) => pattern.test(path)).length;
const lists = () => sent(/pods\?limit/);
const watches = () => sent(/pods\?watch=1/);

describe("KindView", () => {
  needs("stream")(
    "sends nothing before it is read, then one list for all, and sees changes without another",
    async () => {
      addPod("one");
      const view = open();
      expect(test.sim.requests()).toEqual([]);
      const all = await Promise.all([names(view), names(view), names(view)]);
      expect(all).toEqual([["one"], ["one"], ["one"]]);
      addPod("two");
      await expect.poll(() => names(view)).toEqual(["one", "two"]);
      test.sim.clearNamespace(NAMESPACE);
      await expect.poll(() => names(view)).toEqual([]);
      expect(lists()).toBe(1);
    },
  );

  needs("stream")("goes on from its version when a watch ends, without another list", async () => {
    const view = open();
    await look(view);
    await expect.poll(watches).toBeGreaterThan(3);
    addPod("late");
    await expect.poll(() => names(view)).toEqual(["late"]);
    expect(lists()).toBe(1);
  });

  needs("stream")("goes on from its version when the connection breaks", async () => {
    test.sim.fault({ match: { path: "watch=1" }, act: { dropAfterHandling: true }, times: 3 });
    const view = open({ watchMs: 60_000 });
    await look(view);
    await expect.poll(watches).toBe(4);
    addPod("one");
    await expect.poll(() => names(view)).toEqual(["one"]);
    expect((await look(view)).isStale).toBe(false);
  });

  needs("stream")("lists again when its version is forgotten (an ERROR of 410 in the stream)", async () => {
    const view = open();
    await look(view);
    // No watch is let through until the history is forgotten and has gone on.
    test.sim.fault({ id: "busy", match: { path: "watch=1" }, act: { status: 429 } });
    const before = watches();
    await expect.poll(watches).toBeGreaterThan(before + 1);
    addPod("unheard");
    test.sim.forgetHistory();
    expect(lists()).toBe(1);
    test.sim.clearFaults("busy");
    await expect.poll(() => names(view)).toEqual(["unheard"]);
    expect(lists()).toBe(2);
  });

  needs("stream")("begins anew with a server that came back at an older version", async () => {
    for (let index = 0; index < 40; index += 1) addPod(`old-${index}`);
    const view = open();
    expect(await names(view)).toHaveLength(40);
    await test.sim.close();
    const sim = await startSimulator({ port: Number(new URL(test.sim.url).port), namespaces: [NAMESPACE] });
    onTestFinished(() => sim.close());
    admitAccount(sim, NAMESPACES);
    addPod("new", sim);
    await expect.poll(() => names(view), { timeout: 10_000 }).toEqual(["new"]);
  });

  needs("stream")("lists where it may not watch, and does not list in one go", async () => {
    test.sim.fault({ match: { path: "watch=1" }, act: { status: 403 } });
    const view = open();
    expect(await names(view)).toEqual([]);
    addPod("one");
    await expect.poll(() => names(view)).toEqual(["one"]);
    await expect.poll(lists).toBeGreaterThan(3);
    expect(watches()).toBe(1);
    expect(await look(view)).toMatchObject({ isStale: false, failure: null });
  });
});

describe("a cluster that does not answer", () => {
  needs("stream")("is stale, as of its last word, and is known again once it answers", async () => {
    addPod("one");
    const view = open({ staleAfterMs: 300 });
    const first = await look(view);
    expect(first).toMatchObject({ isStale: false });
    test.sim.fault({ id: "hang", act: { hang: true } });
    await expect.poll(async () => (await look(view)).isStale).toBe(true);
    addPod("two");
    const stale = await look(view);
    expect(stale).toMatchObject({ failure: { resource: "pod" } });
    expect(stale.ageMs).toBeGreaterThan(300);
    expect(view.ageMs).toBeGreaterThanOrEqual(stale.ageMs ?? Infinity);
    expect(await names(view)).toEqual(["one"]);
    test.sim.clearFaults("hang");
    await expect.poll(() => names(view), { timeout: 20_000 }).toEqual(["one", "two"]);
    expect((await look(view)).isStale).toBe(false);
  });

  needs("stream")(
    "is unknown with the reason where it never answered, and waits no longer than asked",
    async () => {
      test.sim.fault({ act: { hang: true } });
      const { known } = await open().read(50);
      expect(known).toEqual({
        state: "unknown",
        failure: { resource: "pod", error: "timeout", status: null },
      });
    },
  );

  needs("stream")("shows nothing any more of what it may no longer read", async () => {
    addPod("one");
    test.sim.fault({ match: { path: "watch=1" }, act: { status: 403 } });
    const view = open();
    expect(await names(view)).toEqual(["one"]);
    test.sim.fault({ match: { path: "/pods" }, act: { status: 403 } });
    test.sim.clearFaults(test.sim.listFaults()[0]?.id);
    await expect.poll(() => names(view)).toBe("unknown");
    expect((await look(view)).known).toMatchObject({ failure: { error: "forbidden", status: 403 } });
  });
});

describe("its end", () => {
  needs("stream")("stops when nobody reads, and begins again with the next reader", async () => {
    const view = open({ idleMs: 50 });
    await look(view);
    expect(view.isRunning).toBe(true);
    await expect.poll(() => view.isRunning).toBe(false);
    expect(view.ageMs).toBeNull();
    addPod("one");
    expect(await names(view)).toEqual(["one"]);
    expect(lists()).toBe(2);
  });

  needs("stream")("is unknown once the process is told to stop, and asks nothing more", async () => {
    const view = open();
    await look(view);
    stop.abort();
    const asked = test.sim.requests().length;
    expect((await look(view)).known).toMatchObject({ state: "unknown", failure: { error: "aborted" } });
    expect(test.sim.requests()).toHaveLength(asked);
  });
});
