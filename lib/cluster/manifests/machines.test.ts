import { describe, expect, it } from "vitest";
import type { LabDisk } from "@/lib/domain/lab";
import { labPod } from "./lab-pod";
import { LABELS, machine, OWNER_REFERENCE } from "./test-samples";
import { virtualMachine } from "./virtual-machine";

describe("virtualMachine", () => {
  it("is owned by the Job and labelled on itself and on its template", () => {
    const vm = virtualMachine(machine());
    expect(vm.metadata).toEqual({
      name: "lab-a1b2c3d4e5-1",
      namespace: "labs",
      labels: LABELS,
      ownerReferences: [OWNER_REFERENCE],
    });
    expect(vm).toMatchObject({ spec: { template: { metadata: { labels: LABELS } } } });
  });

  it("restarts after a crash only, boots the image and reads its Secret", () => {
    expect(virtualMachine(machine())).toMatchObject({
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachine",
      spec: {
        runStrategy: "RerunOnFailure",
        template: {
          spec: {
            terminationGracePeriodSeconds: 30,
            domain: {
              cpu: { cores: 2 },
              memory: { guest: "4096Mi" },
              devices: {
                disks: [
                  { name: "root", disk: { bus: "virtio" } },
                  { name: "init", disk: { bus: "virtio" } },
                ],
              },
            },
            volumes: [
              { name: "root", containerDisk: { image: "registry.example/labs/ubuntu@sha256:0123" } },
              { name: "init", cloudInitNoCloud: { secretRef: { name: "lab-a1b2c3d4e5-1-init" } } },
            ],
          },
        },
      },
    });
  });

  it("spreads machines by a label that all sessions share", () => {
    expect(virtualMachine(machine())).toMatchObject({
      spec: {
        template: {
          spec: {
            topologySpreadConstraints: [
              {
                topologyKey: "kubernetes.io/hostname",
                labelSelector: { matchLabels: { "app.kubernetes.io/managed-by": "curfew" } },
              },
            ],
          },
        },
      },
    });
  });

  it("adds a scratch disk that dies with the VMI", () => {
    const vm = virtualMachine(machine({ disk: { type: "scratch", sizeMiB: 1024 } }, { secretName: null }));
    expect(vm).toMatchObject({
      spec: {
        template: {
          spec: {
            volumes: [{ name: "root" }, { name: "scratch", emptyDisk: { capacity: "1024Mi" } }],
          },
        },
      },
    });
  });

  it("clones a golden volume into a disk that the VM owns", () => {
    const disk: LabDisk = { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 20_480 };
    expect(virtualMachine(machine({ disk }))).toMatchObject({
      spec: {
        dataVolumeTemplates: [
          {
            metadata: { name: "lab-a1b2c3d4e5-1-disk", labels: LABELS },
            spec: {
              source: { pvc: { namespace: "labs", name: "golden" } },
              storage: { resources: { requests: { storage: "20480Mi" } } },
            },
          },
        ],
        template: {
          spec: {
            volumes: [{ name: "root", dataVolume: { name: "lab-a1b2c3d4e5-1-disk" } }, { name: "init" }],
          },
        },
      },
    });
  });

  it("refuses a claim by name that a stored lab may hold", () => {
    const claim = { type: "claim", claimName: "golden-ubuntu" } as unknown as LabDisk;
    expect(() => virtualMachine(machine({ disk: claim }))).toThrow(
      'A lab disk of type "claim" is not allowed',
    );
  });

  it("gives a machine of a group its name within it", () => {
    const vm = virtualMachine(machine({}, { index: 2, groupServiceName: "lab-a1b2c3d4e5" }));
    expect(vm).toMatchObject({
      spec: { template: { spec: { hostname: "machine-2", subdomain: "lab-a1b2c3d4e5" } } },
    });
  });

  it("refuses to be without an owner's UID, which would have it deleted at once", () => {
    const orphan = machine({}, { owner: { name: "lab-a1b2c3d4e5", uid: "" } });
    expect(() => virtualMachine(orphan)).toThrow("has no owner UID");
  });
});

describe("labPod", () => {
  const pod = labPod(machine({ kind: "pod", cpus: 0.25, memoryMiB: 512, capabilities: ["SYS_CHROOT"] }));

  it("is owned by the Job, labelled, and ends itself at the deadline", () => {
    expect(pod.metadata).toMatchObject({ labels: LABELS, ownerReferences: [OWNER_REFERENCE] });
    expect(pod).toMatchObject({ spec: { activeDeadlineSeconds: 11_700, terminationGracePeriodSeconds: 30 } });
  });

  it("has no way out of itself", () => {
    expect(pod).toMatchObject({
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        hostNetwork: false,
        hostPID: false,
        hostIPC: false,
        securityContext: { seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            securityContext: {
              privileged: false,
              allowPrivilegeEscalation: false,
              capabilities: { drop: ["ALL"], add: ["SYS_CHROOT"] },
            },
          },
        ],
      },
    });
    expect(JSON.stringify(pod)).not.toMatch(/hostPath|serviceAccount"|persistentVolumeClaim|claimName/);
  });

  it("may use exactly what it asked for", () => {
    const amounts = { cpu: "250m", memory: "512Mi", "ephemeral-storage": "2048Mi" };
    expect(pod).toMatchObject({
      spec: { containers: [{ resources: { requests: amounts, limits: amounts } }] },
    });
  });

  it("reads its Secret from a file that only root may read", () => {
    expect(pod).toMatchObject({
      spec: {
        containers: [{ volumeMounts: [{ name: "init", mountPath: "/etc/curfew", readOnly: true }] }],
        volumes: [{ name: "init", secret: { secretName: "lab-a1b2c3d4e5-1-init", defaultMode: 0o400 } }],
      },
    });
    expect(labPod(machine({ kind: "pod" }, { secretName: null })).spec).not.toHaveProperty("volumes");
  });

  it("refuses a disk", () => {
    const disk: LabDisk = { type: "scratch", sizeMiB: 1 };
    expect(() => labPod(machine({ kind: "pod", disk }))).toThrow("has no disk of its own");
  });
});
