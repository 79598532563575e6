import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { backstopsQuery, sessionQuery, sessionsQuery } from "./queries";
import { cachedExpiries, changeCachedSessions } from "./session-cache";

const ROW = { id: "a1", status: "running", expiresAtMs: 1_000 };

describe("a session that is shown in several places", () => {
  it("is changed in each of them, and what the cache holds beside it is left as it is", () => {
    const client = new QueryClient();
    const layers = { machines: [] };
    client.setQueryData<unknown>(sessionQuery("a1").queryKey, { session: ROW });
    client.setQueryData<unknown>(backstopsQuery("a1").queryKey, layers);
    client.setQueryData<unknown>(sessionsQuery({ scope: "live" }).queryKey, { items: [ROW] });
    expect(cachedExpiries(client, new Set(["a1"]))).toEqual(new Map([["a1", 1_000]]));
    changeCachedSessions(client, (rows) => rows.map((row) => ({ ...row, expiresAtMs: 2_000 })));
    expect(client.getQueryData(sessionQuery("a1").queryKey)?.session.expiresAtMs).toBe(2_000);
    expect(client.getQueryData(sessionsQuery({ scope: "live" }).queryKey)?.items[0]?.expiresAtMs).toBe(2_000);
    expect(client.getQueryData<unknown>(backstopsQuery("a1").queryKey)).toBe(layers);
  });
});
