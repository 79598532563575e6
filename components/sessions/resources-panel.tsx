"use client";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { useTimeFormat } from "../ui/time-format";

/** What the session has in the cluster; once it ends, what was deleted and when. */
export function ResourcesPanel({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const kind = useTranslations("resourceKind");
  const format = useTimeFormat();
  const isRunning = isLive(session);
  const when = (ms: number | null) => (ms === null ? t("notYet") : format.full(ms));
  return (
    <Panel title={t(isRunning ? "resources" : "resourcesDeleted")} isFlush>
      <p className="border-b px-4 py-2 text-sm text-muted">
        {isRunning
          ? t("resourcesHint")
          : t("resourcesDeletedHint", {
              accepted: when(session.deleteAcceptedAtMs),
              gone: when(session.goneAtMs),
            })}
      </p>
      <PlainTable
        label={t("resources")}
        head={[
          { key: "kind", label: t("kind") },
          { key: "name", label: t("name") },
        ]}
      >
        {session.resources.map((resource) => (
          <tr key={`${resource.kind}/${resource.name}`}>
            <Cell>{kind(resource.kind)}</Cell>
            <Cell>
              <span className="font-mono text-sm" title={resource.uid ?? undefined}>
                {resource.name}
              </span>
            </Cell>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}
