"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { Fact, Facts } from "../ui/facts";
import { Panel } from "../ui/panel";
import { SessionFlags } from "./session-flags";
import { SessionStatusMark } from "./session-status-mark";

export function OwnerPanel({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const app = useTranslations("app");
  const kind = useTranslations("kind");
  return (
    <Panel title={t("owner")}>
      <Facts>
        <Fact name={t("state")}>
          <span className="inline-flex flex-wrap items-center gap-2">
            <SessionStatusMark session={session} />
            <SessionFlags session={session} />
          </span>
        </Fact>
        <Fact name={t("owner")}>
          <Link href={`/sessions?scope=all&student=${session.studentId}`} className="text-accent underline">
            {session.studentName}
          </Link>{" "}
          <span className="text-muted">{session.studentEmail}</span>
        </Fact>
        <Fact name={t("lab")}>{session.labName}</Fact>
        <Fact name={t("course")}>
          {session.courseName ?? <span className="text-muted">{app("none")}</span>}
        </Fact>
        <Fact name={t("kind")}>{kind(session.kind)}</Fact>
        <Fact name={t("namespace")}>
          <span className="font-mono text-sm">{session.namespace}</span>
        </Fact>
      </Facts>
    </Panel>
  );
}
