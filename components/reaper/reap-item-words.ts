import type { ReapItem } from "@/lib/domain/reap-types";

export type ItemAct = "running" | "launch-failed" | "claim" | "resume" | "orphan" | "ghost" | "leftover";

/** What a pass would do with the item; worded under reaper.act. */
export function itemAct(item: ReapItem): ItemAct {
  switch (item.direction) {
    case "settle":
      return item.act.to === "running" ? "running" : "launch-failed";
    case "expired":
      return item.act;
    case "orphan":
    case "ghost":
    case "leftover":
      return item.direction;
  }
}

/** The object or the session that it is about. */
export function itemObject(item: ReapItem): string {
  if (item.direction === "orphan" || item.direction === "leftover") {
    return `${item.object.kind} ${item.object.namespace}/${item.object.name}`;
  }
  return item.sessionId;
}
