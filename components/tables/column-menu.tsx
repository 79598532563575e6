"use client";
import type { ReactTable } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Menu, MenuCheck } from "../ui/menu";
import type { Features } from "./features";

export function ColumnMenu<Data extends object>({ table }: { table: ReactTable<Features, Data> }) {
  const t = useTranslations("sessions");
  return (
    <Menu
      trigger={
        <Button>
          <Columns3 aria-hidden size={16} />
          {t("columns")}
        </Button>
      }
    >
      {table
        .getAllLeafColumns()
        .filter((column) => column.getCanHide())
        .map((column) => (
          <MenuCheck
            key={column.id}
            isChecked={column.getIsVisible()}
            onChange={(isOn) => column.toggleVisibility(isOn)}
          >
            {column.columnDef.meta?.label}
          </MenuCheck>
        ))}
    </Menu>
  );
}
