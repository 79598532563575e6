import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/person";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import { playColdStart, SHOP } from "@/lib/simulator/cold-start";
import type { Pod } from "@/lib/simulator/objects";
import { getContention, getContentionPage } from "./get-contention";
import { getLastLines } from "./get-last-lines";
import { type LabWorld, openLabWorld } from "./test-lab-world";

const CLI: Actor = { type: "system", name: "cli" };
let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
  playColdStart(world.sim);
});
afterAll(() => world.close());

async function report(actor: Actor) {
  const answer = await getContention(world.context, actor, {});
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}
const refOf = ({ namespace, pod, container }: RestartRow) => ({ namespace, pod, container });

/** A token in the header with which the pods of a service are checked. */
function hideToken() {
  const pods = world.sim.cluster.store.list("pods", SHOP) as Pod[];
  const mine = pods.filter(({ metadata }) => metadata.labels?.["app"] === "orders");
  const httpGet = { path: "/", port: 80, httpHeaders: [{ name: "Authorization", value: "Bearer s3cret" }] };
  for (const pod of mine) {
    const containers = pod.spec.containers.map((each) => ({ ...each, livenessProbe: { httpGet } }));
    world.sim.seed([{ ...pod, spec: { ...pod.spec, containers } }]);
  }
}

describe("an analysis and the logs beside it", () => {
  it("keeps what of a manifest may be secret from instructors, and lets admins and the command line have it", async () => {
    hideToken();
    const seen = JSON.stringify((await report(world.instructor)).report.measures);
    expect(seen).toContain('"Authorization","value":"(withheld)"');
    expect(seen).not.toContain("s3cret");
    for (const actor of [world.admin, CLI])
      expect(JSON.stringify((await report(actor)).report.measures)).toContain("s3cret");
  });
  it("tells a page when pods came and restarted as lines that are counted already, not mark by mark", async () => {
    const { timeline: marks } = (await report(world.instructor)).report;
    const answer = await getContentionPage(world.context, world.instructor, {});
    const timeline = answer.ok ? answer.value.report.timeline : null;
    const crowded = timeline?.lines.find(({ node }) => node === "services-1");
    expect(marks.length).toBeGreaterThan(23);
    expect(crowded).toMatchObject({ created: 12 });
    expect(timeline).toMatchObject({ fromMs: marks[0]?.atMs, toMs: marks.at(-1)?.atMs, hidden: 0 });
    expect(await getContentionPage(world.context, world.student, {})).toMatchObject({ ok: false });
  });
  it("keeps the cluster's own words and every log to admins and the command line", async () => {
    const instructor = await report(world.instructor);
    expect(instructor.report.concentration).toMatchObject({ state: "concentrated", node: "services-1" });
    expect(instructor.maySeeLogs).toBe(false);
    expect(JSON.stringify(instructor.report)).not.toContain("failed liveness probe");
    const admin = await report(world.admin);
    expect(admin.maySeeLogs).toBe(true);
    expect(JSON.stringify(admin.report)).toContain("failed liveness probe");
    const of = admin.report.restarts.slice(0, 1).map(refOf);
    for (const actor of [world.instructor, world.student])
      expect(await getLastLines(world.context, actor, { of })).toMatchObject({
        error: { code: "forbidden" },
      });
    for (const actor of [world.admin, CLI])
      expect(await getLastLines(world.context, actor, { of })).toMatchObject({
        value: { items: [{ ...of[0], found: { state: "read" } }] },
      });
  });
  it("asks a kubelet for nothing of a container that never restarted", async () => {
    const { report: found } = await report(world.admin);
    const quiet = found.pods.find(({ restarts }) => restarts === 0);
    const before = world.sim.requests().length;
    const of = [{ namespace: "shop", pod: quiet?.name ?? "", container: "app" }];
    expect(await getLastLines(world.context, world.admin, { of })).toMatchObject({
      value: { items: [{ found: { state: "unmeasured", problem: "not-restarted" } }] },
    });
    expect(
      world.sim
        .requests()
        .slice(before)
        .filter(({ path }) => path.includes("/log")),
    ).toEqual([]);
  });
});
