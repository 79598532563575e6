import { describe, expect, it } from "vitest";
import { CONTENTION_WORDS as words } from "@/lib/cli/contention-words";
import { analyse, type ContentionReport } from "@/lib/domain/contention/report";
import type { ContentionChoice } from "@/lib/domain/contention/scope";
import {
  INCIDENT_NOW as NOW,
  incidentWorld,
  known,
  START,
  unknown,
} from "@/lib/domain/contention/test-incident";
import { itemsOf } from "@/lib/domain/world-index";
import { reportMarkdown } from "./report-markdown";

const CHOICE: ContentionChoice = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null, only: "all" },
};

describe("the report as Markdown", () => {
  const whole = reportMarkdown(words, { ...incident(), choice: { ...CHOICE, selector: "a|b" } }, []);
  it.each([
    ["the heading", "# Contention report, 2026-12-01T09:20:00.000Z"],
    ["the choice", "- Namespaces: shop\n- Labels: `a|b`\n- Created from: 2026-12-01T09:00:00.000Z"],
    ["how many that are", "- 23 pods are chosen."],
    [
      "rollouts that were found",
      "|  | 2026-12-01T09:00:00.000Z | 2026-12-01T09:00:11.400Z | shop/svc-01 (5), ",
    ],
    ["the verdict", "Expected by the number of its pods: 24; seen: 44."],
    ["the chance", "By chance this would happen less than once in 10,000."],
    ["a link with its figures", "- **Crowded placement**: shown. node-1 took 12 of 23 pods;"],
    ["another cause", "- **Out of memory**: ruled out. 0 of 14 containers."],
    ["the node table", "| node-1 | 12 | 44 | 3.7 | 96% | 4.3 of 8, 7.9 used | 4 |"],
    ["the restart table", "| shop/svc-01-new-0 | app | node-1 | 4 | exit 143 (signal 15), Error |"],
    ["what a judgement rests on", "Event Killing, 4 times: Container app failed liveness probe"],
    [
      "when it is tried next",
      "| waits 80 s | not ready, as far as told | app | 2026-12-01T09:20:40.000Z | Burstable |",
    ],
    ["older pods", "None of the 5 older pods on these nodes has restarted since."],
    ["the impact", "- All 20 Deployments kept as many replicas as the strategy promises"],
    ["the application", "- Argo CD application shop"],
    ["requests before and after", "- shop/svc-01: 500m to 25m"],
    ["a measure", "### Raise the CPU request to 500 to 550m"],
    ["its patch", "```yaml\napiVersion: apps/v1"],
    ["and as a command", "```sh\nkubectl -n shop patch deployment svc-"],
    ["the hint", "23 containers that run a JVM ask for less than 50m of CPU, the least for 25m."],
    ["assumptions", "- A start takes 45 core-seconds, 30 % more or less."],
  ])("holds %s", (_name, text) => expect(whole).toContain(text));
  it("says which rollout was chosen, and what could not be read", () => {
    const { rollouts } = incident();
    const chosen = { ...CHOICE, rollout: rollouts[0]?.id ?? "" };
    const text = reportMarkdown(words, analyse(incidentWorld({ event: unknown }), chosen, NOW), "forbidden");
    expect(text).toContain("- Rollout: 2026-12-01T09:00:00.000Z (shop/svc-01-new@");
    expect(text).toContain("| ✓ | 2026-12-01T09:00:00.000Z |");
    expect(text).toContain("- Could not be read: events. What depends on it is unmeasured.");
    expect(text).toContain("the account has no right to read logs");
  });
  it("breaks no table, whatever a cell holds", () => {
    const [first] = incident().restarts;
    if (!first) throw new Error("sample");
    const odd = { ...first, container: "a|b\n| c" };
    expect(reportMarkdown(words, { ...incident(), restarts: [odd] }, [])).toContain("| a\\|b \\| c |");
  });
  it("holds no value that may be a secret, whoever asks for it, and says so", () => {
    const report = analyse(incidentWorld(withSecrets()), CHOICE, NOW);
    expect(JSON.stringify(report.measures)).toContain("s3cret");
    const text = reportMarkdown(words, report, []);
    expect(text).not.toContain("s3cret");
    expect(text).toContain("(withheld) stands for values that may be secret");
    expect(text).toContain("-Xmx1g -Dtoken=(withheld) -XX:ActiveProcessorCount=2");
    expect(reportMarkdown(words, incident(), [])).not.toContain("withheld");
  });
});

function incident(): ContentionReport {
  return analyse(incidentWorld(), CHOICE, NOW);
}

/** The incident with a token in what each service tells its JVM, and in the header of its check. */
function withSecrets() {
  const httpHeaders = [{ name: "Authorization", value: "Bearer s3cret" }];
  const pods = itemsOf(incidentWorld().pod).map((pod) => ({
    ...pod,
    containers: pod.containers.map((each) => ({
      ...each,
      env: { JAVA_TOOL_OPTIONS: "-Xmx1g -Dtoken=s3cret" },
      liveness: each.liveness && { ...each.liveness, handler: { httpGet: { path: "/", httpHeaders } } },
    })),
  }));
  return { pod: known(pods) };
}
