"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { LabFormRules, LabRow } from "@/lib/contracts/labs";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { useMemory, useMinutes } from "../ui/sizes";
import { StatusMark } from "../ui/status-mark";

type Ask = (act: "edit" | "delete", lab: LabRow) => void;

interface LabsTableProps {
  readonly labs: readonly LabRow[];
  readonly rules: LabFormRules;
  readonly onAsk: Ask;
}

export function LabsTable({ labs, rules, onAsk }: LabsTableProps) {
  const t = useTranslations("labs");
  const people = useTranslations("people");
  return (
    <PlainTable
      label={t("table")}
      head={[
        { key: "name", label: t("name") },
        { key: "size", label: t("size"), isWideOnly: true },
        { key: "times", label: t("timesColumn"), isWideOnly: true },
        { key: "courses", label: t("courses"), isWideOnly: true },
        { key: "live", label: t("live"), isNumeric: true },
        { key: "actions", label: <span className="sr-only">{people("actions")}</span> },
      ]}
    >
      {labs.map((lab) => (
        <LabLine key={lab.id} lab={lab} rules={rules} onAsk={onAsk} />
      ))}
    </PlainTable>
  );
}

function LabLine({ lab, rules, onAsk }: Omit<LabsTableProps, "labs"> & { lab: LabRow }) {
  const t = useTranslations("labs");
  const actions = useTranslations("actions");
  const student = useTranslations("student");
  const memory = useMemory();
  const minutes = useMinutes();
  const { spec } = lab;
  const size = student(spec.kind === "pod" ? "sizePod" : "size", {
    cpus: spec.cpus,
    memory: memory(spec.memoryMiB),
  });
  const machines = spec.machineCount > 1 ? `${spec.machineCount} × ${size}` : size;
  const times = student("times", {
    session: minutes(lab.sessionMinutes ?? rules.defaultSessionMinutes),
    max: minutes(lab.maxMinutes ?? rules.defaultMaxMinutes),
  });
  const courses = lab.courseNames.join(", ");
  return (
    <tr>
      <Cell isWrapped>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{lab.name}</span>
          <span className="font-mono text-sm text-muted">{lab.slug}</span>
          {!lab.isEnabled && (
            <StatusMark tone="muted" shape="square">
              {t("disabled")}
            </StatusMark>
          )}
        </span>
        <span className="font-mono text-sm break-all text-muted">{spec.image}</span>{" "}
        {!lab.isImagePinned && <span className="text-sm text-warn">{t("unpinned")}</span>}
        <span className="block text-sm text-muted sm:hidden">
          {[machines, times, courses].filter((each) => each !== "").join(" · ")}
        </span>
      </Cell>
      <Cell isWideOnly>{machines}</Cell>
      <Cell isWideOnly>{times}</Cell>
      <Cell isWrapped isWideOnly>
        {courses}
      </Cell>
      <Cell isNumeric>
        <Link href={`/sessions?lab=${lab.id}`} className="text-accent hover:underline">
          {lab.liveSessions}
        </Link>
      </Cell>
      <Cell isNumeric>
        <Button size="small" aria-label={t("edit", { name: lab.name })} onClick={() => onAsk("edit", lab)}>
          {actions("edit")}
        </Button>{" "}
        <Button
          size="small"
          look="dangerPlain"
          aria-label={t("deleteNamed", { name: lab.name })}
          onClick={() => onAsk("delete", lab)}
        >
          {actions("delete")}
        </Button>
      </Cell>
    </tr>
  );
}
