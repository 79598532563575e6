"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { previewQuery } from "@/lib/client/queries";
import type { PreviewAnswer } from "@/lib/contracts/reaper";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Note } from "../ui/note";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { useTimeFormat } from "../ui/time-format";
import { PlanTable } from "./plan-table";

/** The plan of a pass, not carried out. */
export function PreviewDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations("reaper");
  const states = useTranslations("states");
  const query = useQuery({ ...previewQuery(), enabled: isOpen, refetchOnWindowFocus: false });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("previewTitle")}
      width="wide"
      footer={
        <>
          <Button onClick={() => void query.refetch()} isBusy={query.isFetching}>
            {query.isFetching ? t("previewing") : states("retry")}
          </Button>
          <Button onClick={onClose}>{states("close")}</Button>
        </>
      }
    >
      <QueryView query={query} skeleton={<SkeletonRows rows={5} />}>
        {(preview) => <PreviewBody preview={preview} />}
      </QueryView>
    </Dialog>
  );
}

function PreviewBody({ preview }: { preview: PreviewAnswer }) {
  const t = useTranslations("reaper");
  const bar = useTranslations("bar.held");
  const direction = useTranslations("direction");
  const kind = useTranslations("worldKind");
  const format = useTimeFormat();
  const { plan } = preview;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t("previewAt", { time: format.second(preview.serverNowMs) })}</p>
      {preview.held && <Note tone="bad">{t("previewHeld", { held: bar(preview.held) })}</Note>}
      {plan.unjudged.map((one) => (
        <Note key={one.direction} tone="warn">
          {t("unjudged", {
            direction: direction(one.direction),
            kinds: one.kinds.map((k) => kind(k)).join(", "),
          })}
        </Note>
      ))}
      {plan.held.map((held) => (
        <Note key={held.direction} tone="warn">
          {t("brake", { direction: direction(held.direction), found: held.found, allowed: held.allowed })}
        </Note>
      ))}
      {plan.items.length === 0 ? (
        <p>{t("previewNothing")}</p>
      ) : (
        <PlanTable label={t("previewTitle")} items={plan.items} />
      )}
      {plan.keptBack.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">{t("keptBack", { count: plan.keptBack.length })}</h3>
          <PlanTable label={t("keptBack", { count: plan.keptBack.length })} items={plan.keptBack} />
        </section>
      )}
    </div>
  );
}
