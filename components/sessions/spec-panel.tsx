"use client";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { Fact, Facts } from "../ui/facts";
import { Panel } from "../ui/panel";
import { useMemory, useMinutes } from "../ui/sizes";

/** What it was built from: the lab as it was when the session started. */
export function SpecPanel({ session: { spec, lifetime } }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const student = useTranslations("student");
  const disks = useTranslations("labs.disks");
  const memory = useMemory();
  const minutes = useMinutes();
  return (
    <Panel title={t("spec")}>
      <Facts>
        <Fact name={t("image")}>
          <span className="font-mono text-sm break-all">{spec.image}</span>
        </Fact>
        <Fact name={t("size")}>
          {student(spec.kind === "pod" ? "sizePod" : "size", {
            cpus: spec.cpus,
            memory: memory(spec.memoryMiB),
          })}{" "}
          · {student("machines", { count: spec.machineCount })}
        </Fact>
        <Fact name={t("disk")}>
          {disks(spec.disk.type)} {spec.disk.type !== "none" && memory(spec.disk.sizeMiB)}
        </Fact>
        <Fact name={t("times")}>
          {student("times", {
            session: minutes(lifetime.sessionMinutes),
            max: minutes(lifetime.maxMinutes),
          })}
        </Fact>
      </Facts>
    </Panel>
  );
}
