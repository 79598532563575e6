import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineOf, NAMESPACE, PATHS, podOf, startTestCluster } from "./test-client";
import type { Body } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

const MERGE = { "Content-Type": "application/merge-patch+json" };
const START = `/apis/subresources.kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachines/lab/start`;
const STOP = START.replace(/start$/, "stop");
const RESTART = START.replace(/start$/, "restart");

async function get(path: string): Promise<Body> {
  return (await cluster.call("GET", path)).body;
}

async function printable(name = "lab"): Promise<unknown> {
  return (await get(`${PATHS.vms}/${name}`)).status.printableStatus;
}

async function reasons(kind: string): Promise<unknown[]> {
  const { items } = await get(`${PATHS.events}?fieldSelector=involvedObject.kind%3D${kind}`);
  return items.map((event) => event.reason);
}

async function runMachine(strategy = "RerunOnFailure") {
  await cluster.call("POST", PATHS.vms, machineOf("lab", {}, strategy));
  cluster.sim.advance(20_000);
  return get(`${PATHS.vmis}/lab`);
}

describe("a machine", () => {
  it("goes from Starting to Running in realistic time, with all that is read from it", async () => {
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    expect(await printable()).toBe("Starting");
    cluster.sim.advance(5_000);
    expect(await printable()).toBe("Starting");
    cluster.sim.advance(3_000);
    expect(await printable()).toBe("Running");
    const vmi = await get(`${PATHS.vmis}/lab`);
    expect(vmi.status).toMatchObject({ phase: "Running", nodeName: "node-1" });
    expect(vmi.status.interfaces).toMatchObject([
      { ipAddress: expect.stringMatching(/^10\.244\./), infoSource: "domain" },
    ]);
    const phases = vmi.status.phaseTransitionTimestamps as { phase: string }[];
    expect(phases.map((entry) => entry.phase)).toEqual(["Pending", "Scheduling", "Scheduled", "Running"]);
    cluster.sim.advance(8_000);
    const agent = (await get(`${PATHS.vmis}/lab`)).status.conditions as { type: string }[];
    expect(agent.map((condition) => condition.type)).toContain("AgentConnected");
    expect(await reasons("VirtualMachineInstance")).toEqual(["SuccessfulCreate", "Created", "Started"]);
  });

  it("runs in a launcher pod that asks for what KubeVirt computes", async () => {
    const vmi = await runMachine();
    const [pod] = (await get(PATHS.pods)).items;
    expect(pod?.metadata.labels).toMatchObject({
      app: "lab",
      "kubevirt.io": "virt-launcher",
      "kubevirt.io/created-by": vmi.metadata.uid,
      "vmi.kubevirt.io/id": "lab",
    });
    const [compute] = pod?.spec.containers as { resources: { requests: object } }[];
    expect(compute?.resources.requests).toMatchObject({
      cpu: "200m",
      memory: "4392Mi",
      "devices.kubevirt.io/kvm": "1",
    });
    expect(pod?.spec.terminationGracePeriodSeconds).toBe(60);
    expect(vmi.status.activePods).toEqual({ [pod?.metadata.uid ?? ""]: "node-1" });
  });

  it("shuts its guest down on DELETE and is gone after it", async () => {
    await runMachine();
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    expect(await printable()).toBe("Terminating");
    cluster.sim.advance(2_999);
    expect((await get(`${PATHS.vmis}/lab`)).status.phase).toBe("Running");
    cluster.sim.advance(1);
    for (const path of [`${PATHS.vms}/lab`, `${PATHS.vmis}/lab`])
      expect((await cluster.call("GET", path)).status).toBe(404);
    expect((await get(PATHS.pods)).items).toEqual([]);
  });

  it("leaves an instance as an orphan that can be deleted all the same", async () => {
    await runMachine();
    await cluster.call("DELETE", `${PATHS.vms}/lab`, { propagationPolicy: "Orphan" });
    await cluster.call("DELETE", `${PATHS.vmis}/lab`);
    cluster.sim.advance(60_000);
    expect((await cluster.call("GET", `${PATHS.vmis}/lab`)).status).toBe(404);
  });

  it("leaves its instance running when it is deleted as an orphan, and a new one adopts it", async () => {
    const { metadata } = await runMachine();
    await cluster.call("DELETE", `${PATHS.vms}/lab`, { propagationPolicy: "Orphan" });
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).status).toBe(404);
    cluster.sim.advance(60_000);
    expect((await get(`${PATHS.vmis}/lab`)).metadata.ownerReferences).toBeUndefined();
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    const adopted = (await get(`${PATHS.vmis}/lab`)).metadata;
    expect(adopted.uid).toBe(metadata.uid);
    expect(adopted.ownerReferences).toHaveLength(1);
  });

  it("that is stuck terminates only when it is let go", async () => {
    await runMachine();
    cluster.sim.orderMachine(NAMESPACE, "lab", "stuck");
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    cluster.sim.advance(3_600_000);
    expect(await printable()).toBe("Terminating");
    expect((await get(`${PATHS.vmis}/lab`)).status.phase).toBe("Running");
    cluster.sim.orderMachine(NAMESPACE, "lab", undefined);
    cluster.sim.advance(1_000);
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).status).toBe(404);
  });

  it("that outlasts its grace is killed and has Failed", async () => {
    const vm = machineOf("lab");
    vm.spec.template.spec.terminationGracePeriodSeconds = 1;
    await cluster.call("POST", PATHS.vms, vm);
    cluster.sim.advance(20_000);
    const seen: unknown[] = [];
    cluster.sim.cluster.store.onChange(({ object }) => {
      if (object.kind === "VirtualMachineInstance") seen.push((object.status as { phase: string }).phase);
    });
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    cluster.sim.advance(1_000);
    expect(seen).toContain("Failed");
    expect(seen).not.toContain("Succeeded");
  });

  it("cannot be placed where no node is large enough, and says so", async () => {
    await cluster.call("POST", PATHS.vms, machineOf("lab", {}, "RerunOnFailure", "64Gi"));
    cluster.sim.advance(1_000);
    expect(await printable()).toBe("ErrorUnschedulable");
    const conditions = (await get(`${PATHS.vms}/lab`)).status.conditions as {
      type: string;
      message: string;
    }[];
    expect(conditions.find(({ type }) => type === "PodScheduled")?.message).toBe(
      "0/5 nodes are available: 5 Insufficient memory. no new claims to deallocate, preemption: " +
        "0/5 nodes are available: 5 Preemption is not helpful for scheduling.",
    );
  });

  it("cannot be placed where no node has a KVM device left", async () => {
    const used = podOf("used", { nodeName: "node-1" }, { "devices.kubevirt.io/kvm": "1000" });
    for (const name of ["node-2", "node-3", "node-4", "node-5"])
      await cluster.call("DELETE", `/api/v1/nodes/${name}`);
    await cluster.call("POST", PATHS.pods, used);
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    cluster.sim.advance(1_000);
    expect(await printable()).toBe("ErrorUnschedulable");
    const conditions = (await get(`${PATHS.vmis}/lab`)).status.conditions;
    expect(conditions).toContainEqual(
      expect.objectContaining({
        ...{ type: "PodScheduled", status: "False", reason: "Unschedulable" },
        message: expect.stringMatching(
          /^0\/1 nodes are available: 1 Insufficient devices\.kubevirt\.io\/kvm\. /,
        ) as string,
      }),
    );
  });

  it("whose image is missing says which error the pull had", async () => {
    cluster.sim.setMissingImages(["registry.lab/ubuntu"]);
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    cluster.sim.advance(5_000);
    expect(await printable()).toBe("ErrImagePull");
    cluster.sim.advance(15_000);
    expect(await printable()).toBe("ImagePullBackOff");
  });
});

describe("run strategies", () => {
  it("RerunOnFailure stays stopped after a power-off and starts again on request", async () => {
    const first = await runMachine();
    cluster.sim.orderMachine(NAMESPACE, "lab", "power-off");
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Stopped");
    expect((await cluster.call("PUT", START)).status).toBe(202);
    cluster.sim.advance(20_000);
    expect(await printable()).toBe("Running");
    expect((await get(`${PATHS.vmis}/lab`)).metadata.uid).not.toBe(first.metadata.uid);
  });

  it("RerunOnFailure restarts a crashed guest, Always a powered-off one too", async () => {
    const first = await runMachine();
    cluster.sim.orderMachine(NAMESPACE, "lab", "crash");
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Running");
    await cluster.call("PATCH", `${PATHS.vms}/lab`, { spec: { runStrategy: "Always" } }, MERGE);
    cluster.sim.orderMachine(NAMESPACE, "lab", "power-off");
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Running");
    expect((await get(`${PATHS.vmis}/lab`)).metadata.uid).not.toBe(first.metadata.uid);
  });

  it("RerunOnFailure stays stopped when somebody deletes the instance, Once starts again", async () => {
    await runMachine();
    await cluster.call("DELETE", `${PATHS.vmis}/lab`);
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Stopped");
    await cluster.call("PATCH", `${PATHS.vms}/lab`, { spec: { runStrategy: "Once" } }, MERGE);
    cluster.sim.advance(20_000);
    expect(await printable()).toBe("Running");
    await cluster.call("DELETE", `${PATHS.vmis}/lab`);
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Running");
  });

  it("Once keeps its final instance, Halted has none", async () => {
    await runMachine("Once");
    cluster.sim.orderMachine(NAMESPACE, "lab", "power-off");
    cluster.sim.advance(60_000);
    expect((await get(`${PATHS.vmis}/lab`)).status.phase).toBe("Succeeded");
    await cluster.call("PATCH", `${PATHS.vms}/lab`, { spec: { runStrategy: "Halted" } }, MERGE);
    expect((await cluster.call("GET", `${PATHS.vmis}/lab`)).status).toBe(404);
    expect(await printable()).toBe("Stopped");
  });

  it("answers start, stop and restart as recorded", async () => {
    expect((await cluster.call("PUT", START)).body.message).toBe(
      'virtualmachine.kubevirt.io "lab" not found',
    );
    await cluster.call("POST", PATHS.vms, machineOf("lab", {}, "Manual"));
    const refused = 'Operation cannot be fulfilled on virtualmachine.kubevirt.io "lab": ';
    expect((await cluster.call("PUT", STOP)).body.message).toBe(`${refused}VM is not running`);
    expect((await cluster.call("PUT", START, {}, { Accept: "application/json" })).status).toBe(406);
    expect((await cluster.call("PUT", START, {})).status).toBe(202);
    cluster.sim.advance(20_000);
    expect((await cluster.call("PUT", START)).body.message).toBe(`${refused}VM is already running`);
    expect((await cluster.call("PUT", RESTART)).status).toBe(202);
    expect((await cluster.call("PUT", RESTART)).body.message).toContain("stop/start already underway");
    cluster.sim.advance(30_000);
    expect(await printable()).toBe("Running");
    expect((await cluster.call("PUT", STOP)).status).toBe(202);
    cluster.sim.advance(30_000);
    expect(await printable()).toBe("Stopped");
  });
});

describe("disks", () => {
  const golden = { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "10Gi" } } };

  function cloned(name: string) {
    const vm = machineOf(name);
    const source = { pvc: { namespace: NAMESPACE, name: "golden" } };
    const dataVolumeTemplates = [{ metadata: { name: `${name}-root` }, spec: { source, storage: golden } }];
    const volumes = [{ name: "root", dataVolume: { name: `${name}-root` } }];
    const spec = { ...vm.spec.template.spec, volumes };
    return { ...vm, spec: { ...vm.spec, dataVolumeTemplates, template: { ...vm.spec.template, spec } } };
  }

  it("are cloned before the machine starts and die with it; the golden volume stays", async () => {
    await cluster.call("POST", PATHS.claims, { metadata: { name: "golden" }, spec: golden });
    await cluster.call("POST", PATHS.vms, cloned("lab"));
    expect(await printable()).toBe("Provisioning");
    cluster.sim.advance(20_000);
    expect(await printable()).toBe("Running");
    expect((await get(`${PATHS.claims}/lab-root`)).status.phase).toBe("Bound");
    await cluster.call("DELETE", `${PATHS.claims}/lab-root`);
    expect((await get(`${PATHS.claims}/lab-root`)).metadata.finalizers).toEqual([
      "kubernetes.io/pvc-protection",
    ]);
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    cluster.sim.advance(10_000);
    expect((await get(PATHS.claims)).items.map((claim) => claim.metadata.name)).toEqual(["golden"]);
  });

  it("wait for a source that is missing", async () => {
    await cluster.call("POST", PATHS.vms, cloned("lab"));
    cluster.sim.advance(60_000);
    expect(await printable()).toBe("Provisioning");
    await cluster.call("POST", PATHS.claims, { metadata: { name: "golden" }, spec: golden });
    cluster.sim.advance(20_000);
    expect(await printable()).toBe("Running");
  });
});

describe("a lab pod", () => {
  it("is scheduled, started and Ready, and ends at its own deadline", async () => {
    await cluster.call(
      "POST",
      PATHS.pods,
      podOf("lab", { activeDeadlineSeconds: 60, restartPolicy: "Never" }),
    );
    cluster.sim.advance(100);
    expect((await get(`${PATHS.pods}/lab`)).status).toMatchObject({
      phase: "Pending",
      startTime: "2026-12-01T10:00:00Z",
    });
    cluster.sim.advance(5_000);
    const running = (await get(`${PATHS.pods}/lab`)).status;
    expect(running).toMatchObject({
      phase: "Running",
      containerStatuses: [{ ready: true, restartCount: 0 }],
    });
    expect(await reasons("Pod")).toEqual(["Scheduled", "Pulling", "Pulled", "Created", "Started"]);
    cluster.sim.advance(60_000);
    expect((await get(`${PATHS.pods}/lab`)).status).toMatchObject({
      phase: "Failed",
      reason: "DeadlineExceeded",
    });
  });

  it("is deleted with grace, at once with none", async () => {
    await cluster.call("POST", PATHS.pods, podOf("lab"));
    cluster.sim.advance(5_000);
    const { body } = await cluster.call("DELETE", `${PATHS.pods}/lab`);
    expect(body.metadata).toMatchObject({
      deletionTimestamp: "2026-12-01T10:00:35Z",
      deletionGracePeriodSeconds: 30,
    });
    expect((await cluster.call("GET", `${PATHS.pods}/lab`)).status).toBe(200);
    cluster.sim.advance(1_000);
    expect((await cluster.call("GET", `${PATHS.pods}/lab`)).status).toBe(404);
    await cluster.call("POST", PATHS.pods, podOf("lab"));
    cluster.sim.advance(5_000);
    await cluster.call("DELETE", `${PATHS.pods}/lab`, { gracePeriodSeconds: 0 });
    expect((await cluster.call("GET", `${PATHS.pods}/lab`)).status).toBe(404);
  });
});
