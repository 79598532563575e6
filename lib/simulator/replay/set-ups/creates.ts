import type { Draft } from "../../world";
import type { Recorded, SetUpOf } from "../set-up";

/** The quota `team`, which counts this much as used. */
function quotaWith(used: Readonly<Record<string, string>>): SetUpOf {
  return (r: Recorded) => {
    const [quota] = r.of("b_quota_status_used");
    const status = quota?.status as { hard: object; used: object };
    return { objects: [{ ...quota, status: { ...status, used: { ...status.used, ...used } } } as Draft] };
  };
}

/** Creation, and what a ResourceQuota refuses of it. */
export const CREATES: Readonly<Record<string, SetUpOf>> = {
  b_create_same_name_409: (r) => ({ objects: r.of("b_create_vm_201") }),
  b_get_after_dryrun_404: () => ({ after: ["b_create_dryrun"] }),
  b_quota_pod_cpu_403: quotaWith({ "requests.cpu": "600m", "requests.memory": "256Mi" }),
  b_quota_pod_cpu_mem_403: quotaWith({ "requests.cpu": "600m", "requests.memory": "256Mi" }),
  b_quota_pod_must_specify_403: quotaWith({}),
  b_quota_pod_ok: quotaWith({ "requests.cpu": "0", "requests.memory": "0", pods: "0" }),
  b_quota_pvc_ok: quotaWith({ persistentvolumeclaims: "0", "requests.storage": "0" }),
  b_quota_pvc_count_403: quotaWith({ persistentvolumeclaims: "1", "requests.storage": "1Gi" }),
  b_quota_vm_create_0: quotaWith({ "count/virtualmachines.kubevirt.io": "1" }),
  b_quota_vm_create_1: quotaWith({ "count/virtualmachines.kubevirt.io": "2" }),
  b_quota_vm_create_2: quotaWith({ "count/virtualmachines.kubevirt.io": "2" }),
  // Made before the quota had a status: nothing is counted yet, and nothing refused.
  b_quota_create_before_status: (r) => ({ objects: [r.sent("b_quota_create")] }),
  b_quota_recreate_immediately_403: quotaWith({ "count/virtualmachines.kubevirt.io": "1" }),
};
