"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { labFitQuery } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";
import { type FitAnswer, fitQuery } from "@/lib/contracts/capacity";
import { DEFAULT_RATIO } from "@/lib/domain/capacity/charge";
import { useCapacityWords } from "../capacity/use-capacity-words";
import { boundText, chargeText, sourceText } from "../capacity/words";
import { Note } from "../ui/note";
import { LoadError } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { StaleNote } from "../ui/stale-note";
import { Ago } from "../ui/times";
import type { LabDraft } from "./lab-draft";

const SETTLE_MS = 400;

/** What a session of this size is charged, and a warning where the cluster cannot take as many as the cap allows. */
export function ChargeNote({ draft }: { draft: LabDraft }) {
  const settled = useDebounced(JSON.stringify(sizeOf(draft)), SETTLE_MS);
  const size = JSON.parse(settled) as ReturnType<typeof sizeOf>;
  const isReadable = fitQuery.safeParse(size).success;
  const query = useQuery({ ...labFitQuery(size), enabled: isReadable });
  const guestMiB = Number(size.memoryMiB) * Number(size.machineCount);
  return (
    <div className="sm:col-span-2" aria-live="polite">
      <Shown query={query} isReadable={isReadable} guestMiB={guestMiB} isPod={size.kind === "pod"} />
    </div>
  );
}

interface ShownProps {
  readonly query: ReturnType<typeof useQuery<FitAnswer>>;
  readonly isReadable: boolean;
  readonly guestMiB: number;
  readonly isPod: boolean;
}

function Shown({ query, isReadable, guestMiB, isPod }: ShownProps) {
  const t = useTranslations("capacity");
  if (!isReadable) return <Note tone="info">{t("fitUnreadable")}</Note>;
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton className="h-13" />;
  return <FitNote fit={query.data} guestMiB={guestMiB} isPod={isPod} />;
}

export function FitNote({ fit, guestMiB, isPod }: { fit: FitAnswer; guestMiB: number; isPod: boolean }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const { charge, room, rules, wanted, foreignSeats, asOfMs, isStale } = fit;
  const source = sourceText(words, fit.source);
  const { sessions, binds, isAtMost } = room;
  const isTight = sessions !== null && binds !== null && sessions < wanted;
  const isMeasured = isTight || !isAtMost;
  return (
    <div className="flex flex-col gap-2">
      {isStale && <StaleNote asOfMs={asOfMs} source="cluster" />}
      <Note tone={isTight || !isMeasured ? "warn" : "info"}>
        <p>
          {chargeText(words, charge, guestMiB)}{" "}
          {!isPod && rules.kubevirtRelease === null && `${t("releaseUnknown")}. `}
          {!isPod && rules.cpuAllocationRatio === null && `${t("ratioUnknown", { ratio: DEFAULT_RATIO })}.`}
        </p>
        <p>
          {isTight && t("fitsNot", { wanted, sessions, bound: boundText(words, binds) })}
          {!isTight && (isAtMost ? t("fitsUnmeasured", { wanted }) : t("fits", { wanted }))}
          {foreignSeats > 0 && ` ${t("fitsForeign", { count: foreignSeats })}`}
          {!isStale && (
            <>
              {" "}
              <span className="text-muted">({t.rich("asOfRich", { ago: () => <Ago atMs={asOfMs} /> })})</span>
            </>
          )}
        </p>
      </Note>
      {source !== null && <Note tone="warn">{source}</Note>}
    </div>
  );
}

function sizeOf({ kind, cpus, memoryMiB, machineCount, ephemeralMiB, ...draft }: LabDraft) {
  const size = { kind, cpus, memoryMiB, machineCount, ephemeralMiB };
  if (draft.diskType !== "clone") return { ...size, diskMiB: "0", sourcePvc: "", sourceNamespace: "" };
  const { diskMiB, sourcePvc, sourceNamespace } = draft;
  return { ...size, diskMiB, sourcePvc: sourcePvc.trim(), sourceNamespace: sourceNamespace.trim() };
}
