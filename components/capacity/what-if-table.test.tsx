import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import en from "@/lib/i18n/messages/en.json";
import { shownOn } from "../testing/shown-on";
import { WhatIfTable } from "./what-if-table";

type Labs = CapacityAnswer["labs"];
type Room = Labs[number]["room"];
const room = (sessions: number | null, binds: Room["binds"], isAtMost = false): Room => ({
  ...{ sessions, binds, isAtMost, next: null, allowances: [] },
});
const labs = (of: Room, memory: string): Labs => [
  {
    ...{ id: "1", name: "Linux basics", machineCount: 1, guestMiB: 4096, room: of },
    charge: { "requests.memory": memory, "requests.cpu": "205m" },
  },
];
const now = labs(room(4, { type: "cap" }), "4640345792");

/** What stands where there is room; on a phone there are two columns less, and their words below the others. */
function text(then: Labs | null, screen: "wide" | "phone" = "wide"): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <WhatIfTable now={now} then={then} isBusy={false} />
    </NextIntlClientProvider>,
  );
  return shownOn(screen, html);
}

describe("what if", () => {
  it("shows now beside then, with the difference and the charge that it would have", () => {
    expect(text(labs(room(2, { type: "node-memory" }), "8935313408"))).toContain(
      "Linux basics 4 the app’s cap 2 (−2) node memory 8.3 GiB 0.21 CPU",
    );
    expect(text(labs(room(7, { type: "node-cpu" }), "4640345792"))).toContain("7 (+3) node CPU");
  });
  it("tells the same on a phone, without a column that has to be looked for", () => {
    expect(text(labs(room(2, { type: "node-memory" }), "8935313408"), "phone")).toContain(
      "Lab More now More then Linux basics 8.3 GiB 0.21 CPU 4 the app’s cap 2 (−2) node memory",
    );
  });
  it("shows a quota's key to who asks for it", () => {
    const bound = { type: "quota", namespace: "labs", quota: "team", key: "requests.memory" } as const;
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <WhatIfTable now={labs(room(2, bound), "1")} then={null} isBusy={false} />
      </NextIntlClientProvider>,
    );
    expect(html).toContain('<span title="requests.memory">the quota on requested memory (team)</span>');
  });
  it("names no difference where there is none, or where one of them is unmeasured", () => {
    expect(text(now)).toContain("4 the app’s cap 4 the app’s cap");
    expect(text(labs(room(null, null, true), "1"))).toContain("the app’s cap unmeasured unmeasured");
    expect(text(labs(room(6, { type: "cap" }, true), "1"))).toContain("at most 6 (+2)");
  });
  it("is about no lab where none is switched on", () => {
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <WhatIfTable now={[]} then={null} isBusy={false} />
      </NextIntlClientProvider>,
    );
    expect(shownOn("wide", html)).toBe(" No lab is switched on. ");
  });
  it("shows now alone until something is changed", () => {
    expect(text(null)).toMatch(/4 the app’s cap – – .* Change something above/);
  });
});
