import { describe, expect, it, vi } from "vitest";
import { answerMetrics } from "./metrics-door";
import { answerReap } from "./reap-door";

vi.mock("./env", () => ({
  readEnv: () => ({ reapToken: null, metricsToken: null, reapServiceAccount: null, logLevel: "silent" }),
}));

describe("without tokens in the configuration", () => {
  it.each(["Bearer null", "Bearer ", "Bearer undefined", ""])(
    "nobody is let in: %j",
    async (authorization) => {
      const headers = authorization ? { Authorization: authorization } : undefined;
      const address = "http://127.0.0.1:3000/api/";
      expect((await answerReap(new Request(`${address}reap`, { method: "POST", headers }))).status).toBe(401);
      const { status } = await answerMetrics(new Request(`${address}metrics`, { headers }));
      expect(status).toBe(/\w+ \w/.test(authorization) ? 403 : 401);
    },
  );
});
