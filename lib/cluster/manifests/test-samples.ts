import type { LabSpec } from "@/lib/domain/lab";
import type { NewMachine, NewOwned, SessionIdentity } from "../cluster";

/** What the tests of this folder build from. */
export const IDENTITY: SessionIdentity = {
  sessionId: "a1b2c3d4e5",
  environment: "test",
  installationId: "0b6f0f9e-8b1c-4d7e-9a55-3a3b2f1c0d9e",
};
export const LABELS = {
  "app.kubernetes.io/managed-by": "curfew",
  "curfew.dev/environment": "test",
  "curfew.dev/installation": IDENTITY.installationId,
  "curfew.dev/session": IDENTITY.sessionId,
};
export const OWNED: NewOwned = {
  namespace: "labs",
  name: "lab-a1b2c3d4e5",
  identity: IDENTITY,
  owner: { name: "lab-a1b2c3d4e5", uid: "19341e73-7865-4a5b-8736-5d5ed1021505" },
};
export const OWNER_REFERENCE = {
  apiVersion: "batch/v1",
  kind: "Job",
  name: "lab-a1b2c3d4e5",
  uid: "19341e73-7865-4a5b-8736-5d5ed1021505",
  controller: false,
  blockOwnerDeletion: false,
};
export const SPEC: LabSpec = {
  kind: "vm",
  image: "registry.example/labs/ubuntu@sha256:0123",
  cpus: 2,
  memoryMiB: 4096,
  machineCount: 1,
  disk: { type: "none" },
  ephemeralMiB: 2048,
  cloudInit: {},
  access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address}" },
  egress: [],
  capabilities: [],
  graceSeconds: 30,
};

export function machine(spec: Partial<LabSpec> = {}, more: Partial<NewMachine> = {}): NewMachine {
  return {
    ...OWNED,
    name: "lab-a1b2c3d4e5-1",
    index: 1,
    spec: { ...SPEC, ...spec },
    secretName: "lab-a1b2c3d4e5-1-init",
    activeDeadlineSeconds: 11_700,
    groupServiceName: null,
    ...more,
  };
}
