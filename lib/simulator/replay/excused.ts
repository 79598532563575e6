const JOB_POD = "the product's Jobs have parallelism 0 and never a pod";
const TABLE = "the product asks for plain JSON; tables are what kubectl prints";
const ACTION = "of KubeVirt's actions the product calls start alone, and its Role allows no other";
const EVICTION = "the product deletes and never evicts: its Role has no pods/eviction";
const EVENTS = "the product reads events of the core group and never names events.k8s.io";
const OPENAPI = "the product's client is generated and asks for no OpenAPI document";

/** Recordings that are not replayed, each with the reason why the product can never meet what it shows. */
export const EXCUSED: Readonly<Record<string, string>> = {
  d20_patch_template_immutable_422:
    "the text prints the server's own structures of a whole pod template; the product patches a Job's deadline only",
  d22_nopod_job_in_pods0_quota_and_psa_restricted:
    "differs by the warning of Pod Security, which the server adds and the product does not read",
  d24_enforce_create_vm_with_blocking_owner:
    "the plugin OwnerReferencesPermissionEnforcement asks about blockOwnerDeletion, which the product never sets",
  d15_timeline_timer_pod_on_dead_node: JOB_POD,
  d23_scale_150_jobs_expire_together: "measures the request limits of the server's own controllers",
  d25_job_completes_normally_ttl0: JOB_POD,
  d_timeline_d2pod: JOB_POD,
  h_event_create_eventsv1_missing_422: EVENTS,
  h_events_fieldselector_bad: EVENTS,
  h_events_fieldselector_eventsv1: EVENTS,
  h_events_k8s_io: EVENTS,
  i_eviction_201: EVICTION,
  i_eviction_pdb_429: EVICTION,
  i_eviction_virt_launcher: EVICTION,
  j_aggregated_discovery: "the product's client asks for discovery group by group",
  j_openapi_v3: OPENAPI,
  j_openapi_v3_kubevirt: OPENAPI,
  j_partialobjectmetadata: TABLE,
  j_root: "lists the paths of the server's own handlers; the product asks for none of them by this list",
  j_sub_expand: ACTION,
  j_sub_guestosinfo: ACTION,
  j_sub_guestosinfo_no_agent: ACTION,
  j_sub_migrate: ACTION,
  j_sub_pause: ACTION,
  j_sub_pause_again_409: ACTION,
  j_sub_softreboot: ACTION,
  j_sub_unpause: ACTION,
  j_vm_printableStatus_sequences:
    "its steps include a migration, for which the product has no permission; the others are steps of d_* and e_*",
  j_table_includeObject_none: TABLE,
  j_table_pods: TABLE,
  j_table_vms: TABLE,
};
