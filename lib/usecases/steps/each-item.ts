import { refuse, type ItemResult, type Result } from "@/lib/contracts/result";
import type { Context } from "@/lib/usecases/context";

const AT_ONCE = 8;

/**
 * Carries out one act per id, at most 8 at once, and answers per item in the given order; an id given twice is done
 * once. What throws is that item's own failure (design law 6): logged, answered "unexpected".
 */
export async function eachItem<T>(
  context: Pick<Context, "log">,
  ids: readonly string[],
  act: (id: string) => Promise<Result<T>>,
): Promise<ItemResult<T>[]> {
  const wanted = [...new Set(ids)];
  const queue = [...wanted];
  const answers = new Map<string, Result<T>>();
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      answers.set(id, await guarded(context, id, act));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wanted.map((id) => ({ id, result: answers.get(id) ?? refuse("unexpected") }));
}

async function guarded<T>(
  context: Pick<Context, "log">,
  id: string,
  act: (id: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await act(id);
  } catch (error) {
    context.log.error({ session: id, error: errorClass(error) }, "an item of a bulk act failed");
    return refuse("unexpected");
  }
}

/** The class of an error, for the log: its message may quote what must not be logged. */
export function errorClass(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
