import { expect, it } from "vitest";
import { GET } from "./route";

it("answers although nothing is configured: neither database nor cluster is asked", async () => {
  const answer = GET();
  expect([answer.status, await answer.json()]).toEqual([200, { isLive: true }]);
});
