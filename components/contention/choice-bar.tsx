"use client";
import { useFieldError } from "../ui/reason-text";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import { useTimeFormat } from "../ui/time-format";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { NamespacesField } from "./namespaces-field";
import { type ContentionChoiceState, DEFAULT_MINUTES, isScoped } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";
import { WindowFields } from "./window-fields";

export interface ChoiceBarProps {
  readonly state: ContentionChoiceState;
  /** The last that came; null: none yet. */
  readonly answer: ContentionAnswer | null;
  readonly error: unknown;
}
/** Named so many; the others are counted. */
const MOST_NAMES = 3;

/** A rollout that was found, or namespaces, labels and time. */
export function ChoiceBar({ state, answer, error }: ChoiceBarProps) {
  const words = useReportWords();
  const { url, setUrl } = state;
  const latest = isScoped(url) ? null : (answer?.report.choice.rollout ?? null);
  const rollout = url.rollout ?? latest;
  return (
    <section aria-label={words.say("choice.title")} className="mb-4">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        <div className="sm:col-span-2">
          <Field label={words.say("choice.rollout")}>
            {(control) => (
              <Select
                {...control}
                value={rollout ?? ""}
                onChange={({ target }) =>
                  void setUrl(
                    target.value === ""
                      ? { rollout: null, since: url.since ?? DEFAULT_MINUTES }
                      : { ...NO_SCOPE, rollout: target.value },
                  )
                }
              >
                <option value="">{words.say("choice.noRollout")}</option>
                <RolloutOptions rollout={rollout} rollouts={answer?.report.rollouts ?? []} />
              </Select>
            )}
          </Field>
        </div>
        {rollout === null && <ScopeFields state={state} answer={answer} error={error} />}
      </div>
    </section>
  );
}

const NO_SCOPE = { since: null, from: null, to: null, namespaces: null, selector: null, only: null };

interface RolloutOptionsProps {
  readonly rollout: string | null;
  readonly rollouts: ContentionAnswer["report"]["rollouts"];
}

function RolloutOptions({ rollout, rollouts }: RolloutOptionsProps) {
  const words = useReportWords();
  const format = useTimeFormat();
  const isLost = rollout !== null && !rollouts.some(({ id }) => id === rollout);
  return (
    <>
      {isLost && <option value={rollout}>{rollout}</option>}
      {rollouts.map(({ id, startedAtMs, parts }) => {
        const names = parts.slice(0, MOST_NAMES).map(({ deployment }) => deployment);
        return (
          <option key={id} value={id}>
            {words.say("choice.rolloutOption", {
              ...{ time: format.day(startedAtMs), count: parts.length },
              names: parts.length > MOST_NAMES ? `${names.join(", ")} …` : names.join(", "),
            })}
          </option>
        );
      })}
    </>
  );
}

function ScopeFields({ state, answer, error }: ChoiceBarProps) {
  const words = useReportWords();
  const fieldError = useFieldError(error);
  const { url, setUrl } = state;
  const problem = answer?.report.problem ?? null;
  const isUnread = problem !== null && problem.code !== "rollout-not-found";
  return (
    <>
      <WindowFields url={url} setUrl={setUrl} nowMs={answer?.serverNowMs ?? null} />
      <NamespacesField
        chosen={url.namespaces}
        known={answer?.namespaces ?? null}
        error={fieldError("namespaces")}
        onChange={(namespaces) => void setUrl({ namespaces, since: url.since ?? DEFAULT_MINUTES })}
      />
      <Field
        label={words.say("choice.selector")}
        hint={words.say("choice.selectorHint")}
        error={isUnread && url.selector !== "" ? words.say("choice.selectorUnread") : fieldError("selector")}
      >
        {(control) => (
          <TextInput
            {...control}
            value={url.selector}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) =>
              void setUrl(
                { selector: target.value || null, since: url.since ?? DEFAULT_MINUTES },
                { history: "replace" },
              )
            }
          />
        )}
      </Field>
      <Field label={words.say("choice.only")}>
        {(control) => (
          <Select
            {...control}
            value={url.only}
            onChange={({ target }) =>
              void setUrl({
                only: target.value === "labs" ? "labs" : null,
                since: url.since ?? DEFAULT_MINUTES,
              })
            }
          >
            <option value="all">{words.say("choice.onlyAll")}</option>
            <option value="labs">{words.say("choice.onlyLabs")}</option>
          </Select>
        )}
      </Field>
    </>
  );
}
