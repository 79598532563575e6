import type { LabSpec, LifetimePolicy } from "@/lib/domain/lab";
import { deadlineSeconds } from "@/lib/domain/lifetime";
import { jobName, policyName, serviceName } from "@/lib/domain/names";
import type { Reason } from "@/lib/domain/reason";
import type { ItemFailure } from "@/lib/domain/session";
import { RESOURCES } from "./api-paths";
import { itemFailure, launchReason } from "./classify-failure";
import type { Cluster, NewOwned, ObjectKind, SessionIdentity } from "./cluster";
import { ClusterError } from "./cluster-error";
import { startTimeLimit } from "./time-limit";

/** All that a session's creation needs, as its row says it. */
export interface CreatePlan {
  readonly sessionId: string;
  readonly namespace: string;
  readonly spec: LabSpec;
  readonly lifetime: LifetimePolicy;
  readonly accessCidrs: readonly string[];
  readonly machines: readonly PlannedMachine[];
  /** For all of it, ms (design law 4). */
  readonly limitMs?: number;
}
export interface PlannedMachine {
  /** From 1. */
  readonly index: number;
  readonly name: string;
  /** null: this machine gets no Secret. */
  readonly secretName: string | null;
  /** cloud-config as an object; read only where there is a Secret. */
  readonly cloudConfig: Readonly<Record<string, unknown>>;
}
export interface CreateHooks {
  /** Asked before each create: is the row still provisioning or running? */
  shouldContinue(): Promise<boolean>;
  onJob(uid: string): Promise<void>;
  onMachine(index: number, uid: string): Promise<void>;
}
export type CreateOutcome =
  | { readonly ok: true }
  /** `failure` is null where nothing was refused: the session ended meanwhile. */
  | { readonly ok: false; readonly reason: Reason; readonly failure: ItemFailure | null };

const LIMIT_MS = 90_000;

/**
 * Creates what a session is made of, in the order of design section 5: the Job that will end it, then its network
 * policy, then Secrets and machines. Stops at the first failure and says why; it does not clean up, since the row
 * knows all names. A create that timed out may have happened. Throws only what a hook throws.
 */
export async function createSession(
  cluster: Cluster,
  plan: CreatePlan,
  hooks: CreateHooks,
  signal?: AbortSignal,
): Promise<CreateOutcome> {
  const limit = startTimeLimit(plan.limitMs ?? LIMIT_MS, signal);
  try {
    const job = await step(hooks, "job", jobName(plan.sessionId), () =>
      cluster.createDeadlineJob(newJob(cluster, plan), limit.signal),
    );
    await hooks.onJob(job.uid);
    await createOwned(cluster, plan, hooks, { name: jobName(plan.sessionId), uid: job.uid }, limit.signal);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return error.outcome;
  } finally {
    limit.stop();
  }
}

type Owner = NewOwned["owner"];

async function createOwned(
  cluster: Cluster,
  plan: CreatePlan,
  hooks: CreateHooks,
  owner: Owner,
  signal: AbortSignal,
): Promise<void> {
  const { spec } = plan;
  const isGroup = spec.machineCount > 1;
  const owned = (name: string): NewOwned => ({
    name,
    namespace: plan.namespace,
    identity: identity(cluster, plan),
    owner,
  });
  const policy = {
    ...owned(policyName(plan.sessionId)),
    egress: spec.egress,
    accessPort: spec.access.protocol === "none" ? null : spec.access.port,
    accessCidrs: plan.accessCidrs,
    isGroup,
  };
  await step(hooks, "networkPolicy", policy.name, () => cluster.createNetworkPolicy(policy, signal));
  const groupServiceName = isGroup ? serviceName(plan.sessionId) : null;
  if (groupServiceName !== null) {
    const service = owned(groupServiceName);
    await step(hooks, "service", service.name, () => cluster.createGroupService(service, signal));
  }
  for (const { secretName, cloudConfig } of plan.machines) {
    if (secretName === null) continue;
    const secret = { ...owned(secretName), cloudConfig };
    await step(hooks, "secret", secretName, () => cluster.createInitSecret(secret, signal));
  }
  for (const { index, name, secretName } of plan.machines) {
    const machine = {
      ...owned(name),
      index,
      spec,
      secretName,
      activeDeadlineSeconds: deadlineSeconds(plan.lifetime),
      groupServiceName,
    };
    const created = await step(hooks, spec.kind, name, () => cluster.createMachine(machine, signal));
    await hooks.onMachine(index, created.uid);
  }
}

/** One create: first asks whether it is still wanted; a refusal stops them all. */
async function step(
  hooks: CreateHooks,
  kind: ObjectKind,
  name: string,
  create: () => Promise<{ uid: string }>,
): Promise<{ uid: string }> {
  if (!(await hooks.shouldContinue())) {
    throw new Stopped({ ok: false, reason: { code: "launch-abandoned" }, failure: null });
  }
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const reason = launchReason(error, { verb: "create", resource: RESOURCES[kind].plural, name });
    throw new Stopped({ ok: false, reason, failure: itemFailure(`${kind}/${name}`, error) });
  }
}

class Stopped extends Error {
  constructor(readonly outcome: CreateOutcome) {
    super("stopped");
  }
}

function newJob(cluster: Cluster, plan: CreatePlan) {
  return {
    name: jobName(plan.sessionId),
    namespace: plan.namespace,
    identity: identity(cluster, plan),
    activeDeadlineSeconds: deadlineSeconds(plan.lifetime),
    machineCount: plan.machines.length,
  };
}

function identity(cluster: Cluster, plan: CreatePlan): SessionIdentity {
  return { sessionId: plan.sessionId, ...cluster.owner };
}
