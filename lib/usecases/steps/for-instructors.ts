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

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] =>
    key === "message" && typeof each === "string" ? [key, ""] : [key, emptied(each)],
  );
  return Object.fromEntries(entries);
}
