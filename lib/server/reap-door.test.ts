import { describe, expect, it, vi } from "vitest";
import { answerMetrics } from "./metrics-door";
import { answerReap } from "./reap-door";

vi.mock("./env", () => ({
  readEnv: () => ({ reapToken: null, reapServiceAccount: null, logLevel: "silent" }),
}));

describe("without a reap token in the configuration", () => {
  it.each(["Bearer null", "Bearer ", "Bearer undefined", ""])(
    "nobody is let in: %j",
    async (authorization) => {
      const headers = authorization ? { Authorization: authorization } : undefined;
      const address = "http://127.0.0.1:3000/api/";
      expect((await answerReap(new Request(`${address}reap`, { method: "POST", headers }))).status).toBe(401);
      expect((await answerMetrics(new Request(`${address}metrics`, { headers }))).status).toBe(401);
    },
  );
});
