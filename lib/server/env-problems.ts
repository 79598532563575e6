import { LOOPBACK_NAMES } from "@/lib/domain/client-address";
import type { Variables } from "./env";

/** What is wrong between variables that are each well-formed, as sentences. `app`: null for a command. */
export function problemsBetween(v: Variables, app: { readonly isProduction: boolean } | null): string[] {
  const problems = [...timeProblems(v), ...clusterProblems(v), ...oidcProblems(v)];
  return app === null ? problems : [...problems, ...appProblems(v, app.isProduction)];
}

function oidcProblems(v: Variables): string[] {
  const problems: string[] = [];
  if (Boolean(v.CURFEW_OIDC_ISSUER) !== Boolean(v.CURFEW_OIDC_CLIENT_ID))
    problems.push("CURFEW_OIDC_ISSUER and CURFEW_OIDC_CLIENT_ID are set both, or neither.");
  if (Boolean(v.CURFEW_OIDC_ROLE_CLAIM) !== v.CURFEW_OIDC_ADMIN_VALUES.length > 0)
    problems.push("CURFEW_OIDC_ROLE_CLAIM and CURFEW_OIDC_ADMIN_VALUES are set both, or neither.");
  return problems;
}

function timeProblems(v: Variables): string[] {
  return v.CURFEW_SESSION_MAX_MINUTES < v.CURFEW_SESSION_MINUTES
    ? ["CURFEW_SESSION_MAX_MINUTES must not be less than CURFEW_SESSION_MINUTES."]
    : [];
}

function clusterProblems(v: Variables): string[] {
  if (v.KUBECONFIG || v.KUBERNETES_SERVICE_HOST) return [];
  return [
    v.CLUSTER === "simulated"
      ? "KUBECONFIG is not set: with CLUSTER=simulated it names the file that `npm run demo` writes."
      : "KUBECONFIG is not set, and this is no pod of a cluster: name the cluster that holds the machines.",
  ];
}

function appProblems(v: Variables, isProduction: boolean): string[] {
  const problems: string[] = [];
  if (v.CURFEW_REAP_EVERY_SECONDS && !v.CURFEW_REAP_TOKEN)
    problems.push("CURFEW_REAP_TOKEN is not set: the timer of CURFEW_REAP_EVERY_SECONDS calls with it.");
  if (!isProduction) return problems;
  if (!v.AUTH_SECRET)
    problems.push("AUTH_SECRET is not set: it signs every sign-in, and there is no default.");
  if (!v.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY && v.CLUSTER !== "simulated")
    problems.push(
      "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is not set: replicas share it, and the one that the image was built with is no secret.",
    );
  if (v.CURFEW_OIDC_ISSUER && isOpenToEavesdroppers(v.CURFEW_OIDC_ISSUER))
    problems.push("CURFEW_OIDC_ISSUER must be https://: whoever answered for it would sign in as anybody.");
  if (!v.APP_URL) problems.push("APP_URL is not set: it is the address that browsers use.");
  if (!v.CURFEW_REAP_TOKEN && !v.CURFEW_REAP_EVERY_SECONDS && !v.CURFEW_REAP_SERVICE_ACCOUNT)
    problems.push(
      "CURFEW_REAP_TOKEN is not set, and CURFEW_REAP_SERVICE_ACCOUNT neither: nothing could call POST /api/reap, " +
        "and no session would end.",
    );
  return problems;
}

function isOpenToEavesdroppers(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === "http:" && !LOOPBACK_NAMES.includes(hostname);
}
