import { ClusterError } from "../cluster-error";

const MOST_LINE_CHARACTERS = 16_000_000;

/**
 * The lines of a watch, parsed. Throws ClusterError: "network" where the connection breaks (a part of a line that came
 * before is not used), "incomplete" for a line that is no JSON.
 */
export async function* watchLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of unbroken(chunks)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MOST_LINE_CHARACTERS) throw garbled("A line of the watch is too long");
    for (const line of lines) if (line.trim() !== "") yield parsed(line);
  }
  if (rest.trim() !== "") throw garbled("The watch ended within a line");
}

async function* unbroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    throw new ClusterError("network", null, "The watch's connection broke");
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw garbled("A line of the watch is no valid JSON");
  }
}

function garbled(message: string): ClusterError {
  return new ClusterError("incomplete", 200, message);
}
