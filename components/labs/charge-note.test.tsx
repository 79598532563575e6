import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FitAnswer } from "@/lib/contracts/capacity";
import en from "@/lib/i18n/messages/en.json";
import { FitNote } from "./charge-note";

const NOW = Date.parse("2031-02-03T12:05:06.000Z");
const FIT: FitAnswer = {
  charge: { "requests.memory": "4640345792", "requests.cpu": "205m" },
  rules: { kubevirtRelease: "1.9", cpuAllocationRatio: 10, hasLimitQuota: false, storageClass: null },
  ...{ asOfMs: NOW, isStale: false, wanted: 8, foreignSeats: 0, serverNowMs: NOW },
  source: null,
  room: { sessions: 8, isAtMost: false, binds: { type: "cap" }, next: null, allowances: [] },
};

function text(fit: Partial<FitAnswer>, isPod = false): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <FitNote fit={{ ...FIT, ...fit }} guestMiB={4096} isPod={isPod} />
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

describe("what the lab form says of a size", () => {
  it("tells the charge beside the guest's memory, and that as many as the cap fit", () => {
    expect(text({})).toContain("charged 4.3 GiB of memory and 0.21 CPU, for 4 GiB of guest memory.");
    expect(text({})).toContain("As many as the cap allows (8) fit. (cluster as of");
  });
  it("warns where fewer fit, and names what stops the next", () => {
    const room = { ...FIT.room, sessions: 3, binds: { type: "node-memory" } } as const;
    expect(text({ room })).toContain("allows 8, but only 3 fit: what stops the next is node memory.");
  });
  it("tells of seats that machines of others keep", () => {
    expect(text({})).not.toContain("not ours");
    const words = text({ wanted: 6, foreignSeats: 2 });
    expect(words).toContain("(6) fit. 2 seats of the cap are held by machines that are not ours and stay.");
  });
  it("never promises what was not measured", () => {
    const words = text({ room: { ...FIT.room, isAtMost: true } });
    expect(words).toContain("Whether as many as the cap allows (8) fit is unmeasured");
    expect(words).not.toContain("As many as the cap allows");
    const blind = { ...FIT.room, sessions: null, binds: null, isAtMost: true };
    expect(text({ room: blind })).toContain("is unmeasured");
  });
  it("warns of a volume that a launch could not copy", () => {
    const source = { namespace: "labs", name: "golden", size: { nano: "10Gi" } } as const;
    const told = (state: "found" | "missing" | "leaving" | "small" | "unseen") =>
      text({ source: { ...source, state } });
    expect(told("found")).not.toContain("golden");
    expect(told("missing")).toContain("There is no volume golden in labs");
    expect(told("leaving")).toContain("labs/golden is being deleted");
    expect(told("small")).toContain("labs/golden has 10 GiB, and a copy may not be smaller");
    expect(told("unseen")).toContain("labs/golden could not be looked at");
  });
  it("says that the cluster is silent, and since when", () => {
    expect(text({ isStale: true })).toMatch(/As of \d\d:\d\d:06\. The cluster is not answering/);
    expect(text({ isStale: true })).not.toContain("cluster as of");
  });
  it("says that the dearest is charged where KubeVirt's release is unknown", () => {
    expect(text({ rules: { ...FIT.rules, kubevirtRelease: null } })).toContain("the dearest is charged.");
  });
  it("says which CPU allocation ratio it assumes where the cluster's is unknown, of VMs only", () => {
    const rules = { ...FIT.rules, cpuAllocationRatio: null };
    expect(text({ rules })).toContain("allocation ratio is unknown: 10 vCPUs per core are assumed.");
    expect(text({ rules }, true)).not.toContain("ratio");
    expect(text({})).not.toContain("ratio");
  });
});
