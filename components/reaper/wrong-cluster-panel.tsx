"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdoptCluster } from "@/lib/client/mutations/reaper";
import type { ReaperView } from "@/lib/contracts/reaper";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Fact, Facts } from "../ui/facts";
import { Panel } from "../ui/panel";
import { useTell } from "../ui/toasts";

/** Another cluster than the stored one: everything waits until an admin adopts it or the right one is back. */
export function WrongClusterPanel({
  view: { wrongCluster },
  isAdmin,
}: {
  view: ReaperView;
  isAdmin: boolean;
}) {
  const t = useTranslations("reaper");
  const tell = useTell();
  const [isAsked, setAsked] = useState(false);
  const adopt = useAdoptCluster();
  const [first] = wrongCluster;
  if (!first) return null;
  const run = () =>
    adopt.mutate(
      { typedNamespace: first.namespace },
      {
        onSuccess: () => {
          tell("ok", t("adopted"));
          setAsked(false);
        },
      },
    );
  return (
    <Panel title={t("wrongCluster")} tone="bad">
      <p className="mb-3">{t("wrongClusterText")}</p>
      <Facts>
        {wrongCluster.map((one) => (
          <Fact key={one.namespace} name={one.namespace}>
            {t("stored")} <Uid uid={one.storedUid} />, {t("seenUid")} <Uid uid={one.seenUid} />
          </Fact>
        ))}
      </Facts>
      {isAdmin && (
        <Button look="danger" className="mt-3" onClick={() => setAsked(true)}>
          {t("adopt")}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={run}
        title={t("adopt")}
        confirmLabel={t("adopt")}
        isBusy={adopt.isPending}
        error={adopt.error}
        mustType={{ text: first.namespace, label: t("adoptType", { name: first.namespace }) }}
      >
        <p>{t("wrongClusterText")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function Uid({ uid }: { uid: string | null }) {
  const t = useTranslations("reaper");
  return uid === null ? (
    <em>{t("unreadable")}</em>
  ) : (
    <code className="font-mono text-sm break-all">{uid}</code>
  );
}
