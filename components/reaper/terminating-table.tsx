"use client";
import { useTranslations } from "next-intl";
import type { ReaperView } from "@/lib/contracts/reaper";
import type { TerminatingMachine } from "@/lib/domain/reap-types";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { StatusMark } from "../ui/status-mark";
import { Ago, Measured } from "../ui/times";

/** Machines that are on their way out, and what holds the stuck ones. */
export function TerminatingTable({ view: { terminating, seenAtMs } }: { view: ReaperView }) {
  const t = useTranslations("reaper");
  const session = useTranslations("session");
  if (terminating.length === 0) {
    return (
      <Panel title={t("terminating")}>
        <p className="text-muted">
          <Measured value={seenAtMs === null ? null : t("terminatingNone")} why={t("seenNever")} />
        </p>
      </Panel>
    );
  }
  const isAnyStuck = terminating.some(({ isStuck }) => isStuck);
  return (
    <Panel title={`${t("terminating")} (${terminating.length})`} tone={isAnyStuck ? "bad" : "plain"} isFlush>
      <PlainTable
        label={t("terminating")}
        head={[
          { key: "name", label: session("machine") },
          { key: "since", label: t("since") },
          { key: "held", label: t("heldBy") },
        ]}
      >
        {terminating.map((machine) => (
          <tr key={machine.uid}>
            <Cell>
              <span className="font-mono text-sm">{machine.name}</span>
            </Cell>
            <Cell>
              <Ago atMs={machine.sinceMs} />{" "}
              {machine.isStuck && (
                <StatusMark tone="bad" shape="diamond">
                  {t("stuck")}
                </StatusMark>
              )}
            </Cell>
            <Cell isWrapped>
              <HeldBy machine={machine} />
            </Cell>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}

function HeldBy({ machine }: { machine: TerminatingMachine }) {
  const t = useTranslations("reaper");
  const app = useTranslations("app");
  if (machine.deadNode !== null) return t("deadNode", { node: machine.deadNode });
  if (machine.finalizers.length === 0) return <span className="text-muted">{app("none")}</span>;
  return (
    <span className="text-sm wrap-anywhere">{t("finalizers", { names: machine.finalizers.join(", ") })}</span>
  );
}
