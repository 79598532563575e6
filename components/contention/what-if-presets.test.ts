import { expect, it } from "vitest";
import { contentionWhatIfQuery } from "@/lib/contracts/contention";
import type { Measure } from "@/lib/domain/contention/measures/measure";
import { analyse } from "@/lib/domain/contention/report";
import { INCIDENT_NOW, incidentWorld } from "@/lib/domain/contention/test-incident";
import { whatIfPresets } from "./what-if-presets";

const CHOICE = { namespaces: ["shop"], selector: "", rollout: null, only: "all" as const };
const { measures } = analyse(incidentWorld(), { ...CHOICE, fromMs: null, toMs: null }, INCIDENT_NOW);
const by = (code: Measure["code"]) => measures.filter((each) => each.code === code);

it("offers the incident's measures with its own figures, and the server takes each of them", () => {
  const presets = whatIfPresets(measures);
  expect(presets.map(({ code }) => code)).toEqual(["request", "spread", "waves", "startup"]);
  const [raise] = by("raise-request");
  expect(presets[0]).toMatchObject({ figure: raise?.params["mostMilli"] });
  for (const { change } of presets) expect(contentionWhatIfQuery.safeParse(change).success).toBe(true);
});

it("leaves out a limit, which helps with another measure only, and what has no figure", () => {
  expect(by("limit-and-processors")).not.toHaveLength(0);
  expect(whatIfPresets(by("limit-and-processors"))).toEqual([]);
  expect(whatIfPresets(by("waves").map((each) => ({ ...each, params: {} })))).toEqual([]);
  expect(whatIfPresets([])).toEqual([]);
});
