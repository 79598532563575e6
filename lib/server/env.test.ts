import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnvProblem, parseEnv, VARIABLES } from "./env";

const least = { DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/c", KUBECONFIG: "/tmp/kubeconfig" };
const production = {
  ...least,
  NODE_ENV: "production",
  AUTH_SECRET: "s".repeat(32),
  APP_URL: "https://curfew.example.org",
  CURFEW_REAP_TOKEN: "t".repeat(16),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32, "k").toString("base64"),
};
const SECRETS = ["AUTH_SECRET", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"];
const problemsOf = (
  source: Record<string, string | undefined>,
  user: "app" | "command" = "app",
): readonly string[] => {
  try {
    parseEnv(source, user);
    return [];
  } catch (error) {
    if (error instanceof EnvProblem) return error.problems;
    throw error;
  }
};

describe("parseEnv", () => {
  it("fills in what the design says where nothing is set", () => {
    expect(parseEnv(least)).toMatchObject({
      sessionMinutes: 60,
      maxMinutes: 180,
      marginMinutes: 15,
      launchLimitMinutes: 10,
      machineCap: 8,
      reapEverySeconds: null,
      reapToken: null,
      reapServiceAccount: null,
      reapAudience: "curfew-reap",
      podNamespace: "curfew-vms",
      appUrl: "http://127.0.0.1:3000",
      imagePrefixes: [],
    });
  });

  it.each([
    ["DATABASE_URL", "mysql://x/y"],
    ["DATABASE_URL", "not an address"],
    ["CLUSTER", "real"],
    ["CURFEW_ENVIRONMENT", "Prod Env"],
    ["CURFEW_VM_NAMESPACE", "-labs"],
    ["CURFEW_POD_NAMESPACE", "x".repeat(64)],
    ["CURFEW_REAP_TOKEN", "short"],
    ["CURFEW_METRICS_TOKEN", "short"],
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "short"],
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", Buffer.alloc(24).toString("base64")],
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", Buffer.alloc(48).toString("base64")],
    // The alphabet of addresses: Next's atob does not know it.
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", Buffer.alloc(32, 0xff).toString("base64url")],
    ["CURFEW_REAP_SERVICE_ACCOUNT", "curfew/reaper"],
    ["CURFEW_REAP_AUDIENCE", "two words"],
    ["CURFEW_REAP_CRONJOB", "curfew-reap"],
    ["CURFEW_SESSION_MINUTES", "0"],
    ["CURFEW_SESSION_MINUTES", "sixty"],
    ["CURFEW_SESSION_MAX_MINUTES", "1e3"],
    ["CURFEW_SESSION_MAX_MINUTES", "59"],
    ["CURFEW_DEADLINE_MARGIN_MINUTES", "-1"],
    ["CURFEW_LAUNCH_LIMIT_MINUTES", "2.5"],
    ["CURFEW_MACHINE_CAP", "10001"],
    ["CURFEW_ACCESS_CIDRS", "10.0.0.0/33"],
    ["CURFEW_TRUSTED_PROXIES", "10.1.0.0/8"],
    ["CURFEW_ACCESS_CIDRS", "10.0.0.0/8,everywhere"],
    ["CURFEW_REAP_EVERY_SECONDS", "1"],
    ["CURFEW_OIDC_ISSUER", "https://id.example.org"],
    ["CURFEW_OIDC_ROLE_CLAIM", "groups"],
    ["APP_URL", "ftp://example.org"],
    ["AUTH_SECRET", "short"],
    ["PORT", "70000"],
    ["LOG_LEVEL", "loud"],
  ])("names %s when it is %s", (name, value) => {
    const problems = problemsOf({ ...production, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });

  it.each([...SECRETS, "APP_URL", "CURFEW_REAP_TOKEN", "DATABASE_URL", "KUBECONFIG"])(
    "does not start in production without %s, even where it is empty",
    (name) => {
      for (const value of [undefined, "", " "])
        expect(problemsOf({ ...production, [name]: value }).join()).toContain(`${name} is not set`);
    },
  );

  it("needs no key that replicas share where the cluster is simulated: there is one process", () => {
    const { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: _, ...demo } = { ...production, CLUSTER: "simulated" };
    expect(problemsOf(demo)).toEqual([]);
  });

  it("takes a provider over plain http on loopback alone: whoever answered for it could be anybody", () => {
    const by = (issuer: string) =>
      problemsOf({ ...production, CURFEW_OIDC_ISSUER: issuer, CURFEW_OIDC_CLIENT_ID: "curfew" });
    for (const issuer of ["http://id.example.org/realms/labs", "http://keycloak.id.svc:8080"])
      expect(by(issuer).join()).toMatch(/^CURFEW_OIDC_ISSUER must be https/);
    for (const issuer of ["https://id.example.org", "http://127.0.0.1:9", "http://localhost:8080"])
      expect(by(issuer)).toEqual([]);
  });

  it("reports every problem at once", () => {
    expect(problemsOf({ ...production, PORT: "x", LOG_LEVEL: "y" })).toHaveLength(2);
  });

  it("refuses a timer that has no token to call with", () => {
    expect(problemsOf({ ...least, CURFEW_REAP_EVERY_SECONDS: "60" }).join()).toContain("CURFEW_REAP_TOKEN");
  });

  it("asks a command for the database and the cluster only", () => {
    expect(problemsOf({ ...least, NODE_ENV: "production" }, "command")).toEqual([]);
    expect(problemsOf({ KUBECONFIG: "x" }, "command")).toEqual(["DATABASE_URL is not set."]);
  });

  it("takes the pod's own service account where there is one", () => {
    const { KUBECONFIG: _, ...inPod } = { ...production, KUBERNETES_SERVICE_HOST: "10.96.0.1" };
    expect(parseEnv(inPod).kubeconfig).toBeNull();
  });

  it("has no default secret: each process makes its own outside production", () => {
    expect(parseEnv(least).authSecret).not.toBe(parseEnv(least).authSecret);
    expect(parseEnv(least).authSecret.length).toBeGreaterThanOrEqual(32);
  });

  it("splits lists at commas", () => {
    const env = parseEnv({
      ...least,
      CURFEW_IMAGE_PREFIXES: "a.example/x/, b.example/",
      CURFEW_ACCESS_CIDRS: "10.0.0.0/8,fd00::/8",
    });
    expect(env.imagePrefixes).toEqual(["a.example/x/", "b.example/"]);
    expect(env.accessCidrs).toEqual(["10.0.0.0/8", "fd00::/8"]);
  });
});

describe("the environment's documents", () => {
  /** Set by what starts the process, not by a person. */
  const GIVEN = ["NODE_ENV", "KUBERNETES_SERVICE_HOST"];

  it.each(["README.md", ".env.example"])("%s names every variable", (file) => {
    const words = readFileSync(file, "utf8").split(/[^A-Z0-9_]+/);
    expect(VARIABLES.filter((name) => !words.includes(name) && !GIVEN.includes(name))).toEqual([]);
  });
});
