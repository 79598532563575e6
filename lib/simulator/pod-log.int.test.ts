import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHOP } from "./cold-start";
import type { Pod } from "./objects";
import { clientFor, NAMESPACE, startTestCluster } from "./test-client";

const ALICE = {
  ...{ token: "alice", user: "alice" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
};
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ tokens: [ALICE] });
  await cluster.call("POST", `/simulator/scenarios/cold-start?namespace=${NAMESPACE}`);
});
afterAll(() => cluster.sim.close());

function podWith(isRestarted: boolean): Pod {
  const pods = cluster.sim.cluster.store.list("pods", SHOP) as Pod[];
  const found = pods.find(
    ({ metadata, status }) =>
      !metadata.name.startsWith("report") &&
      (status.containerStatuses?.[0]?.restartCount ?? 0) > 0 === isRestarted,
  );
  if (!found) throw new Error("no such pod");
  return found;
}
const logOf = (pod: Pod, query = "") =>
  cluster.call("GET", `/api/v1/namespaces/${SHOP}/pods/${pod.metadata.name}/log${query}`);

describe("pods/log", () => {
  it("has the lines before the last end, which is as long ago as the status says", async () => {
    const pod = podWith(true);
    const answer = await logOf(pod, "?previous=true&tailLines=2&container=app");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain");
    const lines = String(answer.body.message).trimEnd().split("\n");
    const { finishedAt } = (
      pod.status.containerStatuses?.[0]?.lastState as { terminated: { finishedAt: string } }
    ).terminated;
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/SIGTERM came before the start was done/);
    expect(Date.parse(lines[1]?.split(" ")[0] ?? "")).toBe(Date.parse(finishedAt));
  });
  it("cuts the end of the last lines by bytes", async () => {
    const answer = await logOf(podWith(true), "?previous=true&tailLines=2&limitBytes=30");
    expect(String(answer.body.message)).toHaveLength(30);
  });
  it("has none of before a container that never ended, none of none, and none of a dead node", async () => {
    const pod = podWith(false);
    expect(await logOf(pod, "?previous=true")).toMatchObject({
      status: 400,
      body: {
        ...{ kind: "Status", reason: "BadRequest" },
        message: `previous terminated container "app" in pod "${pod.metadata.name}" not found`,
      },
    });
    const none = await cluster.call("GET", `/api/v1/namespaces/${SHOP}/pods/none/log`);
    expect(none).toMatchObject({ status: 404, body: { message: 'pods "none" not found' } });
    cluster.sim.setNode(pod.spec.nodeName ?? "", false);
    expect(await logOf(pod)).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining("dial") },
    });
  });
  it("refuses what is no number of lines, and who has no right to logs", async () => {
    const pod = podWith(true);
    expect(await logOf(pod, "?tailLines=-1")).toMatchObject({ status: 422, body: { reason: "Invalid" } });
    const asAlice = clientFor(cluster.sim, ALICE.token);
    const answer = await asAlice("GET", `/api/v1/namespaces/${SHOP}/pods/${pod.metadata.name}/log`);
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('"pods/log"') } });
  });
});
