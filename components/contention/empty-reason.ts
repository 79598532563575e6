import type { ContentionAnswer } from "@/lib/contracts/contention";
import type { UntimedReport } from "@/lib/domain/contention/report";

/** Why no pod matches a choice that could be followed: a key of "emptyReasons", with the namespaces that it is about. */
export function emptyReason({
  namespaces,
  report: { choice, nowMs },
}: Pick<ContentionAnswer<UntimedReport>, "namespaces" | "report">): {
  code: string;
  names: readonly string[];
} {
  const { fromMs, toMs, rollout, only } = choice;
  if (rollout !== null) return { code: "rollout", names: [] };
  const strange = choice.namespaces.filter((name) => namespaces !== null && !namespaces.includes(name));
  if (strange.length > 0 && strange.length === choice.namespaces.length)
    return { code: "namespaces", names: strange };
  if (fromMs !== null && fromMs > nowMs) return { code: "future", names: [] };
  if (fromMs !== null && toMs !== null && fromMs >= toMs) return { code: "reversed", names: [] };
  return { code: only === "labs" ? "labs" : "narrow", names: [] };
}
