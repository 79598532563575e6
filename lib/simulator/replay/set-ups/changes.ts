import type { Draft } from "../../world";
import type { Recorded, SetUpOf } from "../set-up";
import { machine, secret, withCurrentVersion, withMetadata } from "./objects";

const vmOf = (r: Recorded, name: string) => r.of(name)[0];
/** The VM g1 as a patch answered it, with this of its metadata as it was before. */
const g1 =
  (name: string, metadata: object): SetUpOf =>
  (r) => ({ objects: [withMetadata(vmOf(r, name), metadata)] });
const plainG1: SetUpOf = (r) => ({ objects: r.of("g_merge_patch_noop") });
const secretG1 =
  (metadata: object = {}): SetUpOf =>
  (r) => ({ objects: [withMetadata(r.of("g_put_no_rv_secret_ok")[0], metadata)] });

/** Applied one after another, to one Secret, in the order in which they were recorded. */
const CREATED = ["g_ssa_create_201"];
const UPDATED = [...CREATED, "g_ssa_update_200"];
const FORCED = [...UPDATED, "g_ssa_force_200"];
const APPLIES: Readonly<Record<string, SetUpOf>> = {
  g_ssa_update_200: () => ({ after: CREATED }),
  g_ssa_conflict_409: () => ({ after: UPDATED }),
  g_ssa_force_200: () => ({ after: UPDATED }),
  g_ssa_missing_kind_400: () => ({ after: FORCED }),
  g_ssa_managedfields_nonnil: () => ({ after: FORCED }),
  g_ssa_resourceVersion_mismatch_409: () => ({ after: FORCED }),
};

/** Patches, replacements and permissions. */
export const CHANGES: Readonly<Record<string, SetUpOf>> = {
  g_alice_vm_list_ok: (r) => ({
    objects: [...r.of("g_alice_vm_list_ok"), ...["c", "d", "e", "f", "g"].map((name) => machine(name))],
  }),
  g_alice_secret_get_other_403: () => ({ objects: [secret("ssa")] }),
  g_alice_subresource_start_403: () => ({ objects: [machine("vm1")] }),
  g_json_patch_missing_path: g1("g_json_patch_missing_path", { labels: { b: "2", c: "5" } }),
  g_json_patch_test_ok: g1("g_json_patch_test_ok", { labels: { b: "2", c: "3" } }),
  g_json_patch_test_fail_422: plainG1,
  g_json_patch_remove_missing: plainG1,
  g_json_patch_not_array_400: plainG1,
  g_merge_patch_noop: plainG1,
  g_merge_patch_status_ignored: plainG1,
  g_merge_patch_bad_label_422: plainG1,
  g_merge_patch_name_change_400: plainG1,
  g_merge_patch_rv_mismatch_409: plainG1,
  g_merge_patch_uid_mismatch: plainG1,
  g_patch_broken_json_400: plainG1,
  g_patch_wrong_ctype_415: plainG1,
  g_strategic_merge_on_cr_415: plainG1,
  g_merge_patch_vm_labels: g1("g_merge_patch_vm_labels", { labels: { a: "1", b: "2" } }),
  g_merge_patch_vm_finalizers_replace_list: g1("g_merge_patch_vm_finalizers_replace_list", {
    finalizers: ["example.com/hold", "kubevirt.io/virtualMachineControllerFinalize"],
  }),
  g_put_name_mismatch_400: secretG1(),
  g_put_no_rv_cr: plainG1,
  g_put_no_rv_secret_ok: secretG1(),
  g_put_stale_rv_409: plainG1,
  g_put_uid_mismatch_409: secretG1(),
  g_secret_immutable_patch_422: (r) => ({ objects: r.of("g_secret_immutable") }),
  g_strategic_merge_finalizers_are_merged: secretG1({ finalizers: ["example.com/a"] }),
  g_strategic_merge_on_pod_finalizers: secretG1(),
  ...APPLIES,
  e_remove_scheduling_gate: (r) => ({ objects: r.of("e_gated_pod_after_pvc_gone") }),
  h_events_core: (r) => ({ objects: followed(r.of("h_events_core"), 64) }),
  h_events_fieldselector: (r) => ({ objects: followed(r.of("h_events_fieldselector"), 1) }),
  h_lease_create_again_409: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_bad_microtime_400: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_bad_time_400: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_js_toISOString_3digits: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_patch_json_test: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_put_without_rv: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_update_stale_409: (r) => ({ objects: r.of("h_lease_create_201") }),
  h_lease_update_200: (r) => ({
    objects: r.of("h_lease_create_201"),
    rewrite: withCurrentVersion("metadata", "leases.coordination.k8s.io", "lab", "dash"),
  }),
  h_limitrange_defaults_pod: (r) => ({ objects: r.of("h_limitrange_object") }),
  h_limitrange_exceeded_403: (r) => ({ objects: r.of("h_limitrange_object") }),
  h_limitrange_pvc_403: (r) => ({ objects: r.of("h_limitrange_object") }),
};

/** More events like the last one, so that a page is not the last. */
function followed(events: Draft[], count: number): Draft[] {
  const last = events.at(-1);
  const more = Array.from({ length: count }, (_, n) => withMetadata(last, { name: `z${n}`, uid: undefined }));
  return [...events, ...more];
}
