import { PERMISSIONS, type Permission, type PermissionNeed } from "@/lib/cluster/permissions";
import { type DoctorCode, doctorLine, type DoctorLine } from "@/lib/domain/doctor";
import type { Context } from "../context";

/** Questions at once: a doctor must not be what makes the API server slow. */
const AT_ONCE = 8;
/** Without it something is unmeasured, and nothing fails. */
const FIGURES: readonly PermissionNeed[] = ["capacity", "contention", "doctor"];
const NODE_LEASES = "kube-node-lease";
const AUTOSCALER = "kube-system";

/** One line for each permission and place where it is needed, by access reviews. Never throws. */
export async function checkPermissions(context: Context): Promise<DoctorLine[]> {
  const { cluster, config } = context;
  const needed = PERMISSIONS.filter(
    ({ need }) => need !== "reap-identity" || config.reapKeys.hasServiceAccount,
  );
  const places = needed.flatMap((permission) =>
    placesOf(permission, cluster.namespaces, config.reapCronJob?.namespace).map((namespace) => ({
      permission,
      namespace,
    })),
  );
  const lines: DoctorLine[] = [];
  for (let from = 0; from < places.length; from += AT_ONCE)
    lines.push(
      ...(await Promise.all(places.slice(from, from + AT_ONCE).map((place) => checkOne(context, place)))),
    );
  return lines;
}

interface Place {
  readonly permission: Permission;
  /** null: the whole cluster. */
  readonly namespace: string | null;
}

function placesOf(
  { scope }: Permission,
  namespaces: readonly string[],
  own: string | undefined,
): readonly (string | null)[] {
  if (scope === "own") return own === undefined ? [] : [own];
  if (scope === "cluster") return [null];
  if (scope === "autoscaler") return [AUTOSCALER];
  return scope === "node-leases" ? [NODE_LEASES] : namespaces;
}

/** A Role that names an object grants nothing to a question that names none. */
function nameOf(
  { permission: { only }, namespace }: Place,
  { reapCronJob }: Context["config"],
): string | null {
  if (only === "the-namespace") return namespace;
  if (only === "the-cron-job") return reapCronJob?.name ?? null;
  return only ?? null;
}

async function checkOne({ cluster, config, signal }: Context, place: Place): Promise<DoctorLine> {
  const { permission, namespace } = place;
  const name = nameOf(place, config);
  const { group, resource, verbs, need, why } = permission;
  const say = (code: DoctorCode, of: readonly string[]) =>
    doctorLine(code, {
      ...{ verbs: of.join(", "), resource: group === "" ? resource : `${resource} (${group})`, why },
      ...(namespace === null ? { scope: "cluster", where: "*" } : { scope: "namespace", where: namespace }),
    });
  try {
    const answers = await Promise.all(
      verbs.map((verb) => cluster.isAllowed({ group, resource, verb, namespace, name }, signal)),
    );
    const missing = verbs.filter((_verb, i) => answers[i] === false);
    if (missing.length === 0) return say("permission-held", verbs);
    return say(FIGURES.includes(need) ? "figure-permission-missing" : "permission-missing", missing);
  } catch {
    return say("permission-unmeasured", verbs);
  }
}
