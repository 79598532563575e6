import type { CaseFacts } from "./case-facts";
import { waitsOf } from "./waits";
import { figure, type AlternativeCode, type Figure, type Finding, type FindingState } from "./verdict-codes";

type Alternative = Finding<AlternativeCode>;
const PULLING = ["ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName"];
const PRESSURE = ["MemoryPressure", "DiskPressure", "PIDPressure"];

/** What else makes pods restart or fail, each checked and named. */
export function alternativesOf(facts: CaseFacts): readonly Alternative[] {
  if (facts.world.pod.state !== "known" || facts.pods.length === 0) {
    const codes = ["oom", "image-pull", "crash-everywhere", "failing-dependency", "pending-pods"] as const;
    const blind = codes.map((code) => finding(code, "unmeasured", figure("not-read", { kind: "pod" })));
    return [...blind, pressure(facts)];
  }
  return [oom(facts), imagePull(facts), crashes(facts), dependency(facts), pending(facts), pressure(facts)];
}

function finding(code: AlternativeCode, state: FindingState, ...figures: readonly Figure[]): Alternative {
  return { code, state, figures };
}

function oom({ rows }: CaseFacts): Alternative {
  const restarted = rows.filter(({ restarts }) => restarts !== 0);
  const killed = restarted.filter(({ judgement }) => judgement.cause === "oom").length;
  const said = figure("containers-of-cause", { containers: killed, of: restarted.length });
  if (killed > 0) return finding("oom", "shown", said);
  const isTold = restarted.every(({ lastExit }) => lastExit !== null && lastExit.reason !== null);
  return finding("oom", isTold ? "ruled-out" : "unmeasured", said, figure("only-last-exits-known"));
}

function imagePull({ pods }: CaseFacts): Alternative {
  const containers = pods.flatMap((pod) => pod.containers);
  const waiting = containers.filter(
    ({ state }) => state?.kind === "waiting" && PULLING.includes(state.reason ?? ""),
  ).length;
  const said = figure("waiting-for-image", { containers: waiting });
  if (waiting > 0) return finding("image-pull", "shown", said);
  return finding("image-pull", containers.every(({ state }) => state) ? "ruled-out" : "unmeasured", said);
}

/** A crash that comes with the image comes on every node. */
function crashes({ rows, nodes, focus, concentration }: CaseFacts): Alternative {
  const crashed = rows.filter(({ judgement }) => /^(crash|cannot-start)$/.test(judgement.cause));
  const others = nodes.filter(({ name, newPods }) => name !== focus?.name && newPods);
  const restarts = others.reduce((sum, node) => sum + (node.restarts ?? 0), 0);
  const figures = [
    figure("containers-of-cause", { containers: crashed.length, of: rows.length }),
    figure("restarts-elsewhere", {
      restarts,
      pods: others.reduce((sum, node) => sum + (node.newPods ?? 0), 0),
    }),
  ];
  const isWide = new Set(crashed.map(({ node }) => node)).size >= 2;
  if (isWide && concentration.state !== "concentrated")
    return finding("crash-everywhere", "shown", ...figures);
  const isOut = /^(concentrated|no-restarts)$/.test(concentration.state);
  return finding("crash-everywhere", isOut ? "ruled-out" : "unmeasured", ...figures);
}

/** What all depend on fails them on every node: it is ruled out where all pods elsewhere are Ready. */
function dependency({ pods, focus }: CaseFacts): Alternative {
  const elsewhere = pods.filter(({ nodeName }) => nodeName !== null && nodeName !== focus?.name);
  const ready = elsewhere.filter(({ isReady }) => isReady === true).length;
  const isOut = elsewhere.length > 0 && ready === elsewhere.length;
  return finding(
    "failing-dependency",
    isOut ? "ruled-out" : "unmeasured",
    figure("ready-elsewhere", { ready, pods: elsewhere.length }),
  );
}

/** Of now, and of then as far as it is told: a pod that an autoscaler of nodes could have seen waited at least so long. */
function pending({ world, pods }: CaseFacts): Alternative {
  const { pendingNow, refused, longestSeconds: seconds, wasPending } = waitsOf(world, pods);
  return finding(
    "pending-pods",
    wasPending === null ? "unmeasured" : wasPending ? "shown" : "ruled-out",
    figure("pods-without-node", { pods: pendingNow }),
    seconds === null ? figure("wait-not-told") : figure("waited-for-node", { seconds }),
    ...(refused > 0 ? [figure("refused-by-scheduler", { pods: refused })] : []),
  );
}

function pressure({ focus, rows }: CaseFacts): Alternative {
  const wrong = focus?.wrongConditions ?? null;
  if (!focus || wrong === null)
    return finding("node-pressure", "unmeasured", figure("not-read", { kind: "node" }));
  const types = wrong
    .filter(({ type }) => type === "Ready" || PRESSURE.includes(type))
    .map(({ type }) => type);
  const evicted = rows.filter(({ node, judgement }) => node === focus.name && judgement.cause === "eviction");
  return finding(
    "node-pressure",
    types.length > 0 || evicted.length > 0 ? "shown" : "ruled-out",
    types.length > 0
      ? figure("wrong-conditions", { node: focus.name, conditions: types.join(", ") })
      : figure("no-wrong-conditions", { node: focus.name }),
  );
}
