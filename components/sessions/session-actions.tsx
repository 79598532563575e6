"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNow } from "@/lib/client/ticking-now";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { canExtend } from "@/lib/domain/lifetime";
import { isOver } from "@/lib/domain/states";
import { Button } from "../ui/button";
import { EndDialog } from "./end-dialog";
import { ExtendDialog } from "./extend-dialog";

export function SessionActions({ session }: { session: SessionDetail }) {
  const t = useTranslations("sessions");
  const now = useNow();
  const [asked, setAsked] = useState<"extend" | "end" | null>(null);
  const close = () => setAsked(null);
  const isExtendable = now !== "checking" && canExtend(session, now).ok;
  return (
    <>
      <Button disabled={!isExtendable} onClick={() => setAsked("extend")}>
        {t("extend")}
      </Button>
      <Button look="dangerPlain" disabled={isOver(session)} onClick={() => setAsked("end")}>
        {t("end")}
      </Button>
      <ExtendDialog sessions={[session]} isOpen={asked === "extend"} onClose={close} onDone={close} />
      <EndDialog sessions={[session]} isOpen={asked === "end"} onClose={close} onDone={close} />
    </>
  );
}
