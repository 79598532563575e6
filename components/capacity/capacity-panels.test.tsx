import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type CapacityAnswer, toWire } from "@/lib/contracts/capacity";
import { gaugesOf } from "@/lib/domain/capacity/gauges";
import { nodeHeadrooms } from "@/lib/domain/capacity/node-headroom";
import { parseQuantity } from "@/lib/domain/capacity/quantity";
import { capacityNode, capacityPod, capacityWorld } from "@/lib/domain/testing/capacity-samples";
import { known, unknown } from "@/lib/domain/testing/samples";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { shownOn } from "../testing/shown-on";
import { GaugesPanel } from "./gauges-panel";
import { HistoryPanel } from "./history-panel";
import { NodesPanel } from "./nodes-panel";
import { RoomTable } from "./room-panel";
import { VolumesPanel } from "./volumes-panel";

const problems: string[] = [];
/** What a reader of a wide screen reads, without the marks that draw it. */
function text(content: ReactNode, messages: typeof en = en, locale: "en" | "ko" = "en"): string {
  return shownOn("wide", drawn(content, messages, locale));
}

function drawn(content: ReactNode, messages: typeof en = en, locale: "en" | "ko" = "en"): string {
  problems.length = 0;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={messages}
      timeZone="UTC"
      onError={(error) => problems.push(error.message)}
    >
      {content}
    </NextIntlClientProvider>,
  );
  expect(problems).toEqual([]);
  return html;
}

const resource = (key: string, hard: string, used: string) => ({
  ...{ key, hard: parseQuantity(hard), used: parseQuantity(used) },
});
const gauges = toWire(
  gaugesOf({
    namespaces: ["labs", "bare"],
    quotas: [
      {
        ...{ namespace: "labs", name: "team", scopes: [{ name: "NotTerminating" }] },
        resources: [
          resource("requests.memory", "48Gi", "72Gi"),
          resource("requests.cpu", "16", "1640m"),
          resource("pods", "0", "0"),
          resource("limits.cpu", "a lot", "1"),
        ],
      },
    ],
    cap: { hard: 8, used: 6, releasing: 1, isRowsOnly: false },
    releasing: [],
    reserved: null,
  }),
);
const nodesOf = (world: Parameters<typeof nodeHeadrooms>[0]) => toWire(nodeHeadrooms(world));
const room: CapacityAnswer["labs"][number]["room"] = {
  ...{ sessions: 2, isAtMost: false, binds: { type: "node-memory" }, allowances: [] },
  next: { bound: { type: "quota", namespace: "labs", quota: "team", key: "pods" }, sessions: 4 },
};
const lab = { id: "1", name: "Linux basics", machineCount: 1, guestMiB: 4096, room };
const charge = { "requests.memory": "4640345792", "requests.cpu": "205m" };

describe("gauges", () => {
  const words = text(<GaugesPanel gauges={gauges} freeByMs={null} />);
  it.each([
    "6 of 8 (75%), 1 being released",
    "72 GiB of 48 GiB (150%)",
    "1.64 CPU of 16 CPU (10%)",
    "over",
    "the bound “a lot” is no quantity",
    "Requested memory requests.memory (team in labs)",
    "No quota bounds this namespace.",
    "Counts only: pods without a deadline (VMs)",
  ])("say: %s", (expected) => expect(words).toContain(expected));
  it("divide nothing by a bound of 0", () => expect(words).toMatch(/0 of 0 (?!\()/));
});

describe("rooms", () => {
  const table = (labs: CapacityAnswer["labs"], messages = en, locale: "en" | "ko" = "en") =>
    text(<RoomTable label="rooms" labs={labs} />, messages, locale);
  it("say what binds, and what would next", () => {
    const words = table([{ ...lab, charge }]);
    expect(words).toContain("2 more of Linux basics: what stops the next is node memory.");
    expect(words).toContain("Without it, the quota on pods (team) would allow 4.");
    expect(words).toMatch(/4 GiB 4\.3 GiB 0\.21 CPU/);
    const phone = shownOn("phone", drawn(<RoomTable label="rooms" labs={[{ ...lab, charge }]} />));
    expect(phone).toMatch(/^ Room 2 more of .* Each session is charged 4\.3 GiB .* of guest memory\. $/);
  });
  it("say that there may be less, or that nothing is known", () => {
    expect(table([{ ...lab, charge, room: { ...room, isAtMost: true } }])).toContain("At most");
    const nothing = { sessions: null, isAtMost: true, binds: null, next: null, allowances: [] };
    expect(table([{ ...lab, charge: {}, room: nothing }])).toMatch(/Linux basics: unmeasured\..*unmeasured/);
  });
  it("are told in Korean", () => {
    expect(table([{ ...lab, charge }], ko, "ko")).toContain("Linux basics을(를) 2개 더 시작할 수 있습니다");
  });
});

describe("nodes", () => {
  it("tell their room, their state, and what was not measured", () => {
    const pod = known(capacityPod("vm", { memory: "8Gi", cpu: "1" }, { isLauncher: true }));
    const taints = [{ key: "node.kubernetes.io/unschedulable", value: "", effect: "NoSchedule" }];
    const node = known(capacityNode("node-1", {}, { isCordoned: true, taints }));
    const words = text(<NodesPanel nodes={nodesOf(capacityWorld({ pod, node }))} hasMetrics={false} />);
    expect(words).toContain("24 GiB of 32 GiB free by request");
    expect(words).toContain("ready, cordoned, node.kubernetes.io/unschedulable:NoSchedule");
    expect(words).toContain("use is unmeasured");
    expect(words).toContain("Killed first vm (a VM, Burstable)");
  });
  it("name a pressure only where there is one: of a lost node nobody knows", () => {
    const condition = (type: string, status: "True" | "Unknown") => ({
      ...{ type, status, reason: "", message: "" },
    });
    const conditions = [condition("Ready", "Unknown"), condition("PIDPressure", "Unknown")];
    const lost = capacityNode("node-1", {}, { isReady: false, conditions });
    const full = capacityNode("node-2", {}, { conditions: [condition("MemoryPressure", "True")] });
    const nodes = nodesOf(capacityWorld({ node: known(lost, full) }));
    const words = text(<NodesPanel nodes={nodes} hasMetrics />);
    expect(words).toContain("node-1 not ready, unknown: PIDPressure Memory");
    expect(words).toContain("node-2 ready, MemoryPressure Memory");
  });
  it("are unmeasured where they could not be read, and so is what was asked of them", () => {
    expect(text(<NodesPanel nodes={null} hasMetrics={false} />)).toContain("unmeasured");
    const blind = nodesOf(capacityWorld({ pod: unknown }));
    const words = text(<NodesPanel nodes={blind} hasMetrics />);
    expect(words).toContain("unmeasured of 32 GiB free by request");
    expect(words).not.toContain("no machine");
  });
});

describe("the history", () => {
  const NOW = Date.parse("2026-12-01T10:00:00.000Z");
  const sample = (hoursAgo: number, taken: number, refused = 0) => ({
    ...{ atMs: NOW - hoursAgo * 3_600_000, taken, cap: 8, releasing: 0, refused },
    ...{ refusedByQuota: 2 * refused, refusedByNodes: 0 },
  });
  const samples = [sample(30, 8, 2), sample(20, 5, 1), sample(1, 3)];
  const words = text(<HistoryPanel samples={samples} nowMs={NOW} />);
  it("tells the peak and the refusals of a day and of a week", () => {
    expect(words).toMatch(
      /Last 24 hours seats taken .* Peak: 5 of 8 seats, .* 1 start refused .* Last 7 days/,
    );
    expect(words).toMatch(
      /Last 7 days .* Peak: 8 of 8 seats, .* 3 starts refused for want of a seat, 6 launches refused by a quota/,
    );
  });
  it("marks the peak in the chart, and has an axis from 0 to the cap", () => {
    expect(words).toMatch(/Last 24 hours seats taken 0 8 .*peak 5/);
    expect(words).toMatch(/Last 7 days seats taken 0 8 .*peak 8/);
  });
  it("tells of each refusal when it was, the newest first", () => {
    expect(words).toMatch(
      /Last 7 days .*When that was .*\d\d:00 : 1 start, for want of a seat; 2 launches, by a quota .*\d\d:00 : 2 starts/,
    );
  });
  it("says for how long nothing was measured", () => {
    expect(words).toMatch(/23 h 40 min of it are unmeasured\. .*Last 7 days/);
  });
  it("says that there is none", () => {
    expect(text(<HistoryPanel samples={[]} nowMs={NOW} />)).toContain("Nothing has been sampled yet.");
  });
});

describe("golden volumes", () => {
  it("show their size and who copies them", () => {
    const volume = {
      ...{
        namespace: "labs",
        name: "ubuntu",
        phase: "Bound",
        size: { nano: "10737418240" },
        deletingAtMs: null,
      },
      ...{ finalizers: [], heldBy: [], otherLabs: 0 },
      labs: [{ name: "Linux basics", isEnabled: true }],
    };
    expect(text(<VolumesPanel volumes={[volume]} />)).toMatch(/ubuntu 10 GiB Linux basics Bound/);
    const phone = shownOn("phone", drawn(<VolumesPanel volumes={[volume]} />));
    expect(phone).toMatch(/labs\/ ubuntu Copied by Linux basics Bound 10 GiB/);
    expect(text(<VolumesPanel volumes={null} />)).toContain("unmeasured");
  });
});
