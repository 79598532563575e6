import { virtualMachine } from "../../controllers/virtual-machine";
import { virtualMachineInstance } from "../../controllers/virtual-machine-instance";
import type { Pod } from "../../objects";
import { jobOf, machineOf, ownedBy, secretOf, type Answer } from "../../test-client";
import type { Run } from "./run";

/** Does to a cluster what was done when a timeline was recorded, at the same seconds. */
export type Drive = (run: Run) => Promise<void>;

const JOBS = "/apis/batch/v1/namespaces/dms/jobs";
const VMS = "/apis/kubevirt.io/v1/namespaces/dms/virtualmachines";
const SECRETS = "/api/v1/namespaces/dms/secrets";
const SERVICES = "/api/v1/namespaces/dms/services";
const POLICIES = "/apis/networking.k8s.io/v1/namespaces/dms/networkpolicies";
const BLOCKING = { controller: true, blockOwnerDeletion: true };

async function jobWithMachine(
  run: Run,
  name: string,
  seconds: number,
  strategy = "Halted",
  owner: object = BLOCKING,
) {
  const job = await run.call("POST", JOBS, jobOf(name, seconds));
  await run.call("POST", VMS, machineOf(name, ownedBy(job.body, owner), strategy));
  return job;
}

function runningUnderDeadline(name: string, owner: object, made = jobOf(name, 5)): Drive {
  return async (run) => {
    const job = await run.call("POST", JOBS, made);
    await run.call("POST", SECRETS, secretOf(name, ownedBy(job.body, owner)));
    await run.call("POST", VMS, machineOf(name, ownedBy(job.body, owner), "Always"));
    run.at(12);
  };
}

/** A Job with a pod that runs for ever, as the recordings' timers do. */
function timerJobOf(name: string, seconds: number): ReturnType<typeof jobOf> {
  const { spec, ...rest } = jobOf(name, seconds);
  const containers = [{ name: "timer", image: "registry.lab/pause:1", command: ["sleep", "infinity"] }];
  const template = { spec: { restartPolicy: "Never", terminationGracePeriodSeconds: 1, containers } };
  return { ...rest, spec: { ...spec, parallelism: 1, template } };
}
const podOnDeadNode: Drive = async (run) => {
  const job = await run.call("POST", JOBS, timerJobOf("d15pod", 6));
  await run.call("POST", VMS, machineOf("d15pod", ownedBy(job.body, BLOCKING), "Halted"));
  run.at(1.7);
  const [pod] = run.simulator.cluster.store.list("pods", "dms") as Pod[];
  run.simulator.setNode(pod?.spec.nodeName ?? "", false);
  run.at(101);
};

const extend: Drive = async (run) => {
  await jobWithMachine(run, "d5", 5);
  run.at(3);
  await run.call("PATCH", `${JOBS}/d5`, { spec: { activeDeadlineSeconds: 10 } });
  run.at(12);
};
const shrink: Drive = async (run) => {
  await jobWithMachine(run, "d6", 600);
  run.at(3);
  await run.call("PATCH", `${JOBS}/d6`, { spec: { activeDeadlineSeconds: 1 } });
  run.at(6);
};
const suspend: Drive = async (run) => {
  const job = jobOf("d7", 3);
  const made = await run.call("POST", JOBS, { ...job, spec: { ...job.spec, suspend: true } });
  await run.call("POST", VMS, machineOf("d7", ownedBy(made.body, BLOCKING), "Halted"));
  for (const [seconds, isSuspended] of [
    [6, false],
    [7.6, true],
    [12.6, false],
  ] as const) {
    run.at(seconds);
    await run.call("PATCH", `${JOBS}/d7`, { spec: { suspend: isSuspended } });
  }
  run.at(20);
};

const absentOwners: Drive = async (run) => {
  const reference = (kind: string, name: string, uid: string, apiVersion = "batch/v1") => ({
    ownerReferences: [{ apiVersion, kind, name, uid }],
  });
  const foreign = await run.call("POST", JOBS.replace("dms", "other"), jobOf("xnsowner", 600));
  run.sightings.length = 0;
  await run.call("POST", VMS, machineOf("d8absent", reference("Job", "ghost", "no-such-uid"), "Halted"));
  run.at(0.15);
  await run.call(
    "POST",
    VMS,
    machineOf("d8cross", reference("Job", "xnsowner", foreign.body.metadata.uid), "Halted"),
  );
  await run.call(
    "POST",
    VMS,
    machineOf(
      "d8wronguid",
      reference("Nonesuch", "ghost", "no-such-uid", "nonesuch.example.com/v1"),
      "Halted",
    ),
  );
  run.at(2);
};

const twoOwners: Drive = async (run) => {
  const first = await run.call("POST", JOBS, jobOf("d9a", 3));
  const second = await run.call("POST", JOBS, jobOf("d9b", 9));
  const owner = (answer: Answer) => ownedBy(answer.body).ownerReferences;
  await run.call(
    "POST",
    VMS,
    machineOf("d9", { ownerReferences: [...owner(first), ...owner(second)] }, "Halted"),
  );
  run.at(12);
};
const detach: Drive = async (run) => {
  await jobWithMachine(run, "d10", 4);
  run.at(2);
  await run.call("PATCH", `${VMS}/d10`, { metadata: { ownerReferences: null } });
  run.at(6);
};
const managerDown: Drive = async (run) => {
  await jobWithMachine(run, "d11", 5, "Always");
  run.at(3.5);
  run.sleepUntil(13.5);
  run.at(20);
};
const machineControllersDown: Drive = async (run) => {
  await jobWithMachine(run, "d12", 5, "Always");
  run.at(4.64);
  run.simulator.cluster.loop.stop([virtualMachine.name, virtualMachineInstance.name]);
  run.at(22.6);
  run.simulator.cluster.loop.stop([]);
  run.at(25);
};
const foreignFinalizer: Drive = async (run) => {
  const job = await run.call("POST", JOBS, jobOf("d13", 2));
  const held = { ...ownedBy(job.body, BLOCKING), finalizers: ["example.com/hold"] };
  await run.call("POST", VMS, machineOf("d13", held, "Halted"));
  run.at(6);
  await run.call("PATCH", `${VMS}/d13`, { metadata: { finalizers: null } });
  run.at(8);
};
const deleteJob =
  (name: string, query: string): Drive =>
  async (run) => {
    await jobWithMachine(run, name, 600);
    run.at(0.5);
    await run.call("DELETE", `${JOBS}/${name}${query}`);
    run.at(3);
  };
const timeToLive: Drive = async (run) => {
  const { spec, ...rest } = jobOf("d19", 1);
  const { ttlSecondsAfterFinished: _none, ...kept } = spec;
  const job = await run.call("POST", JOBS, { ...rest, spec: kept });
  await run.call("POST", VMS, machineOf("d19", ownedBy(job.body, BLOCKING), "Halted"));
  const other = await run.call("POST", JOBS, jobOf("d19t", 1, 5));
  await run.call("POST", VMS, machineOf("d19t", ownedBy(other.body, BLOCKING), "Halted"));
  run.at(9);
};
const deleteRunning: Drive = async (run) => {
  const vm = await run.call("POST", VMS, machineOf("d1", {}, "Always"));
  const { name, uid } = vm.body.metadata;
  const owned = { ownerReferences: [{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", name, uid }] };
  await run.call("POST", SECRETS, secretOf("d1", owned));
  const metadata = { name: "d1", ...owned };
  await run.call("POST", SERVICES, {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { ports: [{ port: 22 }] },
  });
  const policy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata,
    spec: { podSelector: {} },
  };
  await run.call("POST", POLICIES, policy);
  run.at(3);
  run.sightings.length = 0;
  await run.call("DELETE", `${VMS}/d1`);
  run.at(8);
};

/** The deadline Job: what it owns, and what becomes of that. */
export const JOB_DRIVES: Readonly<Record<string, Drive>> = {
  d_timeline_d2pod: runningUnderDeadline("d2pod", BLOCKING, timerJobOf("d2pod", 5)),
  d_timeline_d3nopod: runningUnderDeadline("d3nopod", BLOCKING),
  d_timeline_d4block: runningUnderDeadline("d4block", {}),
  d1_timeline_delete_running_vm_background: deleteRunning,
  d5_timeline_extend_deadline: extend,
  d6_timeline_shrink_deadline: shrink,
  d7_timeline_suspend_resets: suspend,
  d8_timeline_absent_and_cross_ns_owner: absentOwners,
  d9_timeline_two_owner_jobs: twoOwners,
  d10_timeline_detach_owner: detach,
  d11_timeline_kcm_down: managerDown,
  d12_timeline_virt_controller_down: machineControllersDown,
  d13_timeline_foreign_finalizer: foreignFinalizer,
  d14_timeline_delete_job_default_orphans: deleteJob("d14", ""),
  d14b_timeline_delete_job_background: deleteJob("d14b", "?propagationPolicy=Background"),
  d15_timeline_timer_pod_on_dead_node: podOnDeadNode,
  d19_timeline_no_ttl_vs_ttl5: timeToLive,
};
