"use client";
import { Play } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { SwitchState } from "@/lib/contracts/reaper";
import type { StudentLab } from "@/lib/contracts/status";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Note } from "../ui/note";
import { Panel } from "../ui/panel";
import { RefusalNote } from "../ui/refusal-note";
import { useMemory, useMinutes } from "../ui/sizes";

interface LabPickerProps {
  readonly labs: readonly StudentLab[];
  readonly noNewSessions: SwitchState;
  readonly hasSshKey: boolean;
  /** A session is still ending and keeps the next one from starting. */
  readonly isBlocked: boolean;
  readonly startingLabId: string | null;
  readonly error: unknown;
  readonly onStart: (labId: string, courseId: string) => void;
}

export function LabPicker(props: LabPickerProps) {
  const t = useTranslations("student");
  const { labs, noNewSessions, startingLabId } = props;
  const isShut = noNewSessions.isOn || props.isBlocked || startingLabId !== null;
  return (
    <>
      {noNewSessions.isOn && (
        <Note tone="warn" title={t("startsOff")}>
          {noNewSessions.message || t("startsOffHint")}
        </Note>
      )}
      <RefusalNote error={props.error} />
      <Panel title={t("choose")} isFlush>
        {labs.length === 0 ? (
          <Empty title={t("noLabs")} hint={t("noLabsHint")} />
        ) : (
          <>
            <p className="border-b px-4 py-3 text-muted">
              {t("chooseHint")}{" "}
              {!props.hasSshKey && (
                <Link href="/account" className="text-accent underline">
                  {t("storeKey")}
                </Link>
              )}
            </p>
            <ul>
              {labs.map((item) => (
                <LabChoice
                  key={`${item.courseId}/${item.lab.id}`}
                  item={item}
                  isShut={isShut}
                  isStarting={startingLabId === item.lab.id}
                  onStart={() => props.onStart(item.lab.id, item.courseId)}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
    </>
  );
}

interface LabChoiceProps {
  readonly item: StudentLab;
  readonly isShut: boolean;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

function LabChoice({ item: { lab, courseName }, isShut, isStarting, onStart }: LabChoiceProps) {
  const t = useTranslations("student");
  const memory = useMemory();
  const minutes = useMinutes();
  const facts = [
    t(lab.kind === "pod" ? "sizePod" : "size", { cpus: lab.cpus, memory: memory(lab.memoryMiB) }),
    ...(lab.machineCount > 1 ? [t("machines", { count: lab.machineCount })] : []),
    t("times", { session: minutes(lab.sessionMinutes), max: minutes(lab.maxMinutes) }),
  ];
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-[min(8rem,100%)]">
        <h3 className="font-semibold">{lab.name}</h3>
        {lab.description && <p className="break-words">{lab.description}</p>}
        <p className="text-sm text-muted">
          {courseName}
          {facts.map((fact) => (
            <Fragment key={fact}>
              {" "}
              <span className="whitespace-nowrap">· {fact}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <Button
        look="primary"
        size="large"
        isBusy={isStarting}
        disabled={isShut}
        aria-label={t("startNamed", { lab: lab.name })}
        onClick={onStart}
      >
        <Play aria-hidden size={16} />
        {isStarting ? t("starting") : t("start")}
      </Button>
    </li>
  );
}
