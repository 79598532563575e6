"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { auditQuery } from "@/lib/client/queries";
import { SWITCH_NAMES } from "@/lib/contracts/reaper";
import type { AuditAnswer, AuditRow } from "@/lib/contracts/status";
import { AUDIT_ACTIONS, AUDIT_DETAILS, AUDIT_SUBJECTS } from "@/lib/domain/audit";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { useTimeFormat } from "../ui/time-format";
import { Ago } from "../ui/times";
import { auditPage } from "./audit-page";

/** Who did what to what, newest first, a hundred a page; the page is in the URL. */
export function AuditScreen() {
  const t = useTranslations("audit");
  const [before, setBefore] = useQueryState("before", auditPage.withOptions({ history: "push" }));
  const query = useQuery(auditQuery(before));
  const nextBefore = query.data?.nextBefore ?? null;
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <div className="rounded-md border bg-surface">
        <QueryView query={query} skeleton={<SkeletonRows rows={16} />}>
          {(page) => <AuditTable page={page} />}
        </QueryView>
        <div className="flex flex-wrap justify-end gap-2 border-t px-3 py-2 print:hidden">
          <Button disabled={before === null} onClick={() => void setBefore(null)}>
            {t("newest")}
          </Button>
          <Button
            disabled={nextBefore === null}
            isBusy={query.isPlaceholderData}
            onClick={() => void setBefore(nextBefore)}
          >
            {t("older")}
          </Button>
        </div>
      </div>
    </>
  );
}

function AuditTable({ page }: { page: AuditAnswer }) {
  const t = useTranslations("audit");
  if (page.items.length === 0) return <Empty title={t("empty")} />;
  return (
    <PlainTable
      label={t("table")}
      head={[
        { key: "at", label: t("at") },
        { key: "actor", label: t("actor") },
        { key: "action", label: t("action") },
        { key: "subject", label: t("subject") },
        { key: "details", label: t("details") },
      ]}
    >
      {page.items.map((row) => (
        <tr key={row.id}>
          <Cell>
            <Ago atMs={row.atMs} />
          </Cell>
          <Cell>{row.actor}</Cell>
          <Cell>
            <ActionText action={row.action} />
          </Cell>
          <Cell>
            <Subject row={row} />
          </Cell>
          <Cell isWrapped>
            <Details params={row.params} />
          </Cell>
        </tr>
      ))}
    </PlainTable>
  );
}

function ActionText({ action }: { action: string }) {
  const t = useTranslations("audit.actions");
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return <span className="font-medium">{known ? t(known) : action}</span>;
}

/** Links to what has a page of its own. */
function Subject({ row: { subjectType, subjectId, subjectName } }: { row: AuditRow }) {
  const t = useTranslations("audit.subjects");
  const switches = useTranslations("reaper.switch");
  const directions = useTranslations("direction");
  const known = AUDIT_SUBJECTS.find((each) => each === subjectType);
  const switchName = subjectType === "switch" ? SWITCH_NAMES.find((each) => each === subjectId) : undefined;
  const direction = subjectType === "held-set" ? DIRECTIONS.find((each) => each === subjectId) : undefined;
  const name = subjectName ?? (switchName && switches(switchName)) ?? (direction && directions(direction));
  return (
    <>
      <span className="text-muted">{known ? t(known) : subjectType}</span>{" "}
      {subjectType === "session" ? (
        <Link href={`/sessions/${subjectId}`} className="font-mono text-sm text-accent underline">
          {subjectId}
        </Link>
      ) : name ? (
        <span title={subjectId}>{name}</span>
      ) : (
        <span className="font-mono text-sm">{subjectId}</span>
      )}
    </>
  );
}

function Details({ params }: { params: AuditRow["params"] }) {
  const t = useTranslations("audit");
  const detail = useTranslations("audit.detail");
  const format = useTimeFormat();
  const nameOf = (name: string) => {
    const known = AUDIT_DETAILS.find((each) => each === name);
    return known ? detail(known) : name;
  };
  const text = (name: string, value: unknown) => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return name.endsWith("Ms") && typeof value === "number" ? format.full(value) : String(value);
  };
  // The reason is told apart only where it says more than the end.
  const entries = Object.entries(params).filter(
    ([name, value]) => value !== null && value !== "" && !(name === "reason" && value === params.endReason),
  );
  return (
    <span className="text-sm text-muted">
      {entries.map(([name, value]) => `${nameOf(name)}: ${text(name, value)}`).join(", ")}
    </span>
  );
}
