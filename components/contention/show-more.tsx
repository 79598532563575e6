"use client";
import { Button } from "../ui/button";
import { useReportWords } from "./use-report-words";

/** Below a table that is cut: so many more whenever somebody wants them; nothing where none is left. */
export function ShowMore({
  left,
  step,
  onMore,
}: {
  readonly left: number;
  readonly step: number;
  readonly onMore: () => void;
}) {
  const words = useReportWords();
  if (left <= 0) return null;
  return (
    <div className="border-t p-2">
      <Button look="quiet" onClick={onMore}>
        {words.say("showMore", { count: Math.min(step, left) })}
      </Button>
    </div>
  );
}
