import { expect, it } from "vitest";
import { incidentWorld, INCIDENT_NOW } from "@/lib/domain/contention/test-incident";
import { analyse } from "@/lib/domain/contention/report";
import type { ContentionChoice } from "@/lib/domain/contention/scope";
import { emptyReason } from "./empty-reason";

const HOUR_MS = 3_600_000;
const CHOICE: ContentionChoice = {
  ...{ namespaces: [], selector: "", fromMs: INCIDENT_NOW - HOUR_MS, toMs: null },
  ...{ rollout: null, only: "all" },
};

function reasonOf(changes: Partial<ContentionChoice>, namespaces: string[] | null = ["shop", "system"]) {
  const report = analyse(incidentWorld(), CHOICE, INCIDENT_NOW);
  return emptyReason({ namespaces, report: { ...report, choice: { ...CHOICE, ...changes } } });
}

it("names the namespaces that hold no pod at all", () => {
  expect(reasonOf({ namespaces: ["shpo"] })).toEqual({ code: "namespaces", names: ["shpo"] });
  expect(reasonOf({ namespaces: ["shpo", "sytem"] })).toEqual({
    code: "namespaces",
    names: ["shpo", "sytem"],
  });
});

it("blames no namespace where one of them holds pods, or where none could be read", () => {
  expect(reasonOf({ namespaces: ["shpo", "shop"] })).toEqual({ code: "narrow", names: [] });
  expect(reasonOf({ namespaces: ["shpo"] }, null)).toEqual({ code: "narrow", names: [] });
});

it("tells a window that begins in the future from one that ends before it begins", () => {
  expect(reasonOf({ fromMs: INCIDENT_NOW + 1 }).code).toBe("future");
  expect(reasonOf({ fromMs: INCIDENT_NOW }).code).toBe("narrow");
  expect(reasonOf({ toMs: INCIDENT_NOW - HOUR_MS }).code).toBe("reversed");
  expect(reasonOf({ toMs: INCIDENT_NOW - HOUR_MS + 1 }).code).toBe("narrow");
  expect(reasonOf({ fromMs: null, toMs: INCIDENT_NOW }).code).toBe("narrow");
});

it("looks at neither window nor namespace where a rollout was chosen", () => {
  const choice = { rollout: "shop/a@1", namespaces: ["shpo"], fromMs: INCIDENT_NOW + 1 };
  expect(reasonOf(choice)).toEqual({ code: "rollout", names: [] });
});

it("says that only labs were looked for", () => {
  expect(reasonOf({ only: "labs" }).code).toBe("labs");
});
