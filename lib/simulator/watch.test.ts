import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import type { Call } from "./reply";
import { resourceOf } from "./resources";
import { startTestCluster, secretOf, PATHS } from "./test-client";
import { handleWatch } from "./watch";

afterEach(() => vi.useRealTimers());

/** One whose client reads so slowly that it is not closed when all is said. */
class SlowResponse extends EventEmitter {
  readonly written: string[] = [];
  readonly writableLength = 0;
  readonly destroyed = false;
  writableEnded = false;
  writeHead(): void {}
  flushHeaders(): void {}
  write(text: string): void {
    if (this.writableEnded) throw new Error("write after end");
    this.written.push(text);
  }
  end(): void {
    this.writableEnded = true;
  }
}

it("says nothing more to a client that is still reading when its time is up", async () => {
  const { sim, call } = await startTestCluster();
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  const response = new SlowResponse();
  const search = new URLSearchParams("watch=1&timeoutSeconds=5&allowWatchBookmarks=true");
  const watched = { resource: resourceOf("secrets"), search } as Call;
  handleWatch(sim.cluster, watched, response as unknown as ServerResponse);
  vi.advanceTimersByTime(5000);
  expect(response.writableEnded).toBe(true);
  const said = response.written.length;
  vi.advanceTimersByTime(120_000);
  vi.useRealTimers();
  expect((await call("POST", PATHS.secrets, secretOf("late"))).status).toBe(201);
  expect(response.written).toHaveLength(said);
  response.emit("close");
  await sim.close();
});
