"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ActionAnswer } from "@/lib/contracts/result";
import { RefusalError } from "../refusal-error";
import { serverClock } from "../server-clock";
import type { QueryName } from "../queries";

/** A server action as a promise: its refusal is thrown, its clock is taken. */
export async function runAction<Input, Value>(
  action: (input: Input) => Promise<ActionAnswer<Value>>,
  input: Input,
): Promise<Value> {
  const askedAtMs = performance.now();
  const answer = await action(input);
  serverClock.anchor(answer.serverNowMs, askedAtMs);
  if (!answer.ok) throw new RefusalError(answer.error);
  return answer.value;
}

/** A write that has nothing to show before its answer: afterwards the named reads are asked again. */
export function useAction<Input, Value>(
  action: (input: Input) => Promise<ActionAnswer<Value>>,
  changes: readonly QueryName[],
) {
  return useWrite((input: Input) => runAction(action, input), changes);
}

export function useWrite<Input, Value>(
  write: (input: Input) => Promise<Value>,
  changes: readonly QueryName[],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => Promise.all(changes.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
}

/** What one bulk action takes at most. */
const CHUNK = 200;

/** Runs a bulk action on any number of ids, 200 at a time, one call after the other. */
export async function inChunks<Item>(
  ids: readonly string[],
  run: (chunk: string[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const results: Item[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    results.push(...(await run(ids.slice(start, start + CHUNK))));
  }
  return results;
}
