import { createServer, request, Agent, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeConnectionsWhenLeaving, FINISH_MS, shutdownSignals } from "./shutdown";

const before = process.listeners("SIGTERM");
const added = () => process.listeners("SIGTERM").filter((listener) => !before.includes(listener));
const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => void waiting.push(response));
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  closeConnectionsWhenLeaving();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  agent.destroy();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener);
});

/** The status of a GET on a connection that this side would keep. */
function get(): Promise<number> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });
}

describe("at SIGTERM", () => {
  it("one pair of signals for the process says first that it leaves, and late that it may wait no longer", async () => {
    const signals = shutdownSignals();
    expect(shutdownSignals()).toBe(signals);
    expect(added()).toHaveLength(1);
    expect([signals.leaving.aborted, signals.signal.aborted]).toEqual([false, false]);

    const answer = get();
    await vi.waitUntil(() => waiting.length === 1);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    for (const listener of added()) listener("SIGTERM");
    expect([signals.leaving.aborted, signals.signal.aborted]).toEqual([true, false]);

    // A server that closes ends when its last connection does: this one is under way, and would be kept for 5 s.
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const response of waiting) response.end("done");
    expect(await answer).toBe(200);
    await closed;

    await vi.advanceTimersByTimeAsync(FINISH_MS - 1);
    expect(signals.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals.signal.aborted).toBe(true);
  });
});
