import { useTranslations } from "next-intl";
import { type DoctorLine, isIll } from "@/lib/domain/doctor";
import { Cell, PlainTable } from "../tables/plain-table";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";

const MARKS: Readonly<Record<DoctorLine["state"], { tone: Tone; shape: Shape }>> = {
  ok: { tone: "ok", shape: "disc" },
  warning: { tone: "warn", shape: "diamond" },
  failed: { tone: "bad", shape: "down" },
  unmeasured: { tone: "muted", shape: "ring" },
};
const GRAVITY: readonly DoctorLine["state"][] = ["failed", "warning", "unmeasured", "ok"];

/** Lines of the doctor, the gravest first, and beneath each what to do. */
export function DoctorTable({ label, lines }: { label: string; lines: readonly DoctorLine[] }) {
  const t = useTranslations("doctor");
  const sorted = lines.toSorted((a, b) => GRAVITY.indexOf(a.state) - GRAVITY.indexOf(b.state));
  return (
    <PlainTable
      label={label}
      head={[
        { key: "state", label: t("stateColumn") },
        { key: "what", label: t("whatColumn") },
      ]}
    >
      {sorted.map((line) => (
        <tr key={`${line.code} ${JSON.stringify(line.params)}`}>
          <Cell>
            <StatusMark {...MARKS[line.state]}>{t(`states.${line.state}`)}</StatusMark>
          </Cell>
          <Cell isWrapped>
            {t(`what.${line.code}`, line.params)}
            {isIll(line.code) && (
              <span className="block text-muted">{t(`todo.${line.code}`, line.params)}</span>
            )}
          </Cell>
        </tr>
      ))}
    </PlainTable>
  );
}
