"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { StatusMark } from "../ui/status-mark";
import { Ago, Measured } from "../ui/times";
import { useCapacityWords } from "./use-capacity-words";
import { volumeHeldText, volumeLabsText, volumeSizeText, volumeStateText } from "./words";

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
            { key: "labs", label: t("volumeLabs"), isWideOnly: true },
            { key: "state", label: t("volumeState"), isWideOnly: true },
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
  const { namespace, name } = volume;
  const labs = volumeLabsText(words, volume);
  return (
    <tr>
      <Cell isTight>
        <span className="text-muted">{namespace}/</span>
        {name}
        <div className="text-sm text-muted sm:hidden">
          <p>{t("volumeCopiedBy", { labs })}</p>
          <VolumeState volume={volume} />
        </div>
      </Cell>
      <Cell isNumeric>{volumeSizeText(words, volume)}</Cell>
      <Cell isWrapped isWideOnly>
        {labs}
      </Cell>
      <Cell isWrapped isWideOnly>
        <VolumeState volume={volume} />
      </Cell>
    </tr>
  );
}

function VolumeState({ volume }: { volume: Volume }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const { deletingAtMs } = volume;
  if (deletingAtMs === null) return volumeStateText(words, volume);
  return (
    <>
      <StatusMark tone="warn" shape="half">
        {t.rich("volumeDeleting", { ago: () => <Ago atMs={deletingAtMs} /> })}
      </StatusMark>{" "}
      {volumeHeldText(words, volume)}
    </>
  );
}
