"use client";
import { useState } from "react";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import { localMinute, momentOf } from "./local-minute";
import { type ContentionChoiceState, DEFAULT_MINUTES, SINCE_MINUTES } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";

interface WindowFieldsProps extends Pick<ContentionChoiceState, "url" | "setUrl"> {
  readonly nowMs: number | null;
}
const BETWEEN = "between";
const MINUTE_MS = 60_000;
/** The first that the field takes: while a year is typed it is one of long ago. */
const EARLIEST = "2000-01-01T00:00";

/** When the pods were created: within a length of time until now, or between two moments. */
export function WindowFields({ url, setUrl, nowMs }: WindowFieldsProps) {
  const words = useReportWords();
  const { from, to, since } = url;
  const isBetween = from !== null || to !== null;
  const minutes = since ?? DEFAULT_MINUTES;
  const choose = (value: string) => {
    if (value !== BETWEEN) return void setUrl({ since: Number(value), from: null, to: null });
    const end = Math.floor((nowMs ?? Date.now()) / MINUTE_MS) * MINUTE_MS;
    void setUrl({ since: null, from: new Date(end - minutes * MINUTE_MS), to: new Date(end) });
  };
  return (
    <>
      <Field label={words.say("choice.since")}>
        {(control) => (
          <Select
            {...control}
            value={isBetween ? BETWEEN : String(minutes)}
            onChange={({ target }) => choose(target.value)}
          >
            {[...new Set([...SINCE_MINUTES, minutes])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {sinceText(words, each)}
                </option>
              ))}
            <option value={BETWEEN}>{words.say("choice.between")}</option>
          </Select>
        )}
      </Field>
      {isBetween && (
        <>
          <MomentField
            label={words.say("choice.from")}
            atMs={from?.getTime() ?? null}
            error={
              from !== null && nowMs !== null && from.getTime() > nowMs ? words.say("choice.toCome") : null
            }
            onChange={(atMs) => void setUrl({ from: new Date(atMs) }, { history: "replace" })}
          />
          <MomentField
            label={words.say("choice.to")}
            atMs={to?.getTime() ?? null}
            error={from !== null && to !== null && to <= from ? words.say("choice.reversed") : null}
            onChange={(atMs) => void setUrl({ to: new Date(atMs) }, { history: "replace" })}
          />
        </>
      )}
    </>
  );
}

function sinceText(words: ReturnType<typeof useReportWords>, minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 1440) return words.say("choice.sinceDays", { days: minutes / 1440 });
  return minutes < 60 || minutes % 60 !== 0
    ? words.say("choice.sinceMinutes", { minutes })
    : words.say("choice.sinceHours", { hours: minutes / 60 });
}

interface MomentFieldProps {
  readonly label: string;
  readonly atMs: number | null;
  readonly error: string | null;
  readonly onChange: (atMs: number) => void;
}

/** Takes what is typed as soon as it is a whole moment; until then it stays as it is typed. */
function MomentField({ label, atMs, error, onChange }: MomentFieldProps) {
  const words = useReportWords();
  const [draft, setDraft] = useState<{ readonly text: string; readonly atMs: number | null } | null>(null);
  const text = draft !== null && draft.atMs === atMs ? draft.text : atMs === null ? "" : localMinute(atMs);
  return (
    <Field label={label} hint={words.say("choice.ownZone")} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          min={EARLIEST}
          value={text}
          onChange={({ target }) => {
            const read = target.validity.valid ? momentOf(target.value) : null;
            setDraft({ text: target.value, atMs: read ?? atMs });
            if (read !== null) onChange(read);
          }}
        />
      )}
    </Field>
  );
}
