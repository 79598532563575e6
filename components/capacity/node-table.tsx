"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { saveCsv, toCsv } from "@/lib/client/csv";
import { ColumnMenu } from "../tables/column-menu";
import { DataTable } from "../tables/data-table";
import { TableFooter } from "../tables/table-footer";
import { useUrlTable } from "../tables/use-url-table";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Empty } from "../ui/empty";
import { SearchInput } from "../ui/inputs";
import { NodeCard } from "./node-card";
import { NODE_COLUMNS, NODE_COLUMNS_SHOWN, useNodeColumns } from "./node-columns";
import { nodeCsv } from "./node-csv";
import { troubleFirst } from "./node-order";
import type { SeenNode } from "./node-words";
import { useCapacityWords } from "./use-capacity-words";

const nameOf = ({ name }: SeenNode) => name;

/** Hundreds of nodes: those in trouble first, found by name, each told of whole when it is chosen. */
export function NodeTable({ nodes }: { nodes: readonly SeenNode[] }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const [search, setSearch] = useQueryState("node", parseAsString.withDefault(""));
  const [opened, setOpened] = useState<string | null>(null);
  const columns = useNodeColumns(setOpened);
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return troubleFirst(nodes).filter(({ name }) => name.toLowerCase().includes(wanted));
  }, [nodes, search]);
  const table = useUrlTable({
    ...{ columns, data: found, getRowId: nameOf, defaultSort: "state" },
    ...{ choosable: NODE_COLUMNS, shownByDefault: NODE_COLUMNS_SHOWN },
  });
  const saveNodes = (rows: readonly SeenNode[]) => {
    const { header, rows: cells } = nodeCsv(words, rows);
    saveCsv(`curfew-nodes-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(header, cells));
  };
  const node = nodes.find(({ name }) => name === opened);
  return (
    <>
      <div role="search" className="flex flex-wrap items-center justify-between gap-2 border-b p-2">
        <SearchInput
          label={t("nodeSearch")}
          value={search}
          onChange={(text) => void setSearch(text || null)}
          className="max-w-72 flex-1 basis-48"
        />
        <div className="flex flex-wrap items-center gap-2">
          <ColumnMenu table={table} />
          <Button
            disabled={found.length === 0}
            onClick={() => saveNodes(table.getPrePaginatedRowModel().rows.map(({ original }) => original))}
          >
            <Download aria-hidden size={16} />
            {t("csv")}
          </Button>
        </div>
      </div>
      {found.length > 0 ? (
        <DataTable table={table} label={t("nodeTable")} />
      ) : (
        <Empty title={t("nodesNotFound")}>
          <Button onClick={() => void setSearch(null)}>{t("nodeSearchClear")}</Button>
        </Empty>
      )}
      <TableFooter table={table} count={t("nodesFound", { count: found.length })} />
      <Dialog isOpen={node !== undefined} onClose={() => setOpened(null)} title={opened ?? ""} width="wide">
        {node && <NodeCard node={node} hasName={false} />}
      </Dialog>
    </>
  );
}
