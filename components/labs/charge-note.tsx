"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { labFitQuery } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";
import { fitQuery } from "@/lib/contracts/capacity";
import { useAmount } from "../capacity/amount-text";
import { useBoundText } from "../capacity/room-text";
import { Note } from "../ui/note";
import type { LabDraft } from "./lab-draft";

const SETTLE_MS = 400;

/** What a session of this size is charged, and a warning where the cluster cannot take as many as the cap allows. */
export function ChargeNote({ draft }: { draft: LabDraft }) {
  const t = useTranslations("capacity");
  const amount = useAmount();
  const boundText = useBoundText();
  const size = useDebounced(JSON.stringify(sizeOf(draft)), SETTLE_MS);
  const given = JSON.parse(size) as ReturnType<typeof sizeOf>;
  const { data } = useQuery({ ...labFitQuery(given), enabled: fitQuery.safeParse(given).success });
  if (data === undefined) return null;
  const { charge, room, wanted } = data;
  const words = t("charge", {
    memory: amount(charge["requests.memory"] ?? null, "bytes"),
    cpu: amount(charge["requests.cpu"] ?? null, "cores"),
  });
  const { sessions, binds, isAtMost } = room;
  const isTight = sessions !== null && binds !== null && sessions < wanted;
  return (
    <div className="sm:col-span-2">
      <Note tone={isTight ? "warn" : "info"}>
        {words} {isTight && t("fitsNot", { wanted, sessions, bound: boundText(binds) })}
        {!isTight && !isAtMost && t("fits", { wanted })}
      </Note>
    </div>
  );
}

function sizeOf({ kind, cpus, memoryMiB, machineCount, diskType, diskMiB, ephemeralMiB }: LabDraft) {
  return { kind, cpus, memoryMiB, machineCount, ephemeralMiB, diskMiB: diskType === "clone" ? diskMiB : "0" };
}
