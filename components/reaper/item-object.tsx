import Link from "next/link";
import type { ReapItem } from "@/lib/domain/reap-types";
import { itemObject } from "./reap-item-words";

/** What the item is about; a session that has a row leads on to it. */
export function ItemObject({ item }: { item: ReapItem }) {
  const name = itemObject(item);
  if (item.direction === "orphan" || item.direction === "leftover") {
    return <span className="font-mono text-sm">{name}</span>;
  }
  return (
    <Link href={`/sessions/${item.sessionId}`} className="font-mono text-sm text-accent hover:underline">
      {name}
    </Link>
  );
}
