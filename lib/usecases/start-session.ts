import { ok, refuse, type Refusal, type Result } from "@/lib/contracts/result";
import type { StartedSession, StartSessionInput } from "@/lib/contracts/sessions";
import { sshKeyOf } from "@/lib/db/people";
import { readSwitches } from "@/lib/db/switches";
import { isImageAllowed } from "@/lib/domain/image-rules";
import type { Lab } from "@/lib/domain/lab";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { createSessionResources, type CreateOptions } from "./create-session-resources";
import { checkCluster } from "./steps/check-cluster";
import { tryCluster } from "./steps/cluster-refusal";
import { findStartPlace } from "./steps/find-start-place";
import { insertWithSeat } from "./steps/insert-with-seat";
import { makeWayForStart } from "./steps/make-way-for-start";
import { newCredentials } from "./steps/new-credentials";

/**
 * Starts a session of a lab for a student. Answers once the row is committed; its machines are made afterwards
 * (design laws 3, 4, 15). "forbidden" and "not-found" apart, what is refused has a reason: no seat (with
 * `retryAfterSeconds`), starts switched off, wrong cluster, old database, no default-deny policy …
 */
export async function startSession(
  context: Context,
  actor: Actor,
  input: StartSessionInput,
  options: CreateOptions = {},
): Promise<Result<StartedSession>> {
  if (!mayAnywhere(actor, "session.start")) return refuse("forbidden");
  const studentId = input.studentId ?? (actor.type === "person" ? actor.id : undefined);
  if (studentId === undefined)
    return refuse("invalid", { fields: [{ path: "studentId", code: "required" }] });
  const { at } = context.db;
  const found = await findStartPlace(at, actor, { ...input, studentId });
  if (!found.ok) return { ok: false, error: found.refusal };
  const { lab, courseId } = found.place;
  const refusal =
    (await checkSwitch(context)) ??
    checkImage(context, lab) ??
    (await checkCluster(context, context.cluster.namespaces, "start")) ??
    (await checkFences(context, lab)) ??
    (await makeWayForStart(context, studentId));
  if (refusal !== null) return { ok: false, error: refusal };
  const credentials = newCredentials(context, lab.spec, await sshKeyOf(at, studentId));
  const inserted = await insertWithSeat(context, actor, { lab, studentId, courseId, credentials });
  if (!inserted.ok) return inserted;
  const row = inserted.value;
  context.after(() => createSessionResources(context, row, credentials, options));
  return ok({ id: row.id, oneTimePassword: credentials.password });
}

async function checkSwitch(context: Context): Promise<Refusal | null> {
  const found = (await readSwitches(context.db.at)).find(({ name }) => name === "no-new-sessions");
  if (found?.isOn !== true) return null;
  return { code: "refused", reason: { code: "starts-switched-off", params: { message: found.message } } };
}

/** The prefixes may have been narrowed since the lab was saved. */
function checkImage({ config }: Context, { spec }: Lab): Refusal | null {
  const isAllowed = isImageAllowed(spec.image, config.imagePrefixes);
  if (isAllowed) return null;
  return { code: "refused", reason: { code: "image-not-allowed", params: { image: spec.image } } };
}

/** KubeVirt is there for a VM lab, and the standing policy that keeps every session in (design law 14). */
async function checkFences(context: Context, { spec }: Lab): Promise<Refusal | null> {
  const { cluster, config, signal } = context;
  const namespace = spec.kind === "vm" ? config.vmNamespace : config.podNamespace;
  const [policy, kubevirt] = await Promise.all([
    tryCluster({ verb: "get", resource: "networkpolicies" }, () => cluster.hasDefaultDeny(namespace, signal)),
    tryCluster(
      { verb: "get", resource: "apis" },
      async () => spec.kind === "pod" || cluster.hasKubevirt(signal),
    ),
  ]);
  if (!policy.ok) return policy.refusal;
  if (!policy.value) return { code: "refused", reason: { code: "no-network-policy", params: { namespace } } };
  if (!kubevirt.ok) return kubevirt.refusal;
  return kubevirt.value ? null : { code: "refused", reason: { code: "kubevirt-absent" } };
}
