"use client";
import { useTranslations } from "next-intl";
import { useEndSignIns } from "@/lib/client/mutations/people";
import { goToSignIn } from "@/lib/client/sign-in";
import type { Me } from "@/lib/contracts/status";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { RefusalNote } from "../ui/refusal-note";

/** For a lost phone or a computer left open: every sign-in of one's own ends, this one too. */
export function SignInsPanel({ me }: { me: Me }) {
  const t = useTranslations("account");
  const end = useEndSignIns();
  const endAll = () => end.mutate({ id: me.id }, { onSuccess: goToSignIn });
  return (
    <Panel title={t("signIns")}>
      <div className="flex flex-col items-start gap-3">
        <p>{t("signInsText")}</p>
        <RefusalNote error={end.error} />
        <Button isBusy={end.isPending} onClick={endAll}>
          {t("signOutEverywhere")}
        </Button>
      </div>
    </Panel>
  );
}
