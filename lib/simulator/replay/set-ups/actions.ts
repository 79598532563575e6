import type { SetUpOf } from "../set-up";
import { instance, machine } from "./objects";

const up =
  (name: string, strategy: string): SetUpOf =>
  () => ({ objects: [machine(name, strategy), instance(name)] });
const down =
  (name: string, strategy: string): SetUpOf =>
  () => ({ objects: [machine(name, strategy)] });

const kinds: SetUpOf = () => ({ objects: [], isPart: true });

/** What is served, and KubeVirt's actions on a VM. */
export const ACTIONS: Readonly<Record<string, SetUpOf>> = {
  j_api: () => ({ objects: [] }),
  j_apis: kinds,
  j_apis_kubevirt: kinds,
  j_apis_subresources: kinds,
  j_sub_alice_403: down("vm1", "Always"),
  j_sub_bad_body: up("j3", "RerunOnFailure"),
  j_sub_empty_body: down("j1", "Manual"),
  j_sub_post_method: down("j1", "Manual"),
  j_sub_restart: up("j1", "Manual"),
  j_sub_restart_halted: down("j2", "Halted"),
  j_sub_restart_while_restarting: () => ({
    objects: [machine("j1", "Manual"), instance("j1")],
    after: ["j_sub_restart"],
  }),
  j_sub_start_202: down("j1", "Manual"),
  j_sub_start_accept_json_only_406: down("j1", "Manual"),
  j_sub_start_again_409: up("j1", "Manual"),
  j_sub_start_halted: down("j2", "Halted"),
  j_sub_start_paused_option: up("j2", "Always"),
  j_sub_start_rerunonfailure: down("j3", "RerunOnFailure"),
  j_sub_start_runstrategy_always_running: up("vm1", "Always"),
  j_sub_stop: up("j1", "Manual"),
  j_sub_stop_always: up("j2", "Always"),
  j_sub_stop_halted: down("j2", "Halted"),
  j_sub_stop_not_running: down("j1", "Manual"),
  j_sub_stop_rerunonfailure: up("j3", "RerunOnFailure"),
  j_sub_version: () => ({ objects: [] }),
  j_sub_unknown_action: down("j1", "Manual"),
  j_wrong_method_405: down("vm1", "Always"),
};
