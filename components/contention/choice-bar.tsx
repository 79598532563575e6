"use client";
import type { ContentionReport } from "@/lib/domain/contention/report";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import { Note } from "../ui/note";
import { useTimeFormat } from "../ui/time-format";
import { type ContentionChoiceState, SINCE_MINUTES } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";

interface ChoiceBarProps {
  readonly state: ContentionChoiceState;
  readonly report: ContentionReport;
}
/** Named so many; the others are counted. */
const MOST_NAMES = 3;
const DEFAULT_MINUTES = 60;

/** A rollout that was found, or namespaces, labels and time. */
export function ChoiceBar({ state: { url, setUrl }, report }: ChoiceBarProps) {
  const words = useReportWords();
  const { rollout } = report.choice;
  return (
    <section aria-label={words.say("choice.title")} className="mb-4 flex flex-col gap-3">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
        <Field label={words.say("choice.rollout")}>
          {(control) => (
            <Select
              {...control}
              value={rollout ?? ""}
              onChange={({ target }) =>
                void setUrl(
                  target.value === ""
                    ? { rollout: null, since: url.since ?? DEFAULT_MINUTES }
                    : { rollout: target.value, since: null, namespaces: null, selector: null, only: null },
                )
              }
            >
              <option value="">{words.say("choice.noRollout")}</option>
              <RolloutOptions report={report} />
            </Select>
          )}
        </Field>
        {rollout === null && <ScopeFields url={url} setUrl={setUrl} />}
      </div>
      <ProblemNote report={report} />
    </section>
  );
}

function RolloutOptions({ report: { rollouts, choice } }: { report: ContentionReport }) {
  const words = useReportWords();
  const format = useTimeFormat();
  const isLost = choice.rollout !== null && !rollouts.some(({ id }) => id === choice.rollout);
  return (
    <>
      {isLost && <option value={choice.rollout ?? ""}>{choice.rollout}</option>}
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

function ScopeFields({ url, setUrl }: Pick<ContentionChoiceState, "url" | "setUrl">) {
  const words = useReportWords();
  return (
    <>
      <Field label={words.say("choice.namespaces")} hint={words.say("choice.namespacesHint")}>
        {(control) => (
          <TextInput
            {...control}
            value={url.namespaces}
            onChange={({ target }) => void setUrl({ namespaces: target.value || null })}
          />
        )}
      </Field>
      <Field label={words.say("choice.selector")} hint={words.say("choice.selectorHint")}>
        {(control) => (
          <TextInput
            {...control}
            value={url.selector}
            onChange={({ target }) => void setUrl({ selector: target.value || null })}
          />
        )}
      </Field>
      <Field label={words.say("choice.since")}>
        {(control) => (
          <Select
            {...control}
            value={String(url.since ?? DEFAULT_MINUTES)}
            onChange={({ target }) => void setUrl({ since: Number(target.value) })}
          >
            {SINCE_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes < 60
                  ? words.say("choice.sinceMinutes", { minutes })
                  : words.say("choice.sinceHours", { hours: minutes / 60 })}
              </option>
            ))}
          </Select>
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

function ProblemNote({ report: { problem, undatedPods } }: { report: ContentionReport }) {
  const words = useReportWords();
  if (problem) {
    const isLost = problem.code === "rollout-not-found";
    const text = isLost
      ? words.say("problems.rollout-not-found")
      : words.say("problems.selector", { text: String(Object.values(problem.params)[0] ?? "") });
    return (
      <Note tone="bad" isAlert>
        {text}
      </Note>
    );
  }
  if (undatedPods === 0) return null;
  return <Note tone="warn">{words.say("choice.undated", { count: undatedPods })}</Note>;
}
