"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { SessionAccess, SessionDetail } from "@/lib/contracts/sessions";
import { CopyButton } from "../ui/copy-button";
import { Note } from "../ui/note";
import { Panel } from "../ui/panel";
import { Secret } from "../ui/secret";

interface AccessPanelProps {
  readonly session: SessionDetail;
  readonly hasSshKey: boolean;
  /** Known in the moment after the start only. */
  readonly password?: string | null;
  /** It is one's own key that is missing. */
  readonly canStoreKey?: boolean;
}

/** How to get in: the lab's command filled in, ready to be copied. */
export function AccessPanel({ session, hasSshKey, password, canStoreKey }: AccessPanelProps) {
  const t = useTranslations("student");
  const hasNone = session.access.length === 0 || session.access.every(({ protocol }) => protocol === "none");
  const isSsh = session.access.some(({ protocol }) => protocol === "ssh");
  return (
    <Panel title={t("login")}>
      <div className="flex flex-col gap-4">
        {hasNone && <p className="text-muted">{t("noAccess")}</p>}
        {!hasNone &&
          session.access.map((access, index) => (
            <AccessCommand
              key={access.machineName}
              access={access}
              title={session.access.length > 1 ? t("loginMachine", { number: index + 1 }) : null}
            />
          ))}
        {password && (
          <Note tone="warn" title={t("oneTimePassword")}>
            <Secret text={password} />
            <p className="mt-1 text-sm">{t("oneTimePasswordHint")}</p>
          </Note>
        )}
        {isSsh && !hasSshKey && (
          <p className="text-sm text-muted">
            {t("noKey")}{" "}
            {canStoreKey && (
              <Link href="/account" className="text-accent underline">
                {t("storeKey")}
              </Link>
            )}
          </p>
        )}
      </div>
    </Panel>
  );
}

function AccessCommand({ access, title }: { access: SessionAccess; title: string | null }) {
  const t = useTranslations("student");
  return (
    <div>
      {title && <h3 className="mb-1 text-sm font-semibold">{title}</h3>}
      {access.command === null ? (
        <p className="flex min-h-12 items-center text-muted">{t("loginWaiting")}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-h-8 min-w-0 flex-1 basis-60 rounded-md bg-sunken px-3 py-1.5 font-mono break-all select-all">
            {/^https?:\/\//.test(access.command) ? (
              <a href={access.command} target="_blank" rel="noreferrer" className="text-accent underline">
                {access.command}
              </a>
            ) : (
              access.command
            )}
          </code>
          <CopyButton text={access.command} label={t("copyCommand")} />
        </div>
      )}
    </div>
  );
}
