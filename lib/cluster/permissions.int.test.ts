import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { applyDefaultDeny } from "./apply-default-deny";
import type { Cluster } from "./cluster";
import { createSession } from "./create-session";
import { endSession } from "./end-session";
import { PERMISSIONS } from "./permissions";
import { accountUser } from "./test-account";
import { rightNames, rightsAsked } from "./test-rights";
import {
  NAMESPACE,
  NAMESPACES,
  notingHooks,
  planOf,
  startTestCluster,
  targetOf,
  type TestCluster,
} from "./test-cluster";
import { startFaultProxy } from "./test-fault-proxy";
import { withKyverno } from "./test-kyverno";
import { needs } from "./test-site";
import { openUpstream } from "./test-upstream";

/** The objects that a row is for, and the namespace to ask for them in. */
const ONLY = {
  "the-namespace": { name: NAMESPACE, namespace: NAMESPACE },
  "the-cron-job": { name: "curfew-reaper", namespace: NAMESPACES.app },
  "cluster-autoscaler-status": { name: "cluster-autoscaler-status", namespace: "kube-system" },
};

let test: TestCluster;
let cluster: Cluster;

beforeEach(async () => {
  test = await startTestCluster({ verticalAutoscaler: true });
  for (const namespace of test.cluster.namespaces) await applyDefaultDeny(test.operator, namespace);
  cluster = test.open({ kubeconfig: test.direct });
});
afterEach(() => test.close());

/** All that the product does with a cluster; what it never does is in no list of permissions either. */
async function liveAndDie(kind: "vm" | "pod", id: string): Promise<void> {
  const plan = planOf(id, { kind, machineCount: 2 });
  const noted = notingHooks();
  const { namespace } = plan;
  expect(await cluster.hasDefaultDeny(namespace)).toBe(true);
  await cluster.namespaceUid(namespace);
  expect(await createSession(cluster, plan, noted)).toEqual({ ok: true });
  await cluster.patchDeadline({ namespace, name: `lab-${id}`, seconds: 20_000 });
  test.sim.advance(30_000);
  expect(Object.values(await cluster.readWorld()).filter(isUnknown)).toEqual([]);
  expect(Object.values(await cluster.readCapacityWorld()).filter(isUnknown)).toEqual([]);
  expect(Object.values(await cluster.readContentionWorld()).filter(isUnknown)).toEqual([]);
  const log = { namespace: "shop", pod: "none", container: "app" };
  expect(await cluster.readLastLines(log)).toEqual({ state: "unmeasured", problem: "pod-gone" });
  if (kind === "vm") await cluster.startMachine({ namespace, name: `lab-${id}-1` });
  const name = `lab-${id}`;
  await cluster.readMachine({ kind, namespace, name: `${name}-1` });
  await cluster.readJob({ namespace, name });
  expect((await endSession(cluster, targetOf(plan, noted))).failures).toEqual([]);
  const kinds = ["service", "networkPolicy", ...(kind === "vm" ? ["vmi" as const] : [])] as const;
  for (const left of kinds) await cluster.deleteObject({ kind: left, namespace, name: `${name}-1` });
}

async function numberPasses(): Promise<void> {
  const lease = { namespace: NAMESPACE, installationId: cluster.owner.installationId, environment: "test" };
  await cluster.writePassLease({ ...lease, number: 1, resourceVersion: null, nowMs: test.sim.nowMs() });
  const read = await cluster.readPassLease(NAMESPACE, lease.installationId);
  const resourceVersion = read?.resourceVersion ?? null;
  await cluster.writePassLease({ ...lease, number: 2, resourceVersion, nowMs: test.sim.nowMs() });
}

/** Where Kyverno is installed: without it nobody asks for its policies. */
async function lookForCleaners(): Promise<void> {
  const served = [
    "/apis/kyverno.io/v2/clustercleanuppolicies",
    "/apis/policies.kyverno.io/v1/deletingpolicies",
    ...cluster.namespaces.flatMap((namespace) => [
      `/apis/kyverno.io/v2/namespaces/${namespace}/cleanuppolicies`,
      `/apis/policies.kyverno.io/v1/namespaces/${namespace}/namespaceddeletingpolicies`,
    ]),
  ];
  const collections = Object.fromEntries(served.map((path) => [path, []]));
  const proxy = await startFaultProxy(withKyverno(openUpstream(test.direct), collections));
  const { policies } = await test.open({ kubeconfig: { server: proxy.url, token: "any" } }).readCleaners();
  expect(policies).toEqual({ state: "known", items: [] });
  await proxy.close();
}

/** VMs, VMIs, pods, DataVolumes, quotas and claims of two namespaces; nodes, pods and node leases of the cluster. */
const WATCHES = 15;
const watched = (since: number) =>
  test.sim.requests(since).filter(({ path }) => new URL(path, test.sim.url).searchParams.has("watch")).length;

const isUnknown = (kind: unknown) => (kind as { state?: string } | null)?.state === "unknown";

describe("PERMISSIONS", () => {
  needs("account")(
    "let every part of a session's life happen, and hold nothing that no part asks for",
    async () => {
      const before = test.sim.requests().length;
      await liveAndDie("vm", "abcdefghij");
      await liveAndDie("pod", "bcdefghijk");
      await numberPasses();
      await Promise.all([cluster.view.machines(8000), cluster.view.capacity(8000)]);
      await vi.waitFor(() => expect(watched(before)).toBeGreaterThanOrEqual(WATCHES));
      cluster.view.stop();
      await lookForCleaners();
      await cluster.readCronJob(ONLY["the-cron-job"]);
      await cluster.reviewToken({ token: test.direct.token, audience: "curfew-reap" });
      const sent = test.sim.requests().filter(({ user }) => user === accountUser(NAMESPACES));
      expect(sent.filter(({ status }) => status === 403)).toEqual([]);
      expect(rightsAsked(sent, NAMESPACES)).toEqual(PERMISSIONS.flatMap(rightNames).sort());
    },
  );

  needs("account")(
    "are found by a review that names the one object that they are for, and by no other",
    async () => {
      for (const { group, resource, verbs, only } of PERMISSIONS) {
        if (only === undefined) continue;
        const { name, namespace } = ONLY[only];
        const question = { group, resource, verb: verbs[0] ?? "get", namespace };
        const answers = [name, "another", null].map((each) => cluster.isAllowed({ ...question, name: each }));
        expect(await Promise.all(answers), resource).toEqual([true, false, false]);
      }
    },
  );

  needs("account")("are missed where one is taken away", async () => {
    test.sim.deny([{ user: accountUser(NAMESPACES), verb: "list", group: "", resource: "nodes" }]);
    expect((await cluster.readWorld()).node).toMatchObject({ state: "unknown", failure: { status: 403 } });
  });

  needs("account")(
    "never reach a volume with more than a look, a Secret's content, or a node's proxy",
    () => {
      const verbsOf = (pattern: RegExp) =>
        PERMISSIONS.filter(({ resource }) => pattern.test(resource)).flatMap(({ verbs }) => verbs);
      expect(new Set(verbsOf(/^(persistentvolumeclaims|persistentvolumes|datavolumes)$/))).toEqual(
        new Set(["list", "watch"]),
      );
      expect(verbsOf(/^secrets$/)).toEqual(["create", "delete"]);
      expect(verbsOf(/\/(proxy|exec|console|vnc)$/)).toEqual([]);
      expect(
        PERMISSIONS.filter(({ verbs, resource, group }) =>
          [...verbs, resource, group].includes("*" as never),
        ),
      ).toEqual([]);
    },
  );
});
