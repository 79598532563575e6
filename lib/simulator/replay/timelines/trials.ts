import { jobOf, machineOf, ownedBy } from "../../test-client";
import type { Run } from "./run";

/** What a recording of several answers says, tried here: the lines tell where this cluster differs. */
export type Trial = (run: Run, recorded: unknown) => Promise<string[]>;

const VMS = "/apis/kubevirt.io/v1/namespaces/quota/virtualmachines";
const QUOTAS = "/api/v1/namespaces/quota/resourcequotas";

async function capMachines(run: Run, name: string, most: number): Promise<void> {
  const spec = { hard: { "count/virtualmachines.kubevirt.io": String(most) } };
  await run.call("POST", QUOTAS, { apiVersion: "v1", kind: "ResourceQuota", metadata: { name }, spec });
  run.at(1);
}

/** Twelve at once under a quota of three. */
const race: Trial = async (run, recorded) => {
  const { statuses, sample } = recorded as { statuses: number[]; sample: { message: string }[] };
  await capMachines(run, "q", 3);
  const names = statuses.map((_, index) => `r${index}`);
  const answers = await Promise.all(
    names.map((name) => run.call("POST", VMS, machineOf(name, {}, "Halted"), true)),
  );
  const count = (list: readonly number[], status: number) => list.filter((each) => each === status).length;
  const came = answers.map(({ status }) => status);
  const text = (message: string | undefined) => message?.replace(/"r\d+"/, "a machine");
  const refused = answers.find(({ status }) => status === 403)?.body.message;
  return [
    ...(count(came, 201) === count(statuses, 201)
      ? []
      : [`recorded ${statuses.join()}, came ${came.join()}`]),
    ...(text(refused) === text(sample[0]?.message)
      ? []
      : [`recorded ${sample[0]?.message}, came ${refused}`]),
  ];
};

/** A deleted machine is charged for a moment longer. */
const release: Trial = async (run, recorded) => {
  const { rounds } = recorded as { rounds: { tries: number; first: [number, number, string | null] }[] };
  const [, status, message] = rounds.find(({ tries }) => tries > 1)?.first ?? [0, 0, null];
  await capMachines(run, "team", 2);
  for (const name of ["old", "other"]) await run.call("POST", VMS, machineOf(name, {}, "Halted"));
  run.at(2);
  await run.call("DELETE", `${VMS}/old`);
  const first = await run.call("POST", VMS, machineOf("n0", {}, "Halted"), true);
  run.at(2.2);
  const second = await run.call("POST", VMS, machineOf("n0", {}, "Halted"), true);
  return [
    ...(first.status === status && first.body.message === message
      ? []
      : [`at once: recorded ${status} ${message ?? ""}, came ${first.status} ${first.body.message ?? ""}`]),
    ...(second.status === 201 ? [] : [`a moment later: recorded 201, came ${second.status}`]),
  ];
};

/** A Job is gone up to a second before its deadline, and never after it. */
const precision: Trial = async (run, recorded) => {
  const { seconds } = recorded as { seconds: number[] };
  await run.call("POST", "/apis/batch/v1/namespaces/dms/jobs", jobOf("d26", 3));
  run.at(5);
  const goneAt = run.sightings.find(({ kind, type }) => kind === "jobs" && type === "DELETED")?.t ?? Infinity;
  const isSo = (at: number) => at > 2 && at <= 3.05;
  return seconds.every(isSo) && isSo(goneAt) ? [] : [`recorded ${seconds.join()} s, came ${goneAt} s`];
};

/** A Job whose pod ends well after 2 s takes the VM that it owns with it. */
const completion: Trial = async (run, recorded) => {
  const { vm_gone_after_s: wanted } = recorded as { vm_gone_after_s: number };
  const containers = [{ name: "timer", image: "registry.lab/pause:1", command: ["sleep", "2"] }];
  const { spec, ...rest } = jobOf("d25", 600);
  const template = { spec: { restartPolicy: "Never", containers } };
  const job = await run.call("POST", "/apis/batch/v1/namespaces/dms/jobs", {
    ...rest,
    spec: { ...spec, parallelism: 1, template },
  });
  const path = "/apis/kubevirt.io/v1/namespaces/dms/virtualmachines";
  await run.call("POST", path, machineOf("d25", ownedBy(job.body), "Halted"));
  run.at(6);
  const goneAt = run.sightings.find(({ kind, type }) => kind === "vms" && type === "DELETED")?.t ?? Infinity;
  // What a request and a controller take differs from machine to machine; what the Job waits for does not.
  const isSo = goneAt > 3 && Math.abs(goneAt - wanted) < 0.5;
  return isSo ? [] : [`recorded ${wanted} s, came ${goneAt} s`];
};

export const TRIALS: Readonly<Record<string, Trial>> = {
  b_quota_race_12_parallel_hard_3: race,
  b_quota_release_latency: release,
  d25_job_completes_normally_ttl0: completion,
  d26_deadline_precision: precision,
};
