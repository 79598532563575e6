import type { NewMachine } from "../cluster";
import { groupNames, spread } from "./machine-placement";
import { type Manifest, ownedMetadata } from "./manifest";

/** Where a lab pod finds its Secret. */
const INIT_PATH = "/etc/curfew";
const INIT_FILE_MODE = 0o400;

/**
 * A machine of a session as a pod, for clusters without KubeVirt. It is root inside and nothing outside: no token, no
 * links, no host, the runtime's seccomp profile, no capability but the lab's, and never more than it asked for
 * (requests = limits). Its own deadline ends it even if its Job is gone.
 */
export function labPod(machine: NewMachine): Manifest {
  if (machine.spec.disk.type !== "none") throw new Error("A lab pod has no disk of its own");
  const secret = machine.secretName;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: ownedMetadata(machine),
    spec: {
      ...groupNames(machine),
      ...spread(),
      restartPolicy: "OnFailure",
      activeDeadlineSeconds: machine.activeDeadlineSeconds,
      terminationGracePeriodSeconds: machine.spec.graceSeconds,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostNetwork: false,
      hostPID: false,
      hostIPC: false,
      securityContext: { seccompProfile: { type: "RuntimeDefault" } },
      containers: [container(machine)],
      ...(secret === null ? {} : { volumes: [initVolume(secret)] }),
    },
  };
}

function container(machine: NewMachine): Record<string, unknown> {
  const { access, capabilities, image } = machine.spec;
  const resources = resourcesOf(machine);
  return {
    name: "lab",
    image,
    resources: { requests: resources, limits: resources },
    securityContext: {
      privileged: false,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"], ...(capabilities.length > 0 ? { add: [...capabilities] } : {}) },
    },
    ...(access.protocol === "none" ? {} : { ports: [{ containerPort: access.port, protocol: "TCP" }] }),
    ...(machine.secretName === null
      ? {}
      : { volumeMounts: [{ name: "init", mountPath: INIT_PATH, readOnly: true }] }),
  };
}

function resourcesOf(machine: NewMachine): Record<string, string> {
  const { cpus, ephemeralMiB, memoryMiB } = machine.spec;
  return {
    cpu: `${Math.round(cpus * 1000)}m`,
    memory: `${memoryMiB}Mi`,
    "ephemeral-storage": `${ephemeralMiB}Mi`,
  };
}

function initVolume(secretName: string): Record<string, unknown> {
  return { name: "init", secret: { secretName, defaultMode: INIT_FILE_MODE } };
}
