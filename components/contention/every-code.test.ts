import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { AUTOSCALER_CODES } from "@/lib/domain/contention/autoscalers";
import { CHANCE_CLASSES, CONCENTRATION_STATES } from "@/lib/domain/contention/concentration";
import type {
  ContainerEnd,
  ContendedPod,
  ContentionWorld,
  PodEvent,
} from "@/lib/domain/contention/contention-world";
import { IMPACT_STATES } from "@/lib/domain/contention/impact";
import { EVIDENCE_CODES, RESTART_CAUSES } from "@/lib/domain/contention/judgement";
import { LOG_PROBLEMS } from "@/lib/domain/contention/last-lines";
import { BASIS_CODES, MEASURE_CODES } from "@/lib/domain/contention/measures/measure";
import { analyse, type ContentionReport, POD_STATES } from "@/lib/domain/contention/report";
import {
  INCIDENT_NOW as NOW,
  incidentWorld,
  known,
  START,
  testContainer,
  testNode,
  testPod,
  unknown,
} from "@/lib/domain/contention/test-incident";
import {
  ALTERNATIVE_CODES,
  FIGURE_CODES,
  FINDING_STATES,
  LINK_CODES,
} from "@/lib/domain/contention/verdict-codes";
import { CASE_PROBLEMS } from "@/lib/domain/contention/what-if/case-of-world";
import { itemsOf } from "@/lib/domain/world-index";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { reportMarkdown } from "./report-markdown";
import { evidenceText, type ReportWords } from "./words";

type Changes = Partial<ContentionWorld>;
const base = incidentWorld();
const podsOf = (change: (pod: ContendedPod) => Partial<ContendedPod>): Changes => ({
  pod: known(itemsOf(base.pod).map((pod) => (pod.namespace === "shop" ? { ...pod, ...change(pod) } : pod))),
});
const setsOf = (requestCpu: number): Changes => ({
  replicaSet: known(itemsOf(base.replicaSet).map((set) => ({ ...set, requestCpu }))),
});
const eventOf = (reason: string, message = "", podName = "svc-01-new-0"): PodEvent => ({
  ...{ namespace: "shop", podName, podUid: null, container: "app", type: "Normal", reason, message },
  ...{ count: 3, firstAtMs: START, lastAtMs: START },
});
const eventsOf = (...reasons: string[]): Changes => ({
  event: known([...itemsOf(base.event), ...reasons.map((reason) => eventOf(reason))]),
});
const vpa = (updateMode: string, target: number | null): Changes => ({
  verticalAutoscaler: known([
    {
      ...{ namespace: "shop", name: "a", target: "svc-01", updateMode },
      recommendations: target === null ? [] : [{ container: "app", target, lowerBound: null }],
    },
  ]),
});
const hpa = (currentReplicas: number): Changes => ({
  horizontalAutoscaler: known([
    { namespace: "shop", name: "a", target: "svc-01", minReplicas: 1, maxReplicas: 3, currentReplicas },
  ]),
});
const group = { name: "g", target: 3, most: 3, scaleUp: null };
const quiet = podsOf(({ containers }) => ({
  ...{ isReady: true },
  containers: containers.map((each) => ({
    ...{ ...each, restarts: 0, lastEnd: null, isReady: true },
    state: { kind: "running", startedAtMs: START },
  })),
}));
const ended = (ranSeconds: number, exitCode: number, reason = "Error"): ContainerEnd => ({
  ...{ exitCode, signal: null, reason, message: null },
  ...{ startedAtMs: NOW - 60_000 - ranSeconds * 1000, finishedAtMs: NOW - 60_000 },
});
const crashing = podsOf(({ containers }) => ({
  containers: containers.map((each) => ({ ...each, restarts: 3, lastEnd: ended(5, 1) })),
}));

/** One pod for each way to end; all on one node. */
function everyEnd(): Changes {
  const probe = testContainer().liveness;
  const pod = (name: string, end: ContainerEnd | null, changes: Partial<ContendedPod> = {}) =>
    testPod(name, { containers: [testContainer({ restarts: 1, lastEnd: end })], ...changes });
  const ownerOf = (set: string) => ({ kind: "ReplicaSet", name: set, uid: `rs-${set}` });
  const slow = [testContainer({ restarts: 1, lastEnd: ended(53, 143), startup: probe })];
  const event = (podName: string, reason: string, message: string) => ({
    ...eventOf(reason, message, podName),
    lastAtMs: NOW - 61_000,
  });
  return {
    pod: known([
      ...[pod("killed", ended(53, 143)), pod("unhealthy", ended(53, 0)), pod("as-long", ended(53, 143))],
      ...[pod("oom", ended(90, 137, "OOMKilled")), pod("segv", ended(90, 139)), pod("early", ended(5, 1))],
      ...[pod("kill-9", ended(3600, 137)), pod("term", ended(20, 143)), pod("none", null)],
      ...[pod("no-file", ended(1, 127)), pod("changed", ended(53, 0))],
      pod("taken", ended(20, 0), { disruption: { reason: "PreemptionByScheduler", atMs: null } }),
      pod("all", ended(20, 137, "RestartingAllContainers")),
      pod("one-of-all", ended(53, 137), { restartsTogether: true }),
      pod("missing", ended(53, 137, "ContainerStatusUnknown")),
      pod("silent", null, { nodeName: "node-3" }),
      pod("evicted", null, { statusReason: "Evicted", phase: "Failed" }),
      pod("lost", null, { nodeName: "node-9" }),
      pod("old", ended(3600, 143), { deletingAtMs: NOW, owner: ownerOf("svc-01-old") }),
      pod("deleted", ended(3600, 143), { deletingAtMs: NOW }),
      testPod("slow", { containers: slow }),
      testPod("waits", { nodeName: null, phase: "Pending", isReady: false }),
      testPod("odd", { isReady: null, containers: [testContainer({ isReady: null, state: null })] }),
      testPod("down", { isReady: false, containers: [testContainer({ isReady: false })] }),
    ]),
    event: known([
      event("killed", "Killing", "Container app failed liveness probe, will be restarted"),
      event("changed", "Killing", "Container app definition changed, will be restarted"),
      event("unhealthy", "Unhealthy", "Liveness probe failed: x"),
    ]),
    node: known([testNode("node-1"), testNode("node-2"), testNode("node-3", { isReady: false })]),
  };
}

/** Last words of a failed connection on two nodes, and an init container that waits on. */
const unreachable: Changes = {
  pod: known([
    ...[1, 2].map((n) => {
      const lastEnd = { ...ended(5, 1), message: "connect ECONNREFUSED 10.0.0.9:5432" };
      return testPod(`refused-${n}`, {
        ...{ nodeName: `node-${n}`, isReady: false },
        containers: [testContainer({ restarts: 1, lastEnd })],
      });
    }),
    testPod("held", {
      containers: [testContainer({ role: "init", state: { kind: "running", startedAtMs: START } })],
    }),
    testPod("out", {
      ...{
        phase: "Failed",
        statusReason: "Evicted",
        statusMessage: "The node was low on resource: memory. ",
      },
    }),
  ]),
};

const WORLDS: Readonly<Record<string, Changes>> = {
  "the incident": {},
  "nothing read": Object.fromEntries(Object.keys(base).map((kind) => [kind, unknown])),
  "lowered by a VPA": { ...setsOf(0.5), ...podsOf(() => ({ annotations: { vpaInPlaceUpdated: "true" } })) },
  "lowered by somebody": setsOf(0.5),
  "never lowered": setsOf(0.025),
  "a VPA that recommends": vpa("Off", 0.025),
  "a VPA for new pods": vpa("Initial", 0.5),
  "a VPA that keeps low": vpa("Recreate", 0.025),
  "a VPA that raises": vpa("Recreate", 0.5),
  "a VPA without an opinion": vpa("Recreate", null),
  "no VPA": { verticalAutoscaler: known([]) },
  "an HPA with room": hpa(1),
  "an HPA at its most": hpa(3),
  "no cluster autoscaler": { clusterAutoscaler: { state: "absent" } },
  "full node groups": {
    clusterAutoscaler: known([{ state: "Running", scaleUp: null, writtenAtMs: NOW, groups: [group] }]),
  },
  "words of the cluster autoscaler": eventsOf("TriggeredScaleUp", "NotTriggerScaleUp", "ScaleDown"),
  "no node found": eventsOf("FailedScheduling"),
  "a wait that is not told": podsOf(() => ({ scheduledAtMs: null })),
  "a dependency that cannot be reached": unreachable,
  "no pod placed": podsOf(() => ({ nodeName: null, phase: "Pending" })),
  "a request that is not told": podsOf(() => ({ requestCpu: null })),
  "one node": { node: known([testNode("node-1")]), ...podsOf(() => ({ nodeName: "node-1" })) },
  "one after the other": podsOf(({ name }) => ({
    scheduledAtMs: START + Number(name.split("-").at(-1)) * 90_000,
  })),
  healed: podsOf(() => ({ isReady: true })),
  "no restart": quiet,
  "a core for each": {
    ...podsOf(() => ({ requestCpu: 1 })),
    node: known([testNode("node-1", { allocatableCpu: 32 })]),
  },
  "crashes on all nodes": { ...crashing, event: known([]) },
  "images that do not come": podsOf(({ containers }) => ({
    containers: containers.map((each) => ({
      ...each,
      state: { kind: "waiting", reason: "ImagePullBackOff", message: null },
    })),
  })),
  "VMs that began just now": podsOf(({ containers }) => ({
    ...{ isLauncher: true, isReady: true },
    containers: containers.map((each) => ({
      ...each,
      state: { kind: "running", startedAtMs: NOW - 60_000 },
    })),
  })),
  "a node under pressure": {
    node: known([
      testNode("node-1", {
        conditions: [{ type: "MemoryPressure", status: "True", reason: "", message: "" }],
      }),
      testNode("node-2"),
    ]),
  },
  "every end": everyEnd(),
  "none available": {
    deployment: known(
      itemsOf(base.deployment).map((each, place) => ({
        ...{ ...each, replicas: 2 },
        availableReplicas: [0, 1, null][place % 3] ?? null,
      })),
    ),
  },
};
const CHOICE = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "all" as const,
};
const reports: readonly ContentionReport[] = Object.values(WORLDS).map((changes) =>
  analyse(incidentWorld(changes), CHOICE, NOW),
);
const seen = (of: (report: ContentionReport) => readonly string[]) =>
  [...new Set(reports.flatMap(of))].sort();
const sorted = (codes: readonly string[]) => [...codes].sort();
const findings = ({ links, alternatives }: ContentionReport) => [...links, ...alternatives];

describe("every code is brought about by some cluster", () => {
  it("figures", () =>
    expect(
      seen((report) => findings(report).flatMap(({ figures }) => figures.map(({ code }) => code))),
    ).toEqual(sorted(FIGURE_CODES)));
  it("links and other causes, each shown, ruled out and unmeasured", () => {
    const all = [...LINK_CODES, ...ALTERNATIVE_CODES].flatMap((code) =>
      FINDING_STATES.map((state) => `${code} ${state}`),
    );
    expect(seen((report) => findings(report).map(({ code, state }) => `${code} ${state}`))).toEqual(
      sorted(all),
    );
  });
  it("autoscalers", () =>
    expect(seen(({ autoscalers }) => autoscalers.map(({ code }) => code))).toEqual(sorted(AUTOSCALER_CODES)));
  it("causes of an exit, and what they rest on", () => {
    expect(seen(({ restarts }) => restarts.map(({ judgement }) => judgement.cause))).toEqual(
      sorted(RESTART_CAUSES),
    );
    const evidence = seen(({ restarts }) =>
      restarts.flatMap(({ judgement }) => judgement.evidence.map(({ code }) => code)),
    );
    expect(evidence).toEqual(sorted(EVIDENCE_CODES));
  });
  it("measures and impact", () => {
    expect(seen(({ measures }) => measures.map(({ code }) => code))).toEqual(sorted(MEASURE_CODES));
    expect(seen(({ impact }) => impact.map(({ state }) => state))).toEqual(sorted(IMPACT_STATES));
  });
});

describe.each([
  ["en", en],
  ["ko", ko as typeof en],
] as const)("every code has its words in %s", (locale, messages) => {
  const problems: string[] = [];
  const t = createTranslator({
    ...{ locale, messages, timeZone: "UTC" },
    onError: ({ message }) => problems.push(message),
  }) as unknown as (key: string, values?: Record<string, string | number>) => string;
  const words: ReportWords = {
    say: (key, values) => t(`contention.${key}`, values),
    number: (value, digits = 0) => value.toFixed(digits),
    unmeasured: t("app.unmeasured"),
    percent: (share) => `${Math.round(share * 100)}%`,
    bytes: (value) => `${value} B`,
  };
  it("in all that those clusters bring about", () => {
    for (const report of reports) {
      const text = reportMarkdown(words, report, []);
      expect(text).not.toMatch(/contention\.[a-z]|\bnull\b|\bundefined\b|\bNaN\b/);
      for (const { judgement } of report.restarts)
        for (const evidence of judgement.evidence) evidenceText(words, evidence);
    }
    expect(problems).toEqual([]);
  });
  it("and in what else there is", () => {
    const { concentration, chance, podStates, logProblems, basis, whatIfProblems } = messages.contention;
    const groups: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
      [concentration, CONCENTRATION_STATES],
      [chance, CHANCE_CLASSES],
      [podStates, POD_STATES],
      [logProblems, LOG_PROBLEMS],
      [basis, BASIS_CODES],
      [whatIfProblems, CASE_PROBLEMS],
    ];
    for (const [told, codes] of groups) expect(Object.keys(told).sort()).toEqual(sorted(codes));
  });
});
