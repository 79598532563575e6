import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { SWITCH_NAMES } from "@/lib/contracts/reaper";
import { PASS_OUTCOMES, PASS_TRIGGERS } from "@/lib/domain/pass-summary";
import { REFUSAL_CODES } from "@/lib/contracts/result";
import { AUDIT_ACTIONS, AUDIT_DETAILS, AUDIT_SUBJECTS } from "@/lib/domain/audit";
import { BACKSTOP_FINDINGS, BACKSTOP_LAYERS } from "@/lib/domain/backstops";
import { DOCTOR_FINDINGS, DOCTOR_STATES } from "@/lib/domain/doctor";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { REASON_CODES } from "@/lib/domain/reason";
import { END_REASONS, SESSION_STATUSES } from "@/lib/domain/session";
import { WORLD_KINDS } from "@/lib/domain/world";
import type { Locale } from "./locales";
import en from "./messages/en.json";
import ko from "./messages/ko.json";

type Tree = { readonly [key: string]: string | Tree };
/** What the doctor finds that asks for something to be done. */
const ILL = Object.entries(DOCTOR_FINDINGS).flatMap(([code, state]) => (state === "ok" ? [] : [code]));
/** Every key by its name: what the typed translator refuses on purpose. */
interface LooseTranslator {
  (key: string, values: Record<string, number>): string;
  rich(key: string, values: Record<string, number | (() => string)>): unknown;
}
const LANGUAGES = { en, ko } satisfies Record<string, Tree>;

function leaves(tree: Tree, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : leaves(value, `${path}${key}.`),
  );
}
/** Arguments of an ICU message, without what is quoted and without the words inside of plurals. */
function argumentsOf(message: string): string[] {
  const open = message.replaceAll(/'\{[^']*'/g, "");
  return [
    ...new Set(
      [...open.matchAll(/(?<!(?:\bone|\bother|\byes|=\d) )\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ""),
    ),
  ].sort();
}

describe("messages", () => {
  it("have the same keys in both languages", () => {
    const keys = (tree: Tree) =>
      leaves(tree)
        .map(([key]) => key)
        .sort();
    expect(keys(ko)).toEqual(keys(en));
  });

  it("take the same arguments in both languages", () => {
    const korean = new Map(leaves(ko));
    const differing = leaves(en).filter(
      ([key, text]) => argumentsOf(text).join() !== argumentsOf(korean.get(key) ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))("can all be read as ICU in %s", (locale, messages) => {
    const problems: string[] = [];
    const t = createTranslator({
      locale: locale as Locale,
      messages: messages as typeof en,
      onError: (error) => problems.push(error.message),
    }) as unknown as LooseTranslator;
    for (const [key, text] of leaves(messages)) {
      const values = Object.fromEntries(argumentsOf(text).map((name) => [name, 1]));
      if (text.includes("<")) void t.rich(key, { ...values, ago: () => "1" });
      else t(key, values);
    }
    expect(problems).toEqual([]);
  });

  it("give a name in Korean the particle in both its forms, since its last sound is not known", () => {
    const bare = /\{\w+\}(?:가|이|는|은|를|을|와|과|로|으로)(?![가-힣(])/;
    expect(leaves(ko).filter(([, text]) => bare.test(text))).toEqual([]);
  });

  it("say one thing by one word in Korean", () => {
    const others = /라벨|종료자|측정 안 됨|스케줄 중지/;
    expect(leaves(ko).filter(([, text]) => others.test(text))).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))("word every code in %s", (_locale, messages) => {
    const groups: readonly (readonly [Tree, readonly string[]])[] = [
      [messages.reason, REASON_CODES],
      [messages.refusal, REFUSAL_CODES],
      [messages.status, SESSION_STATUSES],
      [messages.endReason, END_REASONS],
      [messages.endReasonLong, END_REASONS],
      [messages.outcome, PASS_OUTCOMES],
      [messages.trigger, PASS_TRIGGERS],
      [messages.direction, DIRECTIONS],
      [messages.worldKind, WORLD_KINDS],
      [messages.reaper.switch, SWITCH_NAMES],
      [messages.backstops.layers, BACKSTOP_LAYERS],
      [messages.backstops.finding, Object.keys(BACKSTOP_FINDINGS)],
      [messages.backstops.states, Object.values(BACKSTOP_FINDINGS)],
      [messages.doctor.states, DOCTOR_STATES],
      [messages.doctor.what, Object.keys(DOCTOR_FINDINGS)],
      [messages.doctor.todo, ILL],
      [messages.audit.subjects, AUDIT_SUBJECTS],
      [messages.audit.detail, AUDIT_DETAILS],
      [Object.fromEntries(leaves(messages.audit.actions)), AUDIT_ACTIONS],
    ];
    const missing = groups.flatMap(([words, codes]) =>
      codes.filter((code) => typeof words[code] !== "string"),
    );
    expect(missing).toEqual([]);
  });
});
