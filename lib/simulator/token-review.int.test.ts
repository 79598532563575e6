import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFor, PATHS, startTestCluster } from "./test-client";

const PATH = "/apis/authentication.k8s.io/v1/tokenreviews";
const ACCOUNT = { namespace: "curfew", name: "reaper", audiences: ["reap"], seconds: 600 };

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

const review = (token: string, audiences?: string[]) =>
  cluster.call("POST", PATH, { spec: { token, ...(audiences ? { audiences } : {}) } });

describe("a TokenReview", () => {
  it("tells whose token it is, and which of the audiences asked for it serves", async () => {
    const token = cluster.sim.issueToken({ ...ACCOUNT, audiences: ["reap", "more"] });
    const { status, body } = await review(token, ["other", "reap"]);
    expect(status).toBe(201);
    expect(body.status).toMatchObject({
      authenticated: true,
      audiences: ["reap"],
      user: {
        username: "system:serviceaccount:curfew:reaper",
        groups: ["system:serviceaccounts", "system:serviceaccounts:curfew", "system:authenticated"],
      },
    });
  });

  it.each([
    ["another audience", ["other"], 'is invalid for the target audiences ["other"]'],
    ["no audience, which is the API server's own", undefined, 'token audiences ["reap"] is invalid'],
  ])("does not know a token for %s", async (_what, audiences, error) => {
    const { body } = await review(cluster.sim.issueToken(ACCOUNT), audiences);
    expect(body.status.authenticated).toBeUndefined();
    expect(body.status.user).toEqual({});
    expect(body.status.error).toContain(error);
  });

  it("knows a token until its last moment, and not from then on", async () => {
    const token = cluster.sim.issueToken(ACCOUNT);
    cluster.sim.advance(599_999);
    expect((await review(token, ["reap"])).body.status.authenticated).toBe(true);
    cluster.sim.advance(1);
    expect((await review(token, ["reap"])).body.status).toEqual({
      user: {},
      error: "[invalid bearer token, service account token has expired]",
    });
  });

  it("takes a static token for the API server's own audience alone", async () => {
    expect((await review(cluster.sim.token)).body.status.authenticated).toBe(true);
    expect((await review(cluster.sim.token, ["reap"])).body.status.error).toBe("invalid bearer token");
  });

  it("refuses a review of nothing", async () => {
    expect(await review("")).toMatchObject({ status: 400 });
  });
});

it("lets nobody in at the API server with a token that is meant for others", async () => {
  const token = cluster.sim.issueToken(ACCOUNT);
  expect((await clientFor(cluster.sim, token)("GET", PATHS.pods)).status).toBe(401);
});
