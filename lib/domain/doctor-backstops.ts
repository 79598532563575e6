import type { BackstopLayer, Cleaners, MachineBackstops } from "./backstops";
import { doctorLine, type DoctorLine } from "./doctor";
import { mayDelete } from "./kyverno-policy";
import type { MachineKind } from "./lab";

export interface GuardedSession {
  readonly id: string;
  readonly kind: MachineKind;
  readonly machines: readonly MachineBackstops[];
}

/** So many are named; of more, their number tells. */
const NAMED = 5;

/** One line of the doctor for each layer that ends machines without this app: what it guards, or why it does not. */
export function judgeBackstops(
  sessions: readonly GuardedSession[],
  cleaners: Cleaners,
  namespaces: readonly string[],
): DoctorLine[] {
  return [
    judgeJobs(sessions),
    judgePods(sessions),
    judgeKyverno(sessions, cleaners),
    ...judgePolicies(cleaners, namespaces),
    judgeJanitor(sessions, cleaners),
  ];
}

function judgeJobs(sessions: readonly GuardedSession[]): DoctorLine {
  const isUnread = sessions.some(({ machines }) =>
    machines.some(({ isThere, layers }) => isThere === null || layerOf(layers, "job") === "unmeasured"),
  );
  if (isUnread) return doctorLine("deadline-jobs-unmeasured");
  const broken = withBroken(sessions, "job");
  return broken.length > 0
    ? doctorLine("deadline-jobs-broken", namesOf(broken))
    : doctorLine("deadline-jobs-armed", { count: countArmed(sessions, "job") });
}

function judgePods(sessions: readonly GuardedSession[]): DoctorLine {
  const pods = sessions.filter(({ kind }) => kind === "pod");
  if (pods.some(({ machines }) => machines.some(({ isThere }) => isThere === null)))
    return doctorLine("pod-deadlines-unmeasured");
  const broken = withBroken(pods, "pod");
  return broken.length > 0
    ? doctorLine("pod-deadlines-broken", namesOf(broken))
    : doctorLine("pod-deadlines-armed", { count: countArmed(pods, "pod") });
}

function judgeKyverno(sessions: readonly GuardedSession[], { kyverno }: Cleaners): DoctorLine {
  return kyverno === "runs"
    ? doctorLine("kyverno-runs", { count: countArmed(sessions, "kyverno") })
    : doctorLine(`kyverno-${kyverno ?? "unmeasured"}`);
}

/** Only of a Kyverno that runs: its policies may end machines, those of running sessions too. */
function judgePolicies({ kyverno, policies }: Cleaners, namespaces: readonly string[]): DoctorLine[] {
  if (kyverno !== "runs") return [];
  if (policies.state === "unknown") return [doctorLine("kyverno-policies-unread")];
  const may = policies.items.filter((policy) =>
    namespaces.some((namespace) => mayDelete(policy, "vm", namespace) || mayDelete(policy, "pod", namespace)),
  );
  if (may.length === 0) return [];
  const named = listed(may.map(({ name, schedule }) => `${name} (${schedule})`));
  return [doctorLine("kyverno-policies", { count: may.length, policies: named })];
}

function judgeJanitor(sessions: readonly GuardedSession[], { janitor, janitorRules }: Cleaners): DoctorLine {
  if (janitor !== "runs") return doctorLine(`janitor-${janitor ?? "unmeasured"}`);
  return janitorRules?.isDryRun === true
    ? doctorLine("janitor-dry-run")
    : doctorLine("janitor-runs", { count: countArmed(sessions, "janitor") });
}

function layerOf(layers: MachineBackstops["layers"], wanted: BackstopLayer) {
  return layers.find(({ layer }) => layer === wanted)?.state;
}

function withBroken(sessions: readonly GuardedSession[], layer: BackstopLayer): GuardedSession[] {
  return sessions.filter(({ machines }) =>
    machines.some(({ layers }) => layerOf(layers, layer) === "broken"),
  );
}

function countArmed(sessions: readonly GuardedSession[], layer: BackstopLayer): number {
  const machines = sessions.flatMap((session) => session.machines);
  return machines.filter(({ layers }) => layerOf(layers, layer) === "armed").length;
}

function namesOf(sessions: readonly GuardedSession[]): Record<string, string | number> {
  return { count: sessions.length, sessions: listed(sessions.map(({ id }) => id)) };
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? " …" : ""}`;
}
