import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { parseCidr } from "@/lib/domain/cidr";
import { problemsBetween } from "./env-problems";

/** Everything the environment says, parsed. Minutes and seconds as their names say. */
export interface Env {
  readonly isProduction: boolean;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Path of a kubeconfig file; null: the service account of the pod that this runs in. */
  readonly kubeconfig: string | null;
  readonly isSimulated: boolean;
  readonly environment: string;
  readonly vmNamespace: string;
  readonly podNamespace: string;
  /** null: no shared token opens POST /api/reap. */
  readonly reapToken: string | null;
  /** `system:serviceaccount:<namespace>:<name>` whose projected token opens it too; null: none does. */
  readonly reapServiceAccount: string | null;
  /** The audience that such a token must be for. */
  readonly reapAudience: string;
  /** null: no token opens GET /api/metrics. */
  readonly metricsToken: string | null;
  /** The CronJob that calls POST /api/reap; null: not told. */
  readonly reapCronJob: { readonly namespace: string; readonly name: string } | null;
  readonly sessionMinutes: number;
  readonly maxMinutes: number;
  readonly marginMinutes: number;
  readonly launchLimitMinutes: number;
  readonly machineCap: number;
  readonly imagePrefixes: readonly string[];
  readonly accessCidrs: readonly string[];
  /** The development timer; null: a CronJob calls. */
  readonly reapEverySeconds: number | null;
  /** CIDRs whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly appUrl: string;
  readonly authSecret: string;
  /** null: passwords alone. */
  readonly oidc: Oidc | null;
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Where spans are sent; null: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string } | null;
}
/** An OpenID Connect provider that people sign in with, besides passwords. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** What its button says. */
  readonly name: string;
  /** The claim that makes admins; null: roles are given here. */
  readonly roleClaim: string | null;
  readonly adminValues: readonly string[];
}
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The web app needs its secrets and a way to reap; a command needs the database and the cluster only. */
export type EnvUser = "app" | "command";

/** The configuration is unusable. Each problem is a sentence that names its variable. */
export class EnvProblem extends Error {
  override readonly name = "EnvProblem";
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

let known: { user: EnvUser; env: Env } | null = null;

/** The process's own environment, parsed once. Throws EnvProblem. */
export function readEnv(user: EnvUser = "app"): Env {
  if (known?.user !== user) known = { user, env: parseEnv(process.env, user) };
  return known.env;
}

/** `next dev`, where the browser's developer tools need a looser policy. */
export const isDevelopment = (): boolean => process.env.NODE_ENV === "development";

/** Next runs instrumentation in every runtime that it builds for; ours is Node. */
export const isNodeRuntime = (): boolean => process.env.NEXT_RUNTIME === "nodejs";

/** Pure: what `source` says, or EnvProblem with a sentence for every bad value at once. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>, user: EnvUser = "app"): Env {
  // An empty variable is what a manifest or .env file writes for "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new EnvProblem(parsed.error.issues.map((issue) => sentence(issue, given)));
  const v = parsed.data;
  const isProduction = v.NODE_ENV === "production";
  const problems = problemsBetween(v, user === "app" ? { isProduction } : null);
  if (problems.length > 0) throw new EnvProblem(problems);
  return {
    isProduction,
    databaseUrl: v.DATABASE_URL,
    dataDir: v.DATA_DIR,
    kubeconfig: v.KUBECONFIG ?? null,
    isSimulated: v.CLUSTER === "simulated",
    environment: v.CURFEW_ENVIRONMENT,
    vmNamespace: v.CURFEW_VM_NAMESPACE,
    podNamespace: v.CURFEW_POD_NAMESPACE ?? v.CURFEW_VM_NAMESPACE,
    reapToken: v.CURFEW_REAP_TOKEN ?? null,
    reapServiceAccount: v.CURFEW_REAP_SERVICE_ACCOUNT ?? null,
    reapAudience: v.CURFEW_REAP_AUDIENCE,
    metricsToken: v.CURFEW_METRICS_TOKEN ?? null,
    reapCronJob: v.CURFEW_REAP_CRONJOB ?? null,
    sessionMinutes: v.CURFEW_SESSION_MINUTES,
    maxMinutes: v.CURFEW_SESSION_MAX_MINUTES,
    marginMinutes: v.CURFEW_DEADLINE_MARGIN_MINUTES,
    launchLimitMinutes: v.CURFEW_LAUNCH_LIMIT_MINUTES,
    machineCap: v.CURFEW_MACHINE_CAP,
    imagePrefixes: v.CURFEW_IMAGE_PREFIXES,
    accessCidrs: v.CURFEW_ACCESS_CIDRS,
    reapEverySeconds: v.CURFEW_REAP_EVERY_SECONDS ?? null,
    trustedProxies: v.CURFEW_TRUSTED_PROXIES,
    appUrl: v.APP_URL ?? `http://127.0.0.1:${v.PORT}`,
    // Outside production a secret of this process's own: never one that somebody else could know.
    authSecret: v.AUTH_SECRET ?? randomBytes(32).toString("base64url"),
    oidc: oidcOf(v),
    port: v.PORT,
    logLevel: v.LOG_LEVEL,
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: v.OTEL_SERVICE_NAME }
      : null,
  };
}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
const dnsLabel = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    "must be 1 to 63 of a-z, 0-9 and -, as Kubernetes names are",
  );
const token = z.string().min(16, "must have at least 16 characters");
const list = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part.length > 0));
const url = (schemes: RegExp, hint: string) =>
  z.string().refine((text) => URL.canParse(text) && schemes.test(new URL(text).protocol), hint);

const variables = z.object({
  NODE_ENV: z.string().optional(),
  DATABASE_URL: url(/^postgres(ql)?:$/, "must be a postgresql:// address"),
  DATA_DIR: z.string().default(".data"),
  KUBECONFIG: z.string().optional(),
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  CLUSTER: z.literal("simulated", 'must be "simulated", or left out').optional(),
  CURFEW_ENVIRONMENT: dnsLabel.default("dev"),
  CURFEW_VM_NAMESPACE: dnsLabel.default("curfew-vms"),
  CURFEW_POD_NAMESPACE: dnsLabel.optional(),
  CURFEW_REAP_TOKEN: token.optional(),
  CURFEW_METRICS_TOKEN: token.optional(),
  CURFEW_REAP_SERVICE_ACCOUNT: z
    .string()
    .regex(
      /^system:serviceaccount:[a-z0-9][a-z0-9-]{0,62}:[a-z0-9][a-z0-9.-]{0,252}$/,
      "must be system:serviceaccount:<namespace>:<name>",
    )
    .optional(),
  CURFEW_REAP_AUDIENCE: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, "must be one word, such as curfew-reap")
    .default("curfew-reap"),
  CURFEW_REAP_CRONJOB: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}\/[a-z0-9][a-z0-9.-]{0,51}$/, "must be <namespace>/<name>")
    .transform((text) => {
      const [namespace = "", name = ""] = text.split("/");
      return { namespace, name };
    })
    .optional(),
  CURFEW_SESSION_MINUTES: whole(1, 10_080).default(60),
  CURFEW_SESSION_MAX_MINUTES: whole(1, 10_080).default(180),
  CURFEW_DEADLINE_MARGIN_MINUTES: whole(1, 1440).default(15),
  CURFEW_LAUNCH_LIMIT_MINUTES: whole(1, 120).default(10),
  CURFEW_MACHINE_CAP: whole(1, 10_000).default(8),
  CURFEW_IMAGE_PREFIXES: list,
  CURFEW_ACCESS_CIDRS: list.refine(
    (cidrs) => cidrs.every(isCidr),
    "must be CIDRs such as 10.0.0.0/8, by commas",
  ),
  CURFEW_TRUSTED_PROXIES: list.refine(
    (cidrs) => cidrs.every((cidr) => parseCidr(cidr) !== null),
    "must be CIDRs such as 10.0.0.0/8, by commas, with no bits behind the prefix",
  ),
  CURFEW_REAP_EVERY_SECONDS: whole(5, 3600).optional(),
  APP_URL: url(/^https?:$/, "must be an http:// or https:// address").optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  // Next reads it by itself, with atob, and would say that it is no key only once it needs it.
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in base64")
    .optional(),
  CURFEW_OIDC_ISSUER: url(/^https?:$/, "must be an http:// or https:// address").optional(),
  CURFEW_OIDC_CLIENT_ID: z.string().optional(),
  CURFEW_OIDC_CLIENT_SECRET: z.string().optional(),
  CURFEW_OIDC_NAME: z.string().max(60, "must have at most 60 characters").default("OpenID Connect"),
  CURFEW_OIDC_ROLE_CLAIM: z.string().optional(),
  CURFEW_OIDC_ADMIN_VALUES: list,
  PORT: whole(1, 65_535).default(3000),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, "must be an http:// or https:// address").optional(),
  OTEL_SERVICE_NAME: z.string().max(255, "must have at most 255 characters").default("curfew"),
});
export type Variables = z.infer<typeof variables>;
/** Names of all that is read of the environment. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape);

function oidcOf(v: Variables): Oidc | null {
  if (!v.CURFEW_OIDC_ISSUER || !v.CURFEW_OIDC_CLIENT_ID) return null;
  return {
    issuer: v.CURFEW_OIDC_ISSUER,
    clientId: v.CURFEW_OIDC_CLIENT_ID,
    clientSecret: v.CURFEW_OIDC_CLIENT_SECRET ?? null,
    name: v.CURFEW_OIDC_NAME,
    roleClaim: v.CURFEW_OIDC_ROLE_CLAIM ?? null,
    adminValues: v.CURFEW_OIDC_ADMIN_VALUES,
  };
}

function sentence(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const name = String(issue.path[0]);
  return given[name] === undefined ? `${name} is not set.` : `${name} ${issue.message}.`;
}

function isCidr(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  const version = isIP(address);
  return (
    rest.length === 0 && version > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  );
}
