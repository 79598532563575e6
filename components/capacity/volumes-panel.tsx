"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { StatusMark } from "../ui/status-mark";
import { Ago, Measured } from "../ui/times";
import { useCapacityWords } from "./use-capacity-words";
import { volumeHeldText, volumeSizeText, volumeStateText } from "./words";

type Volume = NonNullable<CapacityAnswer["volumes"]>[number];

/** Volumes that no machine owns: what labs copy, who keeps them, and why one that is being deleted waits. */
export function VolumesPanel({ volumes }: { volumes: CapacityAnswer["volumes"] }) {
  const t = useTranslations("capacity");
  return (
    <Panel title={t("volumes")} isFlush={volumes !== null && volumes.length > 0}>
      {volumes === null ? (
        <Measured value={null} />
      ) : volumes.length === 0 ? (
        <p className="text-muted">{t("noVolumes")}</p>
      ) : (
        <PlainTable
          label={t("volumes")}
          head={[
            { key: "name", label: t("volumeName") },
            { key: "size", label: t("volumeSize"), isNumeric: true },
            { key: "labs", label: t("volumeLabs") },
            { key: "state", label: t("volumeState") },
          ]}
        >
          {volumes.map((volume) => (
            <VolumeRow key={`${volume.namespace}/${volume.name}`} volume={volume} />
          ))}
        </PlainTable>
      )}
    </Panel>
  );
}

function VolumeRow({ volume }: { volume: Volume }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const { namespace, name, labs, deletingAtMs } = volume;
  return (
    <tr>
      <Cell>
        <span className="text-muted">{namespace}/</span>
        {name}
      </Cell>
      <Cell isNumeric>{volumeSizeText(words, volume)}</Cell>
      <Cell isWrapped>{labs.join(", ") || t("volumeNoLab")}</Cell>
      <Cell isWrapped>
        {deletingAtMs === null ? (
          volumeStateText(words, volume)
        ) : (
          <>
            <StatusMark tone="warn" shape="half">
              {t.rich("volumeDeleting", { ago: () => <Ago atMs={deletingAtMs} /> })}
            </StatusMark>{" "}
            {volumeHeldText(words, volume)}
          </>
        )}
      </Cell>
    </tr>
  );
}
