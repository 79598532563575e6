import { describe, expect, it } from "vitest";
import { CONTENTION_WORDS as words } from "@/lib/cli/contention-words";
import { analyse, type ContentionReport } from "@/lib/domain/contention/report";
import type { ContentionChoice } from "@/lib/domain/contention/scope";
import { INCIDENT_NOW as NOW, incidentWorld, known, START } from "@/lib/domain/contention/test-incident";
import { itemsOf } from "@/lib/domain/world-index";
import { reportMarkdown } from "./report-markdown";

const CHOICE: ContentionChoice = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null, only: "all" },
};

describe("the report as Markdown", () => {
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
