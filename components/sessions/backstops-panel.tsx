"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { backstopsQuery } from "@/lib/client/queries";
import {
  type Backstop,
  type BackstopState,
  endsByItselfMs,
  type MachineBackstops,
} from "@/lib/domain/backstops";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useTimeFormat } from "../ui/time-format";
import { At } from "../ui/times";

const MARKS: Readonly<Record<BackstopState, { tone: Tone; shape: Shape }>> = {
  armed: { tone: "ok", shape: "disc" },
  broken: { tone: "bad", shape: "down" },
  none: { tone: "muted", shape: "square" },
  unmeasured: { tone: "muted", shape: "ring" },
};

/** What would end each machine of a live session if this app died: layer by layer, as the cluster says. */
export function BackstopsPanel({ id, expiresAtMs }: { id: string; expiresAtMs: number }) {
  const t = useTranslations("backstops");
  const query = useQuery(backstopsQuery(id));
  return (
    <Panel title={t("title")} isFlush>
      <p className="border-b px-4 py-2 text-sm text-muted">{t("hint")}</p>
      <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
        {({ machines }) =>
          machines.map((machine) => (
            <MachineLayers key={machine.name} machine={machine} expiresAtMs={expiresAtMs} />
          ))
        }
      </QueryView>
    </Panel>
  );
}

function MachineLayers({ machine, expiresAtMs }: { machine: MachineBackstops; expiresAtMs: number }) {
  const t = useTranslations("backstops");
  return (
    <>
      <p className="border-b px-4 py-2">
        <Verdict machine={machine} />
      </p>
      {machine.layers.length > 0 && (
        <PlainTable
          label={`${t("title")}: ${machine.name}`}
          head={[
            { key: "layer", label: t("layer") },
            { key: "state", label: t("state") },
            { key: "when", label: t("when") },
            { key: "what", label: t("what") },
          ]}
        >
          {machine.layers.map((layer) => (
            <LayerRow key={layer.layer} backstop={layer} expiresAtMs={expiresAtMs} />
          ))}
        </PlainTable>
      )}
    </>
  );
}

/** In a sentence, before the layers. */
function Verdict({ machine }: { machine: MachineBackstops }) {
  const t = useTranslations("backstops");
  const format = useTimeFormat();
  const { name, isThere, layers } = machine;
  if (isThere === false) return <StatusMark {...MARKS.none}>{t("notThere", { machine: name })}</StatusMark>;
  const endsMs = endsByItselfMs(machine);
  if (endsMs !== null) {
    const text = t("endsBy", { machine: name, time: format.full(endsMs) });
    return <StatusMark {...MARKS.armed}>{text}</StatusMark>;
  }
  const isUnread = isThere === null || layers.some(({ state }) => state === "unmeasured");
  return (
    <StatusMark {...MARKS[isUnread ? "unmeasured" : "broken"]}>
      {t(isUnread ? "unmeasured" : "nothingEnds", { machine: name })}
    </StatusMark>
  );
}

function LayerRow({ backstop, expiresAtMs }: { backstop: Backstop; expiresAtMs: number }) {
  const t = useTranslations("backstops");
  const { layer, state, code, atMs } = backstop;
  const isEarly = state === "armed" && atMs !== null && atMs < expiresAtMs;
  return (
    <tr>
      <Cell>{t(`layers.${layer}`)}</Cell>
      <Cell>
        <StatusMark {...MARKS[state]}>{t(`states.${state}`)}</StatusMark>
      </Cell>
      <Cell>
        {atMs === null ? <span className="text-muted">–</span> : <At atMs={atMs} />}
        {isEarly && <span className="ml-2 text-sm text-warn">{t("early")}</span>}
      </Cell>
      <Cell isWrapped>{t(`finding.${code}`)}</Cell>
    </tr>
  );
}
