import { beforeEach, describe, expect, it, vi } from "vitest";
import { createServerClock, type ServerClock } from "./create-server-clock";

/** 2026-03-01T12:00:00Z by the database; the browser believes it is hours earlier. */
const SERVER_MS = 1_772_366_400_000;
const device = { perfMs: 0, wallMs: 0 };
let clock: ServerClock;

/** An awake device: both of its clocks run. */
function pass(ms: number) {
  device.perfMs += ms;
  device.wallMs += ms;
  clock.tick();
}
/** A sleeping one: performance.now() stands still. */
function sleep(ms: number) {
  device.wallMs += ms;
}

/** What was told when a question went out that long ago, on a device that stayed awake. */
const asked = (agoMs = 0) => ({ perfMs: device.perfMs - agoMs, wallMs: device.wallMs - agoMs });

beforeEach(() => {
  device.perfMs = 5000;
  device.wallMs = SERVER_MS - 7 * 3_600_000;
  clock = createServerClock({ perfMs: () => device.perfMs, wallMs: () => device.wallMs });
});

describe("the server's clock in the browser", () => {
  it("is checking until an answer is in, then ticks, however wrong the browser's clock is", () => {
    expect(clock.snapshot()).toBe("checking");
    clock.anchor(SERVER_MS, asked());
    expect(clock.snapshot()).toBe(SERVER_MS);
    pass(90_000);
    expect(clock.snapshot()).toBe(SERVER_MS + 90_000);
  });

  it("takes half of the travel time for the way back", () => {
    clock.anchor(SERVER_MS, asked(400));
    expect(clock.snapshot()).toBe(SERVER_MS + 200);
  });

  it("is not moved by an answer that agrees within its travel time", () => {
    clock.anchor(SERVER_MS, asked());
    pass(10_000);
    clock.anchor(SERVER_MS + 9_900, asked(300));
    pass(1000);
    expect(clock.snapshot()).toBe(SERVER_MS + 11_000);
  });

  it("follows an answer that disagrees", () => {
    clock.anchor(SERVER_MS, asked());
    pass(10_000);
    clock.anchor(SERVER_MS + 60_000, asked(100));
    expect(clock.snapshot()).toBe(SERVER_MS + 60_050);
  });

  it("says checking after a phone slept for 30 minutes, then the truth", () => {
    clock.anchor(SERVER_MS, asked());
    pass(5000);
    sleep(1_800_000);
    clock.tick();
    expect(clock.snapshot()).toBe("checking");
    pass(1000);
    expect(clock.snapshot()).toBe("checking");
    clock.anchor(SERVER_MS + 1_806_000, asked());
    expect(clock.snapshot()).toBe(SERVER_MS + 1_806_000);
  });

  it("does not believe an answer that the device slept through on its way", () => {
    clock.anchor(SERVER_MS, asked());
    pass(5000);
    const question = clock.ask();
    sleep(1_800_000);
    clock.anchor(SERVER_MS + 5050, question);
    clock.tick();
    expect(clock.snapshot()).toBe("checking");
  });

  it("says checking when it is doubted, even where both clocks agree", () => {
    clock.anchor(SERVER_MS, asked());
    clock.doubt();
    pass(1000);
    expect(clock.snapshot()).toBe("checking");
  });

  it("says checking when the wall clock is set", () => {
    clock.anchor(SERVER_MS, asked());
    device.wallMs -= 3_600_000;
    pass(200);
    expect(clock.snapshot()).toBe("checking");
  });

  it("tells its listeners once a second, and when it falls into doubt", () => {
    const listener = vi.fn();
    clock.anchor(SERVER_MS, asked());
    const stop = clock.subscribe(listener);
    for (let tick = 0; tick < 20; tick++) pass(200);
    expect(listener).toHaveBeenCalledTimes(4);
    clock.doubt();
    clock.doubt();
    expect(listener).toHaveBeenCalledTimes(5);
    stop();
    clock.anchor(SERVER_MS, asked());
    expect(listener).toHaveBeenCalledTimes(5);
  });
});
