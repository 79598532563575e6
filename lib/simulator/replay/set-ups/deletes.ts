import type { SetUpOf } from "../set-up";
import { HELD, machine, secret, withCurrentVersion, withMetadata } from "./objects";

const S1: SetUpOf = () => ({ objects: [secret("s1")] });
const S2: SetUpOf = () => ({ objects: [secret("s2")] });
const C1: SetUpOf = () => ({ objects: [machine("c1")] });
const heldSecret: SetUpOf = () => ({ objects: [secret("fz", HELD)] });

/** Deletion: preconditions, propagation, finalizers, collections. */
export const DELETES: Readonly<Record<string, SetUpOf>> = {
  c_add_finalizer_while_deleting_422: heldSecret,
  c_create_same_name_while_deleting: heldSecret,
  c_delete_again_while_deleting: (r) => ({ objects: r.of("c_delete_with_custom_finalizer") }),
  c_delete_while_deleting_uid_mismatch: heldSecret,
  c_update_labels_while_deleting_ok: (r) => ({ objects: r.of("c_delete_with_custom_finalizer") }),
  c_create_same_vm_name_while_deleting: (r) => ({ objects: r.of("c_delete_vm_custom_finalizer") }),
  c_delete_secret_ok_status: (r) => ({
    objects: [secret("s1", { uid: preconditionUid(r.sent("c_delete_secret_ok_status")) })],
    rewrite: withCurrentVersion("preconditions", "secrets", "lab", "s1"),
  }),
  c_delete_secret_uid_empty_string: S2,
  c_delete_secret_uid_mismatch_409: S1,
  c_delete_bad_propagation: S2,
  c_delete_both_orphan_and_policy: S2,
  c_delete_vm_rv_mismatch_409: C1,
  c_delete_vm_uid_mismatch_409: C1,
  c_delete_vm_grace_query_bad: () => ({ objects: [machine("dc3")] }),
  c_deletecollection_uid_precondition: () => ({
    objects: [machine("dc3", "Halted", { labels: { batch: "y" } })],
  }),
  c_deletecollection_none: () => ({ objects: [machine("dc3", "Halted", { labels: { batch: "y" } })] }),
  c_remove_last_finalizer_patch: (r) => ({ objects: r.of("c_delete_secret_Foreground_after1s_dependent") }),
  c_after_last_finalizer_404: (r) => ({
    objects: r.of("c_delete_secret_Foreground_after1s_dependent"),
    after: ["c_remove_last_finalizer_patch"],
  }),
  c_delete_secret_again_404: (r) => ({
    objects: [secret("s1", { uid: preconditionUid(r.sent("c_delete_secret_ok_status")) })],
    after: ["c_delete_secret_uid_mismatch_409"],
    then: ({ cluster }) => {
      const found = cluster.store.get("secrets", "lab", "s1");
      if (found) cluster.delete(found, {});
    },
  }),
  c_delete_vm_custom_finalizer: (r) => ({
    objects: r
      .undeleted("c_delete_vm_custom_finalizer")
      .map((vm) => withMetadata(vm, { finalizers: HELD.finalizers })),
  }),
  c_get_unscheduled_pod_after: (r) => ({
    objects: r.undeleted("c_delete_unscheduled_pod"),
    after: ["c_delete_unscheduled_pod"],
  }),
};

function preconditionUid(body: unknown): string | undefined {
  return (body as { preconditions?: { uid?: string } }).preconditions?.uid;
}
