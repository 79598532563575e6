import type { Hold, ReapItem } from "./reap-types";

/**
 * Is this item kept back? "Stop reaping" holds what the reaper does by itself, while settling and a person's End go on
 * (design section 3). A pass number that cannot be read holds what is judged from what the database does not know. An
 * old database or the wrong cluster holds everything (laws 7 and 10).
 */
export function isKeptBack(item: ReapItem, hold: Hold | null): boolean {
  switch (hold) {
    case null:
      return false;
    case "old-database":
    case "wrong-cluster":
      return true;
    case "lease-unknown":
      return item.direction !== "settle" && item.direction !== "expired";
    case "stopped":
      return item.direction !== "settle" && !isPersonsEnd(item);
  }
}

function isPersonsEnd(item: ReapItem): boolean {
  if (item.direction !== "expired" || item.act !== "resume") return false;
  return ["returned", "ended-by-admin", "launch-failed"].includes(item.endReason);
}
