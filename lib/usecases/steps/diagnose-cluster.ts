import { itemFailure } from "@/lib/cluster/classify-failure";
import { doctorLine, judgeCronJob, type DoctorLine } from "@/lib/domain/doctor";
import type { Context } from "../context";
import { checkPermissions } from "./check-permissions";
import { diagnoseBackstops } from "./diagnose-backstops";

/** What the cluster has for us. Where it does not answer at all, that is the one thing to say. Never throws. */
export async function diagnoseCluster(context: Context, nowMs: number): Promise<DoctorLine[]> {
  const { cluster, config, signal } = context;
  const { server } = cluster;
  try {
    await cluster.namespaceUid(config.vmNamespace, signal);
  } catch (error) {
    const failure = itemFailure("namespaces", error);
    if (failure.status === null) return [doctorLine("cluster-silent", { server, error: failure.error })];
  }
  const [policies, world, backstops, permissions] = await Promise.all([
    Promise.all(cluster.namespaces.map((namespace) => checkPolicy(context, namespace))),
    checkCapacity(context),
    diagnoseBackstops(context, nowMs),
    checkPermissions(context),
  ]);
  return [doctorLine("cluster-answers", { server }), ...policies, ...world, ...backstops, ...permissions];
}

async function checkPolicy({ cluster, signal }: Context, namespace: string): Promise<DoctorLine> {
  try {
    const isThere = await cluster.hasDefaultDeny(namespace, signal);
    return doctorLine(isThere ? "policy-present" : "policy-absent", { namespace });
  } catch {
    return doctorLine("policy-unmeasured", { namespace });
  }
}

async function checkCapacity({ cluster, signal }: Context): Promise<DoctorLine[]> {
  const [world, hasKubevirt] = await Promise.all([
    cluster.readCapacityWorld(signal),
    cluster.hasKubevirt(signal).catch(() => null),
  ]);
  const { quota, nodeUsage, kubevirtRelease } = world;
  const quotas = cluster.namespaces.map((namespace) => {
    if (quota.state !== "known") return doctorLine("quota-unmeasured", { namespace });
    const isThere = quota.items.some((each) => each.namespace === namespace);
    return doctorLine(isThere ? "quota-present" : "quota-absent", { namespace });
  });
  const kubevirt =
    kubevirtRelease !== null
      ? doctorLine("kubevirt-present", { release: kubevirtRelease })
      : doctorLine(hasKubevirt === false ? "kubevirt-absent" : "kubevirt-unmeasured");
  const metrics = {
    known: "metrics-present",
    absent: "metrics-absent",
    unknown: "metrics-unmeasured",
  } as const;
  return [...quotas, kubevirt, doctorLine(metrics[nodeUsage.state])];
}

/** Whoever starts a pass each minute: the CronJob that the configuration names, or the app's own timer. */
export async function checkCaller({ cluster, config, signal }: Context, nowMs: number): Promise<DoctorLine> {
  const { reapCronJob, reapEverySeconds } = config;
  if (reapCronJob === null)
    return reapEverySeconds === null
      ? doctorLine("cronjob-unnamed")
      : doctorLine("timer-calls", { seconds: reapEverySeconds });
  const name = `${reapCronJob.namespace}/${reapCronJob.name}`;
  try {
    return judgeCronJob(name, await cluster.readCronJob(reapCronJob, signal), nowMs);
  } catch {
    return doctorLine("cronjob-unmeasured", { name });
  }
}
