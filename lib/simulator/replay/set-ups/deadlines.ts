import type { Rule } from "../../access";
import type { Draft } from "../../world";
import type { Recorded, SetUpOf } from "../set-up";
import { withMetadata } from "./objects";

/** The Job that a patch answered, with what the patch changed put back. */
function jobBefore(name: string, spec: object, metadata: Partial<Draft["metadata"]> = {}): SetUpOf {
  return (r: Recorded) => ({
    objects: r.of(name).map((job) => {
      const { generation } = job.metadata;
      const earlier = generation === undefined ? {} : { generation: generation - 1 };
      return withMetadata(
        { ...job, spec: { ...(job.spec as object), ...spec } },
        { ...earlier, ...metadata },
      );
    }),
  });
}

const OWNER_RULES: Rule[] = [
  {
    apiGroups: ["kubevirt.io"],
    resources: ["virtualmachines"],
    verbs: ["create", "patch"],
    namespaces: ["dms"],
  },
];
const asOwner: SetUpOf = () => ({ aliceRules: OWNER_RULES });

/** The deadline Job and what it owns. */
export const DEADLINES: Readonly<Record<string, SetUpOf>> = {
  d5_patch_extend: jobBefore("d5_patch_extend", { activeDeadlineSeconds: 4 }),
  d6_patch_shrink: jobBefore("d6_patch_shrink", { activeDeadlineSeconds: 60 }),
  d20_patch_ttl: jobBefore("d20_patch_ttl", { ttlSecondsAfterFinished: 0 }),
  d20_patch_remove_deadline: jobBefore("d20_patch_remove_deadline", { activeDeadlineSeconds: 2592000 }),
  d21_renew_after_expiry: jobBefore("d21_renew_after_expiry", { activeDeadlineSeconds: 1 }),
  d21_renew_failed_job_no_ttl: jobBefore("d21_renew_failed_job_no_ttl", { activeDeadlineSeconds: 1 }),
  d24_default_create_vm_with_blocking_owner: asOwner,
  d24_default_create_vm_with_nonblocking_owner: asOwner,
  d24_enforce_create_vm_with_nonblocking_owner: asOwner,
  d24_default_patch_remove_owner: ownedBefore("d24_default_patch_remove_owner", "owndefault2"),
  d24_enforce_patch_remove_owner: ownedBefore("d24_enforce_patch_remove_owner", "ownenforce2"),
};

function ownedBefore(name: string, owner: string): SetUpOf {
  const ownerReferences = [{ apiVersion: "batch/v1", kind: "Job", name: owner, uid: "owner" }];
  return (r) => ({
    objects: r.of(name).map((vm) => withMetadata(vm, { ownerReferences })),
    aliceRules: OWNER_RULES,
  });
}
