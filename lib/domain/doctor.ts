import { HEARTBEAT_LATE_MS } from "./pass-summary";

export const DOCTOR_STATES = ["ok", "warning", "failed", "unmeasured"] as const;
export type DoctorState = (typeof DOCTOR_STATES)[number];

/** Everything that a check can find, and how grave it is. Worded, with what to do, in lib/i18n. */
export const DOCTOR_FINDINGS = {
  "database-answers": "ok", // params: version
  "database-old": "failed", // params: version, least
  "database-silent": "failed",
  "migrations-applied": "ok",
  "migrations-missing": "failed", // params: names
  "migrations-unmeasured": "unmeasured",
  "clocks-agree": "ok",
  "clocks-apart": "warning", // params: seconds
  "cluster-answers": "ok", // params: server
  "cluster-silent": "failed", // params: server, error
  "permission-held": "ok", // params: verbs, resource, where, scope
  "permission-missing": "failed", // params: verbs, resource, where, scope
  "figure-permission-missing": "warning", // params: verbs, resource, where, scope
  "permission-unmeasured": "unmeasured", // params: verbs, resource, where, scope
  "quota-present": "ok", // params: namespace
  "quota-absent": "warning", // params: namespace
  "quota-unmeasured": "unmeasured", // params: namespace
  "kubevirt-present": "ok", // params: release
  "kubevirt-absent": "warning",
  "kubevirt-unmeasured": "unmeasured",
  "metrics-present": "ok",
  "metrics-absent": "warning",
  "metrics-unmeasured": "unmeasured",
  "policy-present": "ok", // params: namespace
  "policy-absent": "failed", // params: namespace
  "policy-unmeasured": "unmeasured", // params: namespace
  "cronjob-runs": "ok", // params: name, seconds
  "cronjob-suspended": "failed", // params: name
  "cronjob-late": "failed", // params: name, minutes
  "cronjob-new": "warning", // params: name
  "cronjob-absent": "failed", // params: name
  "cronjob-unnamed": "unmeasured",
  "cronjob-unmeasured": "unmeasured", // params: name
  "timer-calls": "ok", // params: seconds
  "pass-clean": "ok", // params: seconds
  "pass-late": "failed", // params: minutes
  "pass-never": "warning",
  "passes-unmeasured": "unmeasured",
  "reaping-free": "ok",
  "held-old-database": "failed",
  "held-wrong-cluster": "failed",
  "switch-stop-reaping": "warning",
  "switch-no-new-sessions": "warning",
  "brake-holds": "warning", // params: count
  "machines-stuck": "warning", // params: count, names
  "deadline-jobs-armed": "ok", // params: count
  "deadline-jobs-broken": "failed", // params: count, sessions
  "deadline-jobs-unmeasured": "unmeasured",
  "pod-deadlines-armed": "ok", // params: count
  "pod-deadlines-broken": "warning", // params: count, sessions
  "pod-deadlines-unmeasured": "unmeasured",
  "kyverno-runs": "ok", // params: count
  "kyverno-stopped": "warning",
  "kyverno-absent": "ok",
  "kyverno-unmeasured": "unmeasured",
  "kyverno-policies": "unmeasured", // params: count, policies
  "kyverno-policies-unread": "unmeasured",
  "janitor-runs": "ok", // params: count
  "janitor-dry-run": "warning",
  "janitor-stopped": "warning",
  "janitor-absent": "ok",
  "janitor-unmeasured": "unmeasured",
  "reap-key-set": "ok",
  "reap-key-missing": "failed",
  "app-url-set": "ok", // params: url
  "app-url-plain": "warning", // params: url
  "app-url-loopback": "warning", // params: url
} as const satisfies Readonly<Record<string, DoctorState>>;
export type DoctorCode = keyof typeof DOCTOR_FINDINGS;
/** A finding that asks for something to be done. */
export type IllCode = {
  [Code in DoctorCode]: (typeof DOCTOR_FINDINGS)[Code] extends "ok" ? never : Code;
}[DoctorCode];
export const isIll = (code: DoctorCode): code is IllCode => DOCTOR_FINDINGS[code] !== "ok";

export interface DoctorLine {
  readonly code: DoctorCode;
  readonly state: DoctorState;
  readonly params: Readonly<Record<string, string | number>>;
}

export function doctorLine(code: DoctorCode, params: DoctorLine["params"] = {}): DoctorLine {
  return { code, state: DOCTOR_FINDINGS[code], params };
}

/** A CronJob as the cluster tells of it; times in epoch ms, null where it never happened. */
export interface CronJobFacts {
  readonly isSuspended: boolean;
  readonly createdAtMs: number | null;
  readonly lastSuccessAtMs: number | null;
}

/** What to say of the CronJob that calls the reap route. `nowMs` in epoch ms; null: there is no such CronJob. */
export function judgeCronJob(name: string, facts: CronJobFacts | null, nowMs: number): DoctorLine {
  if (facts === null) return doctorLine("cronjob-absent", { name });
  if (facts.isSuspended) return doctorLine("cronjob-suspended", { name });
  const sinceMs = facts.lastSuccessAtMs ?? facts.createdAtMs;
  const ageMs = sinceMs === null ? null : Math.max(0, nowMs - sinceMs);
  if (ageMs !== null && ageMs > HEARTBEAT_LATE_MS)
    return doctorLine("cronjob-late", { name, minutes: Math.floor(ageMs / 60_000) });
  if (facts.lastSuccessAtMs === null || ageMs === null) return doctorLine("cronjob-new", { name });
  return doctorLine("cronjob-runs", { name, seconds: Math.round(ageMs / 1000) });
}

/** Browsers come by this address: behind anything but loopback it must be https, or cookies travel in the open. */
export function judgeAppUrl(url: string, isLoopback: boolean): DoctorLine {
  if (isLoopback) return doctorLine("app-url-loopback", { url });
  return doctorLine(url.startsWith("https:") ? "app-url-set" : "app-url-plain", { url });
}

/** What deploy and tests are held to (docs/operations.md). */
const LEAST_POSTGRES = 15;
/** `version` as PostgreSQL counts it in server_version_num: 150004 is 15.4. */
export function judgeDatabase(version: number): DoctorLine {
  const major = Math.floor(version / 10_000);
  const params = { version: `${major}.${version % 10_000}` };
  return major < LEAST_POSTGRES
    ? doctorLine("database-old", { ...params, least: LEAST_POSTGRES })
    : doctorLine("database-answers", params);
}

/** More than this between two clocks is shown (design law 1). */
const SKEW_MS = 5000;
export function judgeClocks(aheadMs: number): DoctorLine {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return Math.abs(aheadMs) > SKEW_MS ? doctorLine("clocks-apart", { seconds }) : doctorLine("clocks-agree");
}
