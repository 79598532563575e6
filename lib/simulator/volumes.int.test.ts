import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineOf, NAMESPACE, PATHS, podOf, startTestCluster } from "./test-client";
import type { Body } from "./test-client";

const CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
const VOLUMES = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${NAMESPACE}/datavolumes`;
const DISK = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } } };
const ON_DEMAND = "WaitForFirstConsumer";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

async function get(path: string): Promise<Body> {
  return (await cluster.call("GET", path)).body;
}

async function addClass(name: string, provisioner: string, volumeBindingMode: string): Promise<void> {
  const body = { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name } };
  const { status } = await cluster.call("POST", CLASSES, { ...body, provisioner, volumeBindingMode });
  expect(status).toBe(201);
}

async function addClaim(name: string, storageClassName?: string): Promise<void> {
  const body = { metadata: { name }, spec: { ...DISK, storageClassName } };
  expect((await cluster.call("POST", PATHS.claims, body)).status).toBe(201);
}

async function addPod(name: string, claimName: string): Promise<void> {
  const volumes = [{ name: "disk", persistentVolumeClaim: { claimName } }];
  expect((await cluster.call("POST", PATHS.pods, podOf(name, { volumes }))).status).toBe(201);
}

async function saidOf(kind: string): Promise<string[]> {
  const { items } = await get(`${PATHS.events}?fieldSelector=involvedObject.kind%3D${kind}`);
  return items.map(({ reason, message }) => `${reason ?? ""}: ${message ?? ""}`);
}

async function conditionsOf(path: string): Promise<{ type: string; status: string; message?: string }[]> {
  return ((await get(path)).status.conditions ?? []) as { type: string; status: string; message?: string }[];
}

function cloned(storageClassName: string) {
  const vm = machineOf("lab");
  const source = { pvc: { namespace: NAMESPACE, name: "golden" } };
  const storage = { ...DISK, storageClassName };
  const dataVolumeTemplates = [{ metadata: { name: "lab-root" }, spec: { source, storage } }];
  const volumes = [{ name: "root", dataVolume: { name: "lab-root" } }];
  const spec = { ...vm.spec.template.spec, volumes };
  return { ...vm, spec: { ...vm.spec, dataVolumeTemplates, template: { ...vm.spec.template, spec } } };
}

describe("a claim of a class that binds on demand", () => {
  it("waits for a pod, and is bound on the node that the scheduler chose for it before the pod has it", async () => {
    await addClass("late", "example.com/disks", ON_DEMAND);
    await addClaim("disk", "late");
    expect((await get(`${PATHS.claims}/disk`)).status.phase).toBe("Pending");
    expect(await saidOf("PersistentVolumeClaim")).toEqual([
      "WaitForFirstConsumer: waiting for first consumer to be created before binding",
    ]);
    await addPod("user", "disk");
    cluster.sim.advance(1_000);
    const claim = await get(`${PATHS.claims}/disk`);
    const { nodeName } = (await get(`${PATHS.pods}/user`)).spec;
    expect(nodeName).toMatch(/^node-/);
    expect(claim).toMatchObject({
      metadata: { annotations: { "volume.kubernetes.io/selected-node": nodeName } },
      status: { phase: "Bound" },
    });
    expect(await saidOf("PersistentVolumeClaim")).toContain(
      "WaitForPodScheduled: waiting for pod user to be scheduled",
    );
  });

  it("keeps its pod from every node where volumes are made by hand and there is none", async () => {
    await addClass("local", "kubernetes.io/no-provisioner", ON_DEMAND);
    await addClaim("disk", "local");
    await addPod("user", "disk");
    cluster.sim.advance(1_000);
    expect(await conditionsOf(`${PATHS.pods}/user`)).toMatchObject([
      {
        type: "PodScheduled",
        status: "False",
        message: "0/5 nodes are available: 5 node(s) didn't find available persistent volumes to bind",
      },
    ]);
  });

  it("keeps its pod waiting, with nothing said of it, where its provisioner does not answer", async () => {
    await addClass("silent", "disks.invalid/csi", ON_DEMAND);
    await addClaim("disk", "silent");
    await addPod("user", "disk");
    cluster.sim.advance(60_000);
    expect((await get(`${PATHS.pods}/user`)).spec.nodeName).toBeUndefined();
    expect(await conditionsOf(`${PATHS.pods}/user`)).toEqual([]);
    expect((await saidOf("PersistentVolumeClaim")).at(-1)).toMatch(
      /^ExternalProvisioning: Waiting for a volume to be created either by the external provisioner 'disks.invalid/,
    );
  });
});

describe("a claim of a class that binds at once", () => {
  it("is bound at once, with no class as well", async () => {
    await addClass("fast", "example.com/disks", "Immediate");
    await addClaim("disk", "fast");
    await addClaim("plain");
    const phases = (await get(PATHS.claims)).items.map(({ status }) => status.phase);
    expect(phases).toEqual(["Bound", "Bound"]);
  });

  it("keeps its pod unscheduled while it has no volume, and lets it go once a class gives it one", async () => {
    await addClass("local", "kubernetes.io/no-provisioner", "Immediate");
    await addClaim("disk", "local");
    await addPod("user", "disk");
    cluster.sim.advance(1_000);
    expect(await saidOf("PersistentVolumeClaim")).toEqual([
      "ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner",
    ]);
    const [scheduled] = await conditionsOf(`${PATHS.pods}/user`);
    expect(scheduled?.message).toBe(
      "0/5 nodes are available: pod has unbound immediate PersistentVolumeClaims",
    );
    await cluster.call("DELETE", `${CLASSES}/local`);
    await addClass("local", "example.com/disks", "Immediate");
    cluster.sim.advance(1_000);
    expect((await get(`${PATHS.pods}/user`)).spec.nodeName).toMatch(/^node-/);
  });
});

describe("a machine whose disk is bound on demand", () => {
  it("has it bound by a pod of its own, waits until it is full, and then starts", async () => {
    await addClaim("golden");
    await addClass("late", "example.com/disks", ON_DEMAND);
    const seen: unknown[] = [];
    const pods: boolean[] = [];
    cluster.sim.cluster.store.onChange(({ object, type }) => {
      const { kind, metadata, status } = object;
      if (kind === "VirtualMachine") seen.push((status as Body["status"] | undefined)?.printableStatus);
      if (kind === "Pod" && type === "ADDED")
        pods.push(metadata.annotations?.["kubevirt.io/ephemeral-provisioning"] === "true");
    });
    await cluster.call("POST", PATHS.vms, cloned("late"));
    cluster.sim.advance(60_000);
    const order = seen.filter((each, index) => each !== undefined && each !== seen[index - 1]);
    expect(order).toEqual([
      ...["Stopped", "Provisioning", "WaitingForVolumeBinding", "Provisioning", "Starting", "Running"],
    ]);
    expect(pods).toEqual([true, false]);
    expect((await get(PATHS.pods)).items).toHaveLength(1);
    expect((await get(`${VOLUMES}/lab-root`)).status.phase).toBe("Succeeded");
    const types = (await conditionsOf(`${PATHS.vmis}/lab`)).map(({ type }) => type);
    expect(types).not.toContain("Provisioning");
  });

  it("stays WaitingForVolumeBinding while the provisioner is silent, and ErrorUnschedulable where there is none", async () => {
    await addClaim("golden");
    await addClass("silent", "disks.invalid/csi", ON_DEMAND);
    await addClass("local", "kubernetes.io/no-provisioner", ON_DEMAND);
    await cluster.call("POST", PATHS.vms, cloned("silent"));
    cluster.sim.advance(300_000);
    expect((await get(`${PATHS.vms}/lab`)).status.printableStatus).toBe("WaitingForVolumeBinding");
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    cluster.sim.advance(10_000);
    expect((await get(PATHS.pods)).items).toEqual([]);
    await cluster.call("POST", PATHS.vms, cloned("local"));
    cluster.sim.advance(300_000);
    expect((await get(`${PATHS.vms}/lab`)).status.printableStatus).toBe("ErrorUnschedulable");
  });
});
