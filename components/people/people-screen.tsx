"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { peopleQuery } from "@/lib/client/queries";
import type { PersonList, PersonRow } from "@/lib/contracts/people";
import type { Me } from "@/lib/contracts/status";
import { ColumnMenu } from "../tables/column-menu";
import { DataTable } from "../tables/data-table";
import { TableFooter } from "../tables/table-footer";
import { useUrlTable } from "../tables/use-url-table";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { SearchInput } from "../ui/inputs";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { AddPersonDialog } from "./add-person-dialog";
import { PERSON_COLUMNS, PERSON_COLUMNS_SHOWN, usePersonColumns } from "./person-columns";
import { type AskedOfPerson, PersonDialogs } from "./person-dialogs";

export function PeopleScreen({ me }: { me: Me }) {
  const t = useTranslations("people");
  const query = useQuery(peopleQuery());
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageTitle
        aside={
          <Button look="primary" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden size={16} />
            {t("add")}
          </Button>
        }
      >
        {t("title")}
      </PageTitle>
      <div className="rounded-md border bg-surface">
        <QueryView query={query} skeleton={<SkeletonRows rows={14} />}>
          {(list) => <PeopleTable list={list} me={me} />}
        </QueryView>
      </div>
      <AddPersonDialog isOpen={isAdding} onClose={() => setAdding(false)} isAdmin={me.role === "admin"} />
    </>
  );
}

const idOf = (person: PersonRow) => person.id;

function PeopleTable({ list, me }: { list: PersonList; me: Me }) {
  const t = useTranslations("people");
  const [search, setSearch] = useQueryState("q", parseAsString.withDefault(""));
  const [asked, setAsked] = useState<AskedOfPerson | null>(null);
  const columns = usePersonColumns(me, setAsked);
  const people = useMemo(() => matching(list.items, search), [list.items, search]);
  const table = useUrlTable({
    columns,
    data: people,
    getRowId: idOf,
    choosable: PERSON_COLUMNS,
    shownByDefault: PERSON_COLUMNS_SHOWN,
    defaultSort: "name",
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b p-2" role="search">
        <SearchInput
          label={t("search")}
          value={search}
          onChange={(text) => void setSearch(text || null)}
          className="max-w-72 flex-1 basis-48"
        />
        <ColumnMenu table={table} />
      </div>
      {people.length > 0 ? <DataTable table={table} label={t("table")} /> : <Empty title={t("empty")} />}
      <TableFooter table={table} count={t("count", { count: people.length })} />
      <PersonDialogs asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function matching(people: readonly PersonRow[], search: string): readonly PersonRow[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === "") return people;
  return people.filter(
    ({ name, email }) => name.toLocaleLowerCase().includes(wanted) || email.includes(wanted),
  );
}
