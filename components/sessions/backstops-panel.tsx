"use client";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { backstopsQuery } from "@/lib/client/queries";
import {
  type Backstop,
  type BackstopState,
  endsByItselfMs,
  type MachineBackstops,
} from "@/lib/domain/backstops";
import { Cell, PlainTable } from "../tables/plain-table";
import { Empty } from "../ui/empty";
import { Panel } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useTimeFormat } from "../ui/time-format";

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
        {({ machines }) => <MachinesBackstops machines={machines} expiresAtMs={expiresAtMs} />}
      </QueryView>
    </Panel>
  );
}

/** Machines of which the same is to be said are told together: a group's rarely differ. */
export function MachinesBackstops({
  machines,
  expiresAtMs,
}: {
  machines: readonly MachineBackstops[];
  expiresAtMs: number;
}) {
  const t = useTranslations("backstops");
  if (machines.length === 0) return <Empty title={t("noMachines")} />;
  return groupsOf(machines).map((group) => (
    <GroupLayers key={group.names.join()} group={group} expiresAtMs={expiresAtMs} />
  ));
}

interface Group {
  readonly names: readonly string[];
  readonly of: MachineBackstops;
}

function groupsOf(machines: readonly MachineBackstops[]): Group[] {
  const groups = new Map<string, Group>();
  for (const machine of machines) {
    const key = JSON.stringify([machine.isThere, machine.layers]);
    const { names, of } = groups.get(key) ?? { names: [], of: machine };
    groups.set(key, { names: [...names, machine.name], of });
  }
  return [...groups.values()];
}

function GroupLayers({ group, expiresAtMs }: { group: Group; expiresAtMs: number }) {
  const t = useTranslations("backstops");
  const { layers } = group.of;
  return (
    <>
      <p className="border-b px-4 py-2">
        <Verdict group={group} />
      </p>
      {layers.length > 0 && (
        <div className="border-b last:border-b-0">
          <PlainTable
            label={`${t("title")}: ${group.names.join(", ")}`}
            head={[
              { key: "layer", label: t("layer") },
              { key: "what", label: t("what") },
            ]}
          >
            {layers.map((layer) => (
              <LayerRow key={layer.layer} backstop={layer} expiresAtMs={expiresAtMs} />
            ))}
          </PlainTable>
        </div>
      )}
    </>
  );
}

/** In a sentence, before the layers. */
function Verdict({ group }: { group: Group }) {
  const t = useTranslations("backstops");
  const time = useTimeFormat();
  const { list } = useFormatter();
  const { isThere, layers } = group.of;
  const params = { machine: list(group.names), count: group.names.length };
  if (isThere === false)
    return (
      <StatusMark {...MARKS.none} isSentence>
        {t("notThere", params)}
      </StatusMark>
    );
  const endsMs = endsByItselfMs(group.of);
  if (endsMs !== null)
    return (
      <StatusMark {...MARKS.armed} isSentence>
        {t("endsBy", { ...params, time: time.full(endsMs) })}
      </StatusMark>
    );
  const isUnread = isThere === null || layers.some(({ state }) => state === "unmeasured");
  return (
    <StatusMark {...MARKS[isUnread ? "unmeasured" : "broken"]} isSentence>
      {t(isUnread ? "unmeasured" : "nothingEnds", params)}
    </StatusMark>
  );
}

function LayerRow({ backstop, expiresAtMs }: { backstop: Backstop; expiresAtMs: number }) {
  const t = useTranslations("backstops");
  const time = useTimeFormat();
  const { layer, state, code, atMs } = backstop;
  const policies = backstop.policies.map(({ name, schedule }) => `${name} (${schedule})`).join(", ");
  const isEarly = state === "armed" && atMs !== null && atMs < expiresAtMs;
  return (
    <tr>
      <Cell>
        <span className="block">{t(`layers.${layer}`)}</span>
        <StatusMark {...MARKS[state]}>{t(`states.${state}`)}</StatusMark>
      </Cell>
      <Cell isWrapped>
        {atMs !== null && (
          <span className="block font-medium">
            {t(state === "armed" ? "until" : "was", { time: time.full(atMs) })}
            {isEarly && <span className="ml-2 text-sm text-warn">{t("early")}</span>}
          </span>
        )}
        {t(`finding.${code}`, { policies })}
      </Cell>
    </tr>
  );
}
