"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Answer } from "@/lib/contracts/result";
import { Button } from "./button";
import { Note } from "./note";
import { useErrorText } from "./reason-text";
import { StaleNote } from "./stale-note";

interface QueryViewProps<Data extends Answer> {
  readonly query: UseQueryResult<Data, Error>;
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The states of a read: loading, failed, and shown, with the time of the last answer where it is not fresh. */
export function QueryView<Data extends Answer>({ query, skeleton, children }: QueryViewProps<Data>) {
  const t = useTranslations("states");
  if (query.data === undefined) {
    if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div role="status" aria-label={t("loading")}>
        {skeleton}
      </div>
    );
  }
  return (
    <>
      {query.isError && (
        <div className="mb-4">
          <StaleNote asOfMs={query.data.serverNowMs} source="server" />
        </div>
      )}
      {children(query.data)}
    </>
  );
}

export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("states");
  const errorText = useErrorText();
  return (
    <Note tone="bad" isAlert title={t("errorTitle")} aside={<Button onClick={onRetry}>{t("retry")}</Button>}>
      {errorText(error)}
    </Note>
  );
}
