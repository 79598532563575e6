import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "@/lib/cluster/permissions";
import { rightNames, rightsAsked } from "@/lib/cluster/test-rights";
import { judgeRights } from "./rights-used";

const ALL = PERMISSIONS.flatMap(rightNames);
const OWN = { isForeign: false, hasKubevirt: true };
const problemsOf = (...of: Parameters<typeof judgeRights>) => judgeRights(...of).problems;
const NAMESPACES = { vm: "vms", pod: "pods", app: "app" };
const asked = (...paths: string[]) =>
  rightsAsked(
    paths.map((path) => ({ method: "GET", path })),
    NAMESPACES,
  );

describe("rightsAsked", () => {
  it("finds the narrowest row that covers a request", () => {
    expect(asked("/api/v1/namespaces/vms/pods", "/api/v1/pods?limit=500")).toEqual([
      "list /pods cluster",
      "list /pods sessions",
    ]);
    expect(asked("/apis/batch/v1/namespaces/app/cronjobs/curfew-reaper")).toEqual(["get batch/cronjobs own"]);
    expect(asked("/api/v1/namespaces/pods")).toEqual(["get /namespaces sessions"]);
    expect(asked("/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler-status")).toEqual([
      "get /configmaps autoscaler",
    ]);
  });
  it("calls outside what no row covers there, and leaves out what everybody may ask", () => {
    expect(asked("/api/v1/namespaces/other/secrets/a")).toEqual(["get /secrets outside"]);
    expect(asked("/api/v1/namespaces/kube-system/jobs", "/apis", "/version")).toEqual(["list /jobs outside"]);
  });
});

describe("judgeRights", () => {
  it("is content where a run used every right and no other", () => {
    expect(problemsOf(new Set(ALL), OWN)).toEqual([]);
  });
  it("names a right that nothing used, and one that is in no row", () => {
    const [first = "", ...others] = ALL;
    expect(problemsOf(new Set([...others, "get /secrets outside"]), OWN)).toEqual([
      "used, and in no row: get /secrets outside",
      `granted, and not used: ${first}`,
    ]);
  });
  it("excuses on somebody's cluster what no test can bring about there, and nothing else", () => {
    const natural = new Set(ALL.filter((right) => !right.startsWith("watch ")));
    expect(problemsOf(natural, { ...OWN, isForeign: true })).toEqual([]);
    expect(judgeRights(natural, { ...OWN, isForeign: true }).notes).toContain(
      "not used here: watch /pods sessions: the proxy before other clusters carries no watch",
    );
    // No case has a session there: its Job is neither read nor lifted nor deleted, and no policy is left.
    const ofSessions = /kubevirt\.io\/|^(get|delete|patch) batch\/jobs sessions|^delete networking/;
    const without = new Set([...natural].filter((right) => !ofSessions.test(right)));
    expect(problemsOf(without, { isForeign: true, hasKubevirt: false })).toEqual([]);
    expect(problemsOf(without, { isForeign: true, hasKubevirt: true })).toContain(
      "granted, and not used: delete kubevirt.io/virtualmachines sessions",
    );
  });
});
