import type { Result } from "@/lib/contracts/result";

/** What was answered. @throws Error with the refusal. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** "ok", or why it was refused: of a field where there is one. */
export function codeOf(result: Result<unknown>): string {
  return result.ok ? "ok" : (result.error.fields?.[0]?.code ?? result.error.code);
}
