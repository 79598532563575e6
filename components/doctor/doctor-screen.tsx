"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { doctorQuery } from "@/lib/client/queries";
import { DOCTOR_STATES, type DoctorLine } from "@/lib/domain/doctor";
import { Button } from "../ui/button";
import { Note } from "../ui/note";
import { PageTitle, Panel } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { DoctorTable } from "./doctor-table";

/** What this installation lacks, the gravest first, with what to do. */
export function DoctorScreen() {
  const t = useTranslations("doctor");
  const query = useQuery(doctorQuery());
  const again = (
    <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
      {t("again")}
    </Button>
  );
  return (
    <>
      <PageTitle aside={again}>{t("title")}</PageTitle>
      <QueryView query={query} skeleton={<Skeleton className="h-96" />}>
        {({ lines }) => <DoctorBody lines={lines} />}
      </QueryView>
    </>
  );
}

function DoctorBody({ lines }: { lines: readonly DoctorLine[] }) {
  const t = useTranslations("doctor");
  const count = (state: DoctorLine["state"]) => lines.filter((line) => line.state === state).length;
  const counts = Object.fromEntries(DOCTOR_STATES.map((state) => [state, count(state)]));
  const rest = lines.filter(({ state }) => state !== "ok");
  const tone = count("failed") > 0 ? "bad" : rest.length > 0 ? "warn" : "ok";
  return (
    <div className="flex flex-col gap-4">
      <Note tone={tone}>{t("summary", counts)}</Note>
      {rest.length > 0 && (
        <Panel title={t("toDo")} isFlush>
          <DoctorTable label={t("toDo")} lines={rest} />
        </Panel>
      )}
      <Panel title={t("fine")} isFlush>
        <DoctorTable label={t("fine")} lines={lines.filter(({ state }) => state === "ok")} />
      </Panel>
    </div>
  );
}
