"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SessionRow } from "@/lib/contracts/sessions";
import { isOver } from "@/lib/domain/states";
import { Button } from "../ui/button";
import { EndDialog } from "./end-dialog";
import { ExtendDialog } from "./extend-dialog";

/** What can be done with the selected rows. Always there, so that nothing jumps when the first row is selected. */
export function BulkBar({ selected, onClear }: { selected: readonly SessionRow[]; onClear: () => void }) {
  const t = useTranslations("sessions");
  const [asked, setAsked] = useState<"extend" | "end" | null>(null);
  const endable = selected.filter((row) => !isOver(row));
  const done = () => {
    setAsked(null);
    onClear();
  };
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b px-3 py-1 text-sm print:hidden">
      <span role="status" className={selected.length > 0 ? "font-medium" : "text-muted"}>
        {t("selected", { count: selected.length })}
      </span>
      <Button size="small" disabled={endable.length === 0} onClick={() => setAsked("extend")}>
        {t("extend")}
      </Button>
      <Button size="small" look="dangerPlain" disabled={endable.length === 0} onClick={() => setAsked("end")}>
        {t("end")}
      </Button>
      {selected.length > 0 && (
        <Button size="small" look="quiet" onClick={onClear}>
          {t("clearSelection")}
        </Button>
      )}
      <ExtendDialog
        sessions={endable}
        isOpen={asked === "extend"}
        onClose={() => setAsked(null)}
        onDone={done}
      />
      <EndDialog sessions={endable} isOpen={asked === "end"} onClose={() => setAsked(null)} onDone={done} />
    </div>
  );
}
