"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import { useStudentReasonText } from "../ui/reason-text";

/** Why a session ended, for its student: its end reason and, where it says more, the reason behind it. */
export function EndReasonText({ session }: { session: Pick<SessionRow, "endReason" | "reason"> }) {
  const t = useTranslations("endReasonLong");
  const reasonText = useStudentReasonText();
  const { endReason, reason } = session;
  const isSaidTwice = reason !== null && reason.code === endReason && reason.code !== "ended-by-admin";
  return (
    <>
      {endReason && endReason !== "ended-by-admin" && t(endReason)}{" "}
      {endReason === "ended-by-admin" && reason === null && t(endReason)}
      {reason && !isSaidTwice && reasonText(reason)}
    </>
  );
}
