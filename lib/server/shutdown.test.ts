import { createServer, request, Agent, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeConnectionsWhenLeaving, FINISH_MS, LINGER_MS, shutdownSignals } from "./shutdown";

const before = process.listeners("SIGTERM");
const added = () => process.listeners("SIGTERM").filter((listener) => !before.includes(listener));
const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => void waiting.push(response));
// As in the chart: longer than any proxy keeps one.
server.keepAliveTimeout = 75_000;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  closeConnectionsWhenLeaving();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  agent.destroy();
  server.closeAllConnections();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener);
});

const port = () => (server.address() as AddressInfo).port;

/** The status of a GET on a connection that this side would keep. */
function get(): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: port(), host: "127.0.0.1", agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });
}

/** A connection on which nothing was sent yet; resolves where the server has it. */
async function openSilent(): Promise<{ readonly closed: Promise<void> }> {
  const taken = new Promise<void>((resolve) => server.once("connection", () => resolve()));
  const socket = connect(port(), "127.0.0.1").resume();
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await taken;
  return { closed };
}

describe("at SIGTERM", () => {
  it("one pair of signals for the process says first that it leaves, and late that it may wait no longer", async () => {
    const signals = shutdownSignals();
    expect(shutdownSignals()).toBe(signals);
    expect(added()).toHaveLength(1);
    expect([signals.leaving.aborted, signals.signal.aborted]).toEqual([false, false]);

    const answer = get();
    await vi.waitUntil(() => waiting.length === 1);
    const silent = await openSilent();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    // As in Next: it listens no more before we hear of the signal.
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const listener of added()) listener("SIGTERM");
    expect([signals.leaving.aborted, signals.signal.aborted]).toEqual([true, false]);

    await vi.advanceTimersByTimeAsync(LINGER_MS);
    await silent.closed;
    // What is under way is answered however long it takes, and its connection, which would be kept, ends with it.
    for (const response of waiting) response.end("done");
    expect(await answer).toBe(200);
    await ended;

    await vi.advanceTimersByTimeAsync(FINISH_MS - LINGER_MS - 1);
    expect(signals.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals.signal.aborted).toBe(true);
  });
});
