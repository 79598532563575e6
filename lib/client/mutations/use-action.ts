"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { unstable_isUnrecognizedActionError as isOfAnotherBuild } from "next/navigation";
import type { ActionAnswer } from "@/lib/contracts/result";
import { OutdatedPageError, RefusalError, UnansweredError } from "../refusal-error";
import { serverClock } from "../server-clock";
import type { QueryName } from "../queries";

/** Longer than the longest act, a pass of 45 s at most. Milliseconds. */
export const ACT_WITHIN_MS = 60_000;

/**
 * A server action as a promise: its refusal is thrown, its clock is taken. Throws UnansweredError after 60 s, since an
 * action cannot be called off, and OutdatedPageError where the server was updated under the page.
 */
export async function runAction<Input, Value>(
  action: (input: Input) => Promise<ActionAnswer<Value>>,
  input: Input,
): Promise<Value> {
  const asked = serverClock.ask();
  const answer = await withinLimit(action(input));
  serverClock.anchor(answer.serverNowMs, asked);
  if (!answer.ok) throw new RefusalError(answer.error);
  return answer.value;
}

async function withinLimit<Value>(act: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UnansweredError()), ACT_WITHIN_MS);
  });
  try {
    return await Promise.race([act, late]);
  } catch (error) {
    throw isOfAnotherBuild(error) ? new OutdatedPageError() : error;
  } finally {
    clearTimeout(timer);
  }
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
