import type { Known } from "@/lib/domain/world";

/** Kinds that could not be read, each with its class of error. What nobody installed is no failure. */
export function unreadKinds<Kind extends string>(
  world: Readonly<Record<Kind, Known<unknown>>>,
  kinds: readonly Kind[],
): { kind: Kind; error: string }[] {
  return kinds.flatMap((kind) => {
    const seen = world[kind];
    return seen.state === "unknown" ? [{ kind, error: seen.failure.error }] : [];
  });
}

/**
 * The same value with every text named `message` emptied, however deep: the cluster's own words, of conditions, of
 * events and a container's last, are for admins (design law 18). Codes and figures are ours, and stay.
 */
export function withoutMessages<T>(value: T): T {
  return emptied(value) as T;
}

/** What holds no message is not copied: an answer of thousands of objects has few. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(emptied);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | null = null;
  for (const [key, each] of Object.entries(value)) {
    const other = key === "message" && typeof each === "string" ? "" : emptied(each);
    if (other !== each) (copy ??= { ...value })[key] = other;
  }
  return copy ?? value;
}
