import { machineOf, podOf, secretOf } from "../../test-client";
import type { Drive } from "./job-drives";

const SECRETS = "/api/v1/namespaces/lab/secrets";
const LAB_PODS = "/api/v1/namespaces/lab/pods";
const LAB_CLAIMS = "/api/v1/namespaces/lab/persistentvolumeclaims";
const LAB_VMS = "/apis/kubevirt.io/v1/namespaces/lab/virtualmachines";

/** A halted VM that owns two Secrets, deleted in one of the three ways. */
const deleteMachine =
  (propagationPolicy: string): Drive =>
  async (run) => {
    const vm = await run.call("POST", LAB_VMS, machineOf("machine", {}, "Halted"));
    const { uid } = vm.body.metadata;
    const owned = (more: object) => ({
      ownerReferences: [
        { apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", name: "machine", uid, ...more },
      ],
    });
    await run.call("POST", SECRETS, secretOf("blocking", owned({ blockOwnerDeletion: true })));
    await run.call("POST", SECRETS, secretOf("plain", owned({})));
    run.at(1);
    run.sightings.length = 0;
    run.sightings.push({
      t: 1,
      type: "MODIFIED",
      kind: "secrets",
      name: "blocking",
      owners: ["VirtualMachine"],
    });
    await run.call("DELETE", `${LAB_VMS}/machine`, { propagationPolicy });
    run.at(3);
    for (const [index, sighting] of run.sightings.entries()) {
      const owners = sighting.owners?.map((owner) => owner.split("/")[0] ?? "");
      run.sightings[index] = { ...sighting, owners };
    }
  };

const claimOf = (metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "claim", ...metadata },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});
const volumes = [{ name: "d", persistentVolumeClaim: { claimName: "claim" } }];

/** A claim that is deleted; what uses it is made before, and what lets it go comes after. */
function claim(metadata: object, before: Drive, after: Drive = () => Promise.resolve()): Drive {
  return async (run) => {
    await run.call("POST", LAB_CLAIMS, claimOf(metadata));
    await before(run);
    run.at(5);
    run.sightings.length = 0;
    await run.call("DELETE", `${LAB_CLAIMS}/claim`);
    run.at(7);
    await after(run);
    run.at(20);
    const ours = run.sightings.filter(({ kind }) => kind === "pvcs");
    run.sightings.splice(0, run.sightings.length, ...ours.map(({ phase: _phase, ...rest }) => rest));
  };
}
const nothing: Drive = () => Promise.resolve();
const pod =
  (spec: object): Drive =>
  async (run) =>
    void (await run.call("POST", LAB_PODS, podOf("user", { volumes, ...spec })));
const machineOnClaim = (strategy: string) => {
  const machine = machineOf("user", {}, strategy);
  const { template } = machine.spec;
  const spec = {
    ...template.spec,
    volumes: [{ name: "root", persistentVolumeClaim: { claimName: "claim" } }],
  };
  return { ...machine, spec: { ...machine.spec, template: { ...template, spec } } };
};
const userMachine =
  (strategy: string): Drive =>
  async (run) =>
    void (await run.call("POST", LAB_VMS, machineOnClaim(strategy)));
const removeUser =
  (path: string): Drive =>
  async (run) =>
    void (await run.call("DELETE", `${path}/user`));

const cloned: Drive = async (run) => {
  const machine = machineOf("machine", {}, "Always");
  const { template } = machine.spec;
  const spec = { ...template.spec, volumes: [{ name: "root", dataVolume: { name: "machine" } }] };
  const storage = { resources: { requests: { storage: "1Gi" } } };
  const source = { blank: {} };
  const dataVolumeTemplates = [{ metadata: { name: "machine" }, spec: { source, storage } }];
  await run.call("POST", LAB_VMS, {
    ...machine,
    spec: { ...machine.spec, dataVolumeTemplates, template: { ...template, spec } },
  });
  run.at(20);
  const ours = run.sightings.filter(({ kind, name }) => ["vms", "dvs"].includes(kind) && name === "machine");
  const plain = ours.map(({ t, kind, name, phase }) => ({ t, kind, name, phase, type: "MODIFIED" as const }));
  const started = ["vms", "dvs"].map((kind) => ({ t: 0, kind, name: "machine", type: "MODIFIED" as const }));
  run.sightings.splice(0, run.sightings.length, ...started, ...plain);
};

/** Deletion of VMs and of claims, and what holds it up; a VM with a disk of its own. */
export const LAB_DRIVES: Readonly<Record<string, Drive>> = {
  c_delete_vm_Background_timeline: deleteMachine("Background"),
  c_delete_vm_Foreground_timeline: deleteMachine("Foreground"),
  c_delete_vm_Orphan_timeline: deleteMachine("Orphan"),
  e_pvc_unused_timeline: claim({}, nothing),
  e_pvc_in_use_by_running_pod_timeline: claim({}, pod({}), removeUser(LAB_PODS)),
  e_pvc_used_by_gated_pod_timeline: claim({}, pod({ schedulingGates: [{ name: "example.com/wait" }] })),
  e_pvc_used_by_completed_pod_timeline: claim(
    {},
    async (run) => {
      await pod({ restartPolicy: "Never" })(run);
      run.at(3);
      run.simulator.orderMachine("lab", "user", "power-off");
    },
    async (run) => {
      run.at(17);
      await removeUser(LAB_PODS)(run);
    },
  ),
  e_pvc_of_halted_vm_timeline: claim({}, userMachine("Halted")),
  e_pvc_of_running_vm_timeline: claim({}, userMachine("Always"), removeUser(LAB_VMS)),
  e_pvc_custom_finalizer_timeline: claim({ finalizers: ["example.com/hold"] }, nothing, async (run) => {
    await run.call("PATCH", `${LAB_CLAIMS}/claim`, { metadata: { finalizers: null } });
  }),
  e_vm_with_datavolumetemplate_timeline: cloned,
};
