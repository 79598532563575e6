import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { refuseReapCaller, type ReapKeys } from "./reap-caller";
import { answerReap } from "./reap-door";
import { openDoors, ORIGIN, REAP_TOKEN, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

const ACCOUNT = "system:serviceaccount:curfew:curfew-reaper";
const REAPER = { namespace: "curfew", name: "curfew-reaper", audiences: ["curfew-reap"], seconds: 600 };
const KEYS: ReapKeys = { reapToken: null, reapServiceAccount: ACCOUNT, reapAudience: "curfew-reap" };

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors({ CURFEW_REAP_SERVICE_ACCOUNT: ACCOUNT });
});
afterAll(() => doors.close());
afterEach(() => {
  doors.world.sim.clearFaults();
  doors.world.sim.deny([]);
});

const requestWith = (token: string) =>
  new Request(`${ORIGIN}/api/reap`, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
const knock = async (token: string, keys = KEYS) => {
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const response = await refuseReapCaller(requestWith(token), keys, { info: note, warn: note, error: note });
  return { status: response?.status ?? "open", body: await response?.json(), log: logged.join("\n") };
};
const reviews = () => doors.world.sim.requests().filter(({ path }) => path.endsWith("/tokenreviews")).length;

describe("a ServiceAccount's token at the reap door", () => {
  it("runs a pass, beside the shared token", async () => {
    for (const token of [doors.world.sim.issueToken(REAPER), REAP_TOKEN]) {
      const response = await answerReap(requestWith(token));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ outcome: "clean", trigger: "cronjob" });
    }
  });

  it.each([
    ["another audience's", { ...REAPER, audiences: ["vault"] }, 401],
    ["the API server's own", { ...REAPER, audiences: ["https://kubernetes.default.svc.cluster.local"] }, 401],
    ["an expired one", { ...REAPER, seconds: 0 }, 401],
    ["another account's", { ...REAPER, name: "curfew-reaper-2" }, 403],
    ["another namespace's", { ...REAPER, namespace: "curfew-labs" }, 403],
  ])("stays shut to %s, and the log does not repeat it", async (_what, account, status) => {
    const token = doors.world.sim.issueToken(account);
    const answer = await knock(token);
    expect(answer.status).toBe(status);
    expect(answer.log).toContain("refused");
    expect(answer.log + JSON.stringify(answer.body)).not.toContain(token.slice(-40));
  });

  it("stays shut to a token that nobody issued", async () => {
    expect(await knock("e30.e30.c2lnbmVk")).toMatchObject({ status: 401, body: { code: "signed-out" } });
  });

  it("does not ask the cluster about what is no such token, or where no account is named", async () => {
    const before = reviews();
    expect((await knock("not-the-token-at-all")).status).toBe(403);
    const shared = { ...KEYS, reapToken: REAP_TOKEN, reapServiceAccount: null };
    expect((await knock(doors.world.sim.issueToken(REAPER), shared)).status).toBe(403);
    expect(reviews()).toBe(before);
  });

  it("says in a sentence that the cluster did not answer, and runs no pass", async () => {
    const token = doors.world.sim.issueToken(REAPER);
    doors.world.sim.fault({ match: { method: "POST", path: "/tokenreviews" }, act: { status: 500 } });
    const answer = await knock(token);
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(answer.body.message).toContain("did not answer the TokenReview");
    expect((await answerReap(requestWith(token))).status).toBe(503);
  });

  it("says in a sentence that it lacks the permission to ask", async () => {
    doors.world.sim.deny([{ verb: "create", group: "authentication.k8s.io", resource: "tokenreviews" }]);
    const answer = await knock(doors.world.sim.issueToken(REAPER));
    expect(answer.status).toBe(503);
    expect(answer.body.message).toContain("may not create tokenreviews");
  });
});
