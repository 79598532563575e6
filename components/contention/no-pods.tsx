"use client";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { emptyReason } from "./empty-reason";
import type { ContentionChoiceState } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";

const DAY_MINUTES = 1440;

interface NoPodsProps {
  readonly answer: ContentionAnswer;
  readonly state: ContentionChoiceState;
}

/** Nothing matches: why that is, and what would show something. */
export function NoPods({ answer, state: { url, setUrl } }: NoPodsProps) {
  const words = useReportWords();
  const { choice } = answer.report;
  const { code, names } = emptyReason(answer);
  const isNarrow = choice.namespaces.length > 0 || choice.selector !== "" || choice.only !== "all";
  return (
    <section
      aria-label={words.say("concentration.no-pods")}
      className="rounded-md border border-line bg-surface"
    >
      <Empty
        title={words.say("concentration.no-pods")}
        hint={words.say(`emptyReasons.${code}`, { names: names.join(", ") })}
      >
        {choice.rollout === null && code !== "namespaces" && url.since !== DAY_MINUTES && (
          <Button onClick={() => void setUrl({ since: DAY_MINUTES, from: null, to: null })}>
            {words.say("choice.lastDay")}
          </Button>
        )}
        {isNarrow && (
          <Button
            onClick={() =>
              void setUrl({ namespaces: null, selector: null, only: null, since: url.since ?? DAY_MINUTES })
            }
          >
            {words.say("choice.allPods")}
          </Button>
        )}
      </Empty>
    </section>
  );
}
