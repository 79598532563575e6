import { beforeAll, describe, expect, it } from "vitest";
import { contentionFromFiles } from "@/lib/cluster/contention-from-files";
import { LINK_CODES } from "@/lib/domain/contention/verdict-codes";
import { concentrationOf } from "@/lib/domain/contention/concentration";
import type { CaseFacts } from "@/lib/domain/contention/case-facts";
import { measuresFor } from "@/lib/domain/contention/counter-measures";
import { MEASURE_CODES, type Measure, type MeasureCode } from "@/lib/domain/contention/measures/measure";
import { manifestOf } from "@/lib/domain/contention/measures/patch-text";
import { nodeRows } from "@/lib/domain/contention/placement";
import { itemsOf } from "@/lib/domain/world-index";
import { playedInThePast, SHOP } from "@/lib/simulator/cold-start";
import type { Deployment } from "@/lib/simulator/controllers/workloads/workload-objects";
import type { KubeObject, Pod } from "@/lib/simulator/objects";
import { type RunningSimulator, startSimulator } from "@/lib/simulator/server";
import { type Answer, clientFor } from "@/lib/simulator/test-client";
import { REAL_DELAYS } from "@/lib/simulator/world";

const NOW = Date.parse("2026-03-02T10:00:00Z");
/** Half an hour of a cluster is played, and then a quarter for each measure. */
const PATIENCE_MS = 120_000;
/** As in the incident: twenty Deployments within 13 s. */
const BETWEEN_MS = 650;
const MINUTE_MS = 60_000;
const STRATEGIC = { "Content-Type": "application/strategic-merge-patch+json" };
const APPLY = { "Content-Type": "application/apply-patch+yaml" };
const SETTINGS = {
  ...{ delays: REAL_DELAYS, hasKubevirt: true, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
};

let objects: readonly KubeObject[];
let measures: readonly Measure[];
/** Restarts of the incident itself. */
let before: number;
beforeAll(() => {
  objects = playedInThePast(SETTINGS, NOW)
    .store.all()
    .filter(({ kind }) => kind !== "Lease");
  const facts = factsOf(objects);
  before = facts.pods.reduce((sum, { containers: [first] }) => sum + (first?.restarts ?? 0), 0);
  measures = measuresFor(
    facts,
    LINK_CODES.map((code) => ({ code, state: "shown", figures: [] })),
    NOW,
  );
}, PATIENCE_MS);

function measureOf(code: MeasureCode): Measure {
  const found = measures.find((each) => each.code === code);
  if (!found) throw new Error(`${code} is not proposed`);
  return found;
}

/** Of the new pods. Metrics are of now, so that starvation, long over, is not what is judged here. */
function factsOf(items: readonly KubeObject[]): CaseFacts {
  const world = contentionFromFiles([{ kind: "List", items }], NOW);
  const pods = itemsOf(world.pod).filter(({ containers: [first] }) => first?.requestCpu === 0.025);
  const nodes = nodeRows(world, pods, NOW);
  return {
    ...{ world, nowMs: NOW, pods, nodes, rows: [], changes: [], concentration: concentrationOf([]) },
    neighbours: { sinceMs: null, nodes: [], rows: [] },
    focus: nodes.find(({ name }) => name === "services-1") ?? null,
  };
}

const pathOf = (name: string) => `/apis/apps/v1/namespaces/${SHOP}/deployments/${name}`;
type Patch = (
  name: string,
  body: unknown,
  headers: Record<string, string>,
  query?: string,
) => Promise<Answer>;

async function withCluster(run: (sim: RunningSimulator, patch: Patch) => Promise<void>): Promise<void> {
  const sim = await startSimulator({ clock: () => NOW, namespaces: [SHOP] });
  try {
    sim.seed(objects.filter(({ kind }) => kind !== "Namespace"));
    const call = clientFor(sim, sim.token);
    await run(sim, (name, body, headers, query = "") => call("PATCH", pathOf(name) + query, body, headers));
  } finally {
    await sim.close();
  }
}

/** Patches every workload in both ways; each has to come to the same, and hold what the measure says. */
async function applyAll(sim: RunningSimulator, patch: Patch, measure: Measure): Promise<void> {
  for (const each of measure.patches) {
    for (const name of each.names) {
      const query = "?dryRun=All&fieldManager=ops&force=true";
      const applied = await patch(name, manifestOf(each, name), APPLY, query);
      expect(applied).toMatchObject({ status: 200, body: each.patch });
      const patched = await patch(name, each.patch, STRATEGIC);
      expect(patched).toMatchObject({ status: 200, body: each.patch });
      expect(patched.body.spec).toEqual(applied.body.spec);
      sim.advance(BETWEEN_MS);
    }
  }
}

/** What `kubectl rollout restart` writes. */
const restarted = (change: object) => ({
  spec: {
    ...change,
    template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "2026-03-02T10:00:00Z" } } },
  },
});

/** Rolls out in the waves of a measure, as its commands do without Argo CD. Answers how many waves there were. */
async function rollInWaves(sim: RunningSimulator, patch: Patch, { patches }: Measure): Promise<number> {
  for (const name of patches.flatMap(({ names }) => names))
    await patch(name, restarted({ paused: true }), STRATEGIC);
  const waves = [...new Set(patches.map(({ params }) => Number(params["wave"])))].sort((a, b) => a - b);
  for (const wave of waves) {
    const mine = patches.filter(({ params }) => params["wave"] === wave).flatMap(({ names }) => names);
    for (const name of mine) await patch(name, { spec: { paused: false } }, STRATEGIC);
    sim.advance(2 * MINUTE_MS);
  }
  return waves.length;
}

/** Pods that came with the measure: their nodes and restarts. */
function outcome(sim: RunningSimulator) {
  const pods = (sim.cluster.store.list("pods", SHOP) as Pod[]).filter(
    ({ metadata }) => metadata.labels?.["pod-template-hash"] && Date.parse(metadata.creationTimestamp) >= NOW,
  );
  const byNode: Record<string, number> = {};
  for (const { spec } of pods) byNode[spec.nodeName ?? "none"] = (byNode[spec.nodeName ?? "none"] ?? 0) + 1;
  const statuses = pods.flatMap(({ status }) => status.containerStatuses ?? []);
  return {
    byNode,
    ready: statuses.filter(({ ready }) => ready).length,
    restarts: statuses.reduce((sum, { restartCount }) => sum + restartCount, 0),
  };
}

describe("what is proposed after the cold start of the scenario", () => {
  it("is all that there is to propose", () => {
    expect(measures.map(({ code }) => code).sort()).toEqual([...MEASURE_CODES].sort());
    for (const { patches } of measures) expect(patches.flatMap(({ names }) => names)).toHaveLength(20);
  });
  it.each<MeasureCode>(["raise-request", "topology-spread", "anti-affinity", "waves", "startup-probe"])(
    "%s: the API takes it, and in the next rollout none or nearly none restarts",
    async (code) => {
      const measure = measureOf(code);
      await withCluster(async (sim, patch) => {
        await applyAll(sim, patch, measure);
        if (code === "waves") await rollInWaves(sim, patch, measure);
        else sim.advance(15 * MINUTE_MS);
        const { byNode, ready, restarts } = outcome(sim);
        expect(ready).toBe(23);
        if (code === "waves" || code === "startup-probe") expect(restarts).toBe(0);
        // Five starts on one node just fit into the budget, as on Node 2 of the incident: a few may not.
        else {
          expect(Math.max(...Object.values(byNode))).toBeLessThanOrEqual(6);
          expect(restarts).toBeLessThanOrEqual(before / 2);
        }
        const isSpread = code === "topology-spread" || code === "anti-affinity";
        if (isSpread) expect(byNode).toEqual(measure.effect?.after);
      });
    },
    PATIENCE_MS,
  );
  it("a limit is taken by the API, and has the JVM know of as many processors", async () => {
    const measure = measureOf("limit-and-processors");
    await withCluster(async (sim, patch) => {
      await applyAll(sim, patch, measure);
      const { spec } = sim.cluster.store.get("deployments.apps", SHOP, "orders") as Deployment;
      expect(spec.template.spec.containers?.[0]).toMatchObject({
        env: [{ name: "JAVA_TOOL_OPTIONS", value: "-XX:MaxRAMPercentage=75 -XX:ActiveProcessorCount=2" }],
        resources: { requests: { cpu: "25m" }, limits: { cpu: "2", memory: "768Mi" } },
      });
    });
  });
  it("the API refuses what a patch must not be", async () => {
    await withCluster(async (_sim, patch) => {
      const of = (container: object) => ({ spec: { template: { spec: { containers: [container] } } } });
      const refused = async (container: object) =>
        (await patch("orders", of({ name: "app", ...container }), STRATEGIC)).body.message;
      expect(await refused({ startupProbe: { failureThreshold: 30 } })).toContain(
        "containers[0].startupProbe: Required value: must specify a handler type",
      );
      expect(await refused({ resources: { limits: { cpu: "20m" } } })).toContain(
        "must be less than or equal to cpu limit of 20m",
      );
      expect(await refused({ name: "ap" })).toContain("containers[0].image: Required value");
    });
  });
});
