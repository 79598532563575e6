import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  type Backstop,
  BACKSTOP_FINDINGS,
  type BackstopCode,
  type BackstopLayer,
  type MachineBackstops,
} from "@/lib/domain/backstops";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { MachinesBackstops } from "./backstops-panel";

const AT = Date.parse("2026-12-01T14:00:00Z");
const HOUR = 3_600_000;

function text(machines: readonly MachineBackstops[], locale: "en" | "ko" = "en", expiresAtMs = AT - HOUR) {
  const problems: string[] = [];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={locale === "en" ? en : ko}
      timeZone="UTC"
      onError={(error) => problems.push(error.message)}
    >
      <MachinesBackstops machines={machines} expiresAtMs={expiresAtMs} />
    </NextIntlClientProvider>,
  );
  expect(problems).toEqual([]);
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

const layer = (code: BackstopCode, atMs: number | null = null): Backstop => ({
  ...{ layer: code.split("-")[0] as BackstopLayer, code, state: BACKSTOP_FINDINGS[code], atMs },
  policies: code === "kyverno-policy" ? [{ name: "labs/old", schedule: "0 3 * * *" }] : [],
});
const machine = (name: string, ...layers: Backstop[]): MachineBackstops => ({ name, isThere: true, layers });
const JOB = layer("job-armed", AT);
const REST = [layer("pod-impossible"), layer("kyverno-absent"), layer("janitor-absent")];

describe("what the session page says of the backstops", () => {
  it("is until when each layer is armed, and when the machine ends at the latest", () => {
    const words = text([machine("lab-a-1", JOB, ...REST)]);
    expect(words).toMatch(/lab-a-1 ends by itself at .*2026.* at the latest/);
    expect(words).toMatch(/Deadline Job armed Until .*its clock runs/i);
    expect(words).not.toContain("before the session ends");
  });

  it("warns of a layer that ends it before its session does", () => {
    const early = machine("lab-a-1", JOB, layer("janitor-armed", AT - 2 * HOUR));
    expect(text([early])).toContain(en.backstops.early);
  });

  it("tells machines alike together, and those that differ apart", () => {
    const words = text([
      machine("lab-a-1", JOB, ...REST),
      machine("lab-a-2", layer("job-not-owner"), ...REST),
      machine("lab-a-3", JOB, ...REST),
    ]);
    expect(words).toContain("lab-a-1 and lab-a-3 end by themselves");
    expect(words).toContain("Nothing that is known would end lab-a-2");
    expect(words.match(/Deadline Job/g)).toHaveLength(2);
  });

  it("says unmeasured where a layer could not be read, and never that nothing would end it", () => {
    const words = text([machine("lab-a-1", layer("job-unmeasured"), ...REST)]);
    expect(words).not.toContain("Nothing that is known");
    expect(words).toContain("unmeasured");
    expect(text([{ name: "lab-a-1", isThere: null, layers: [] }])).not.toContain("Nothing that is known");
  });

  it("has words for a machine that is gone, and for a session without one", () => {
    expect(text([{ name: "lab-a-1", isThere: false, layers: [] }])).toContain(
      "lab-a-1 is not in the cluster",
    );
    expect(text([])).toContain(en.backstops.noMachines);
  });

  it("names Kyverno's policies that may end it", () => {
    expect(text([machine("lab-a-1", JOB, layer("kyverno-policy"))])).toContain("labs/old (0 3 * * *)");
  });

  it.each(Object.keys(BACKSTOP_FINDINGS) as BackstopCode[])("words %s in both languages", (code) => {
    const atMs = /armed|overdue/.test(code) ? AT : null;
    for (const locale of ["en", "ko"] as const)
      expect(text([machine("lab-a-1", layer(code, atMs))], locale)).toContain("lab-a-1");
  });
});
