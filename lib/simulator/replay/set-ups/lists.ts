import type { Recorded, SetUpOf } from "../set-up";

const vms = (r: Recorded) =>
  r.of("a_list_vms_limit2_page1", "a_list_vms_limit2_page2", "a_list_vms_limit2_page3_last");
const pods = (r: Recorded) =>
  r.of("a_list_pods_limit2_page1", "a_list_pods_limit2_page2", "a_list_pods_limit2_page3_last");
const allVms: SetUpOf = (r) => ({ objects: vms(r) });
const allPods: SetUpOf = (r) => ({ objects: pods(r) });
const none: SetUpOf = () => ({ objects: [] });

/** Lists, pages and selectors: the whole collection stands there, of which an answer shows a part. */
export const LISTS: Readonly<Record<string, SetUpOf>> = {
  a_fieldsel_pod_nodeName: allPods,
  a_fieldsel_pod_phase: allPods,
  a_fieldsel_vm_name: allVms,
  a_list_limit_negative: allVms,
  a_list_limit_with_labelSelector: allVms,
  a_list_empty: none,
  a_list_missing_namespace: none,
  a_list_pods_limit2_page1: allPods,
  a_list_pods_limit2_page2: (r) => ({ objects: pods(r), after: ["a_list_pods_limit2_page1"] }),
  a_list_pods_limit2_page3_last: (r) => ({
    objects: pods(r),
    after: ["a_list_pods_limit2_page1", "a_list_pods_limit2_page2"],
  }),
  a_list_pods_expired_continue_410: (r) => ({
    objects: pods(r),
    after: ["a_list_pods_limit2_page1"],
    then: (simulator) => simulator.forgetHistory(),
  }),
  // The pods had started to run between the pages.
  a_list_pods_inconsistent_continue: (r) => ({
    objects: [...pods(r), ...r.of("a_list_pods_inconsistent_continue")],
  }),
  a_list_vms_limit2_page1: allVms,
  a_list_vms_limit2_page2: (r) => ({ objects: vms(r), after: ["a_list_vms_limit2_page1"] }),
  a_list_vms_limit2_page3_last: (r) => ({
    objects: vms(r),
    after: ["a_list_vms_limit2_page1", "a_list_vms_limit2_page2"],
  }),
  a_list_vms_expired_continue_410: (r) => ({
    objects: vms(r),
    after: ["a_list_vms_limit2_page1"],
    then: (simulator) => simulator.forgetHistory(),
  }),
  a_list_vms_inconsistent_continue: allVms,
  a_sel_combo: allVms,
  a_sel_eq: allVms,
  a_sel_eqeq: allVms,
  a_sel_exists: allVms,
  a_sel_in: allVms,
  a_sel_neq: allVms,
  a_sel_notexists: allVms,
  a_sel_notin: allVms,
};
