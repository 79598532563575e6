import { type CaseFacts, nonePlaced } from "./case-facts";
import { type DependencySign, failingDependency } from "./dependency";
import { waitsOf } from "./waits";
import { figure, type AlternativeCode, type Figure, type Finding, type FindingState } from "./verdict-codes";

type Alternative = Finding<AlternativeCode>;
const PULLING = ["ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName"];
const PRESSURE = ["MemoryPressure", "DiskPressure", "PIDPressure"];
/** Not a pod that went over a limit of its own, which is "Evicted" as well. */
const BY_PRESSURE = /^The node (was low on resource|had condition)/;

/** What else makes pods restart or fail, each checked and named. */
export function alternativesOf(facts: CaseFacts, signs: readonly DependencySign[]): readonly Alternative[] {
  if (facts.world.pod.state !== "known" || facts.pods.length === 0) {
    const why = nonePlaced(facts);
    const codes = ["oom", "image-pull", "crash-everywhere", "failing-dependency", "pending-pods"] as const;
    const blind = codes.map((code) => finding(code, "unmeasured", why));
    return [...blind, pressure(facts)];
  }
  return [
    oom(facts),
    imagePull(facts),
    crashes(facts),
    failingDependency(facts, signs),
    pending(facts),
    pressure(facts),
  ];
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

/** Of now by the node's conditions, and of then by the kubelet's own words for what it put out (pkg/kubelet/eviction). */
function pressure(facts: CaseFacts): Alternative {
  const { focus, pods } = facts;
  if (!focus) return finding("node-pressure", "unmeasured", nonePlaced(facts));
  const wrong = focus.wrongConditions?.filter(({ type }) => PRESSURE.includes(type)) ?? null;
  if (wrong === null) return finding("node-pressure", "unmeasured", figure("not-read", { kind: "node" }));
  const types = wrong.filter(({ status }) => status === "True").map(({ type }) => type);
  const evicted = pods.filter(
    ({ nodeName, statusReason, statusMessage }) =>
      nodeName === focus.name && statusReason === "Evicted" && BY_PRESSURE.test(statusMessage ?? ""),
  ).length;
  return finding(
    "node-pressure",
    types.length > 0 || evicted > 0 ? "shown" : wrong.length > 0 ? "unmeasured" : "ruled-out",
    wrong.length > 0
      ? figure("wrong-conditions", {
          node: focus.name,
          conditions: wrong.map(({ type, status }) => `${type} ${status}`).join(", "),
        })
      : figure("no-wrong-conditions", { node: focus.name }),
    ...(evicted > 0 ? [figure("evicted-by-pressure", { node: focus.name, pods: evicted })] : []),
  );
}
