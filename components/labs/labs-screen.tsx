"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { labsQuery } from "@/lib/client/queries";
import type { LabRow } from "@/lib/contracts/labs";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { DeleteLabDialog } from "./delete-lab-dialog";
import { LabFormDialog } from "./lab-form-dialog";
import { LabsTable } from "./labs-table";

type Asked = { readonly act: "edit" | "delete"; readonly lab: LabRow } | { readonly act: "new" };

export function LabsScreen({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("labs");
  const query = useQuery(labsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const newLab = (
    <Button look="primary" disabled={!query.data} onClick={() => setAsked({ act: "new" })}>
      <Plus aria-hidden size={16} />
      {t("new")}
    </Button>
  );
  return (
    <>
      <PageTitle aside={newLab}>{t("title")}</PageTitle>
      <div className="rounded-md border bg-surface">
        <QueryView query={query} skeleton={<SkeletonRows />}>
          {({ items, rules }) =>
            items.length === 0 ? (
              <Empty title={t("empty")} hint={t("emptyHint")} />
            ) : (
              <LabsTable labs={items} rules={rules} onAsk={(act, lab) => setAsked({ act, lab })} />
            )
          }
        </QueryView>
      </div>
      {asked && asked.act !== "delete" && query.data && (
        <LabFormDialog
          lab={asked.act === "edit" ? asked.lab : null}
          rules={query.data.rules}
          isAdmin={isAdmin}
          onClose={close}
        />
      )}
      {asked?.act === "delete" && <DeleteLabDialog lab={asked.lab} onClose={close} />}
    </>
  );
}
