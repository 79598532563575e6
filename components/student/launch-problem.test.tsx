import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { SessionDetail } from "@/lib/contracts/sessions";
import type { Reason } from "@/lib/domain/reason";
import { INSIDE_REASONS } from "@/lib/domain/shown-reason";
import { NOW, session as sampleSession, SPEC } from "@/lib/domain/testing/samples";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { SessionFlags } from "../sessions/session-flags";
import { SessionTrouble } from "../sessions/session-trouble";
import { EndedNotice } from "./ended-notice";
import { ProvisioningSteps } from "./provisioning-steps";

const LANGUAGES = { en, ko } as Record<"en" | "ko", typeof en>;
const MINUTE = 60_000;
const QUOTA: Reason = {
  code: "quota-exceeded",
  params: {
    ...{ quota: "team", key: "requests.memory", requested: "4Gi", used: "45Gi", hard: "48Gi" },
    message: 'pods "virt-launcher-x" is forbidden',
  },
};

function detail(changes: Partial<SessionDetail>): SessionDetail {
  const names = { labName: "Linux", studentName: "Ada", studentEmail: "a@b.test", courseName: null };
  const shown = { access: [], events: [], resources: [], hasSshKey: false, spec: SPEC };
  const row = { ...sampleSession({ status: "provisioning", startedAtMs: NOW - MINUTE }), ...names, ...shown };
  return { ...row, launchProblem: null, launchUntilMs: NOW + 9 * MINUTE, ...changes };
}
function text(content: ReactNode, locale: "en" | "ko" = "en"): string {
  const problems: string[] = [];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={LANGUAGES[locale]}
      timeZone="UTC"
      onError={(error) => problems.push(error.message)}
    >
      {content}
    </NextIntlClientProvider>,
  );
  expect(problems).toEqual([]);
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
}

describe("a launch that the cluster refuses, while it is tried again", () => {
  it.each(["en", "ko"] as const)("is told to its student in %s without the cluster's inside", (locale) => {
    for (const code of INSIDE_REASONS) {
      const words = text(<ProvisioningSteps session={detail({ launchProblem: { code } })} />, locale);
      expect(words).toContain(LANGUAGES[locale].studentReason[code]);
      expect(words).not.toMatch(/quota|할당량|requests\.|namespace|네임스페이스|node|노드|\?/i);
    }
  });
  it("says until when it is tried, and the usual hint where nothing is wrong", () => {
    const words = text(<ProvisioningSteps session={detail({ launchProblem: { code: "unschedulable" } })} />);
    expect(words).toMatch(/Your lab does not start yet .* tried again by itself until \d\d:\d\d\./);
    expect(words).not.toContain("usually takes");
    expect(text(<ProvisioningSteps session={detail({})} />)).toContain("usually takes");
  });
  it("is told to staff with quota, key and figures, and the cluster's words where they were sent", () => {
    const words = text(<SessionTrouble session={detail({ launchProblem: QUOTA })} />);
    expect(words).toContain("Its machines do not start");
    expect(words).toContain(
      "The quota on requested memory (team) has no room for this: 4 GiB more would be needed, and 45 GiB of 48 GiB",
    );
    expect(words).toContain('The cluster said: pods "virt-launcher-x" is forbidden');
    expect(text(<SessionTrouble session={detail({ launchProblem: QUOTA })} />, "ko")).toContain(
      "요청한 메모리 할당량(team)에 여유가 없습니다. 4 GiB이(가) 더 필요하지만",
    );
    const { message: _message, ...params } = QUOTA.params ?? {};
    const staff = text(<SessionTrouble session={detail({ launchProblem: { ...QUOTA, params } })} />);
    expect(staff).not.toContain("The cluster said");
    expect(text(<SessionTrouble session={detail({})} />)).toBe("");
  });
  it("is marked in the list of sessions", () => {
    expect(text(<SessionFlags session={detail({ launchProblem: QUOTA })} />)).toContain("does not start");
    expect(text(<SessionFlags session={detail({})} />)).toBe("");
  });
});

describe("a launch that was given up", () => {
  it("is told to its student in the same words", () => {
    const over = detail({ status: "failed", endReason: "launch-failed", reason: { code: "quota-exceeded" } });
    const words = text(<EndedNotice session={over} />);
    expect(words).toContain(en.studentReason["quota-exceeded"]);
    expect(words).not.toContain("?");
  });
});
