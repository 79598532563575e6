import {
  AMOUNTS,
  CONDITIONS,
  LABELS,
  PLACEMENT,
  POD_SPEC,
  POD_STATUS,
  POD_TEMPLATE,
  PROBE,
  RESOURCES,
  SELECTOR,
  TEMPLATE_METADATA,
} from "./pod-shape";
import {
  ANY_OBJECT,
  FLAG,
  INTEGER,
  listOf,
  mapOf,
  objectOf,
  QUANTITY,
  TEXT,
  TEXT_OR_INTEGER,
  TIME,
  type Shape,
} from "./shape";

const METADATA = objectOf({
  ...{ name: TEXT, generateName: TEXT, namespace: TEXT, uid: TEXT, resourceVersion: TEXT },
  ...{ generation: INTEGER, creationTimestamp: TIME, deletionTimestamp: TIME },
  ...{ deletionGracePeriodSeconds: INTEGER, labels: LABELS, annotations: LABELS, finalizers: listOf(TEXT) },
  ownerReferences: listOf(
    objectOf({
      ...{ apiVersion: TEXT, kind: TEXT, name: TEXT, uid: TEXT },
      ...{ controller: FLAG, blockOwnerDeletion: FLAG },
    }),
  ),
  managedFields: listOf(ANY_OBJECT),
});

const JOB_SPEC = objectOf({
  ...{ parallelism: INTEGER, completions: INTEGER, suspend: FLAG, backoffLimit: INTEGER },
  ...{ activeDeadlineSeconds: INTEGER, ttlSecondsAfterFinished: INTEGER, selector: SELECTOR },
  template: POD_TEMPLATE,
});
const REPLICAS = { replicas: INTEGER, selector: SELECTOR, template: POD_TEMPLATE };
const COUNTS = {
  ...{ observedGeneration: INTEGER, replicas: INTEGER, readyReplicas: INTEGER, availableReplicas: INTEGER },
  conditions: CONDITIONS,
};
const CLAIM_SPEC = objectOf({
  ...{ accessModes: listOf(TEXT), resources: RESOURCES, storageClassName: TEXT },
  ...{ volumeMode: TEXT, volumeName: TEXT },
});
const VOLUME_SPEC = objectOf({
  source: objectOf({ pvc: objectOf({ namespace: TEXT, name: TEXT }, ["namespace", "name"]) }),
  ...{ storage: CLAIM_SPEC, pvc: CLAIM_SPEC },
});
const GUEST_SPEC = objectOf(
  {
    ...PLACEMENT,
    domain: objectOf({
      cpu: objectOf({ cores: INTEGER, sockets: INTEGER, threads: INTEGER }),
      memory: objectOf({ guest: QUANTITY }),
      resources: RESOURCES,
      devices: objectOf({
        autoattachGraphicsDevice: FLAG,
        disks: listOf(objectOf({ name: TEXT }, ["name"])),
        interfaces: listOf(ANY_OBJECT),
      }),
    }),
    volumes: listOf(
      objectOf(
        {
          name: TEXT,
          persistentVolumeClaim: objectOf({ claimName: TEXT }, ["claimName"]),
          dataVolume: objectOf({ name: TEXT }, ["name"]),
          containerDisk: objectOf({ image: TEXT }, ["image"]),
        },
        ["name"],
      ),
    ),
    ...{ networks: listOf(ANY_OBJECT), evictionStrategy: TEXT, terminationGracePeriodSeconds: INTEGER },
    ...{ livenessProbe: PROBE, readinessProbe: PROBE },
  },
  ["domain"],
);
const MACHINE_STATUS = objectOf({
  ...{ printableStatus: TEXT, runStrategy: TEXT, conditions: CONDITIONS },
  stateChangeRequests: listOf(objectOf({ action: TEXT, uid: TEXT }, ["action"])),
  startFailure: objectOf({
    ...{ consecutiveFailCount: INTEGER, lastFailedVMIUID: TEXT, retryAfterTimestamp: TIME },
  }),
});

const LEASE_SPEC = objectOf({
  ...{ holderIdentity: TEXT, leaseDurationSeconds: INTEGER, renewTime: TEXT, acquireTime: TEXT },
});

/** What a kind's own members must be, of those that anything here reads. */
const BY_KIND: Readonly<Record<string, { of: Readonly<Record<string, Shape>>; needs?: readonly string[] }>> =
  {
    Namespace: { of: { spec: objectOf({ finalizers: listOf(TEXT) }), status: objectOf({ phase: TEXT }) } },
    Node: {
      of: {
        spec: objectOf({
          unschedulable: FLAG,
          taints: listOf(objectOf({ key: TEXT, value: TEXT, effect: TEXT, timeAdded: TIME })),
        }),
        status: objectOf({ allocatable: AMOUNTS, capacity: AMOUNTS, conditions: CONDITIONS }),
      },
    },
    Pod: { of: { spec: POD_SPEC, status: POD_STATUS } },
    Secret: { of: { data: mapOf(TEXT), stringData: mapOf(TEXT), type: TEXT, immutable: FLAG } },
    ConfigMap: { of: { data: mapOf(TEXT), binaryData: mapOf(TEXT), immutable: FLAG } },
    Service: {
      of: {
        spec: objectOf({
          ...{ clusterIP: TEXT, selector: LABELS, type: TEXT },
          ports: listOf(objectOf({ port: INTEGER, targetPort: TEXT_OR_INTEGER, name: TEXT, protocol: TEXT })),
        }),
        status: ANY_OBJECT,
      },
    },
    Event: {
      of: {
        involvedObject: objectOf({
          ...{ kind: TEXT, namespace: TEXT, name: TEXT, uid: TEXT, apiVersion: TEXT },
          ...{ resourceVersion: TEXT, fieldPath: TEXT },
        }),
        ...{ reason: TEXT, message: TEXT, type: TEXT, count: INTEGER },
        ...{ firstTimestamp: TIME, lastTimestamp: TIME, eventTime: TIME },
        source: objectOf({ component: TEXT, host: TEXT }),
      },
    },
    PersistentVolumeClaim: {
      of: { spec: CLAIM_SPEC, status: objectOf({ phase: TEXT, conditions: CONDITIONS }) },
    },
    ResourceQuota: {
      of: {
        spec: objectOf({ hard: AMOUNTS, scopes: listOf(TEXT) }),
        status: objectOf({ hard: AMOUNTS, used: AMOUNTS }),
      },
    },
    LimitRange: {
      of: {
        spec: objectOf({
          limits: listOf(
            objectOf({
              ...{ type: TEXT, max: AMOUNTS, min: AMOUNTS, default: AMOUNTS, defaultRequest: AMOUNTS },
            }),
          ),
        }),
      },
    },
    Deployment: {
      of: {
        spec: objectOf({
          ...REPLICAS,
          paused: FLAG,
          strategy: objectOf({
            type: TEXT,
            rollingUpdate: objectOf({ maxSurge: TEXT_OR_INTEGER, maxUnavailable: TEXT_OR_INTEGER }),
          }),
        }),
        status: objectOf(COUNTS),
      },
    },
    ReplicaSet: { of: { spec: objectOf(REPLICAS), status: objectOf(COUNTS) } },
    Job: {
      of: {
        spec: JOB_SPEC,
        status: objectOf({
          ...{ startTime: TIME, completionTime: TIME, conditions: CONDITIONS },
          ...{ active: INTEGER, succeeded: INTEGER, failed: INTEGER },
        }),
      },
    },
    CronJob: {
      of: {
        spec: objectOf({
          ...{ schedule: TEXT, timeZone: TEXT, startingDeadlineSeconds: INTEGER, concurrencyPolicy: TEXT },
          ...{ suspend: FLAG, successfulJobsHistoryLimit: INTEGER, failedJobsHistoryLimit: INTEGER },
          jobTemplate: objectOf({ metadata: TEMPLATE_METADATA, spec: JOB_SPEC }),
        }),
        status: objectOf({
          active: listOf(objectOf({ name: TEXT, uid: TEXT })),
          ...{ lastScheduleTime: TIME, lastSuccessfulTime: TIME },
        }),
      },
    },
    Lease: { of: { spec: LEASE_SPEC } },
    StorageClass: { of: { provisioner: TEXT, volumeBindingMode: TEXT, reclaimPolicy: TEXT } },
    DataVolume: {
      of: {
        spec: VOLUME_SPEC,
        status: objectOf({ phase: TEXT, progress: TEXT, conditions: CONDITIONS }),
      },
      needs: ["spec"],
    },
    VirtualMachine: {
      of: {
        spec: objectOf(
          {
            ...{ runStrategy: TEXT, running: FLAG },
            template: objectOf({ metadata: TEMPLATE_METADATA, spec: GUEST_SPEC }, ["spec"]),
            dataVolumeTemplates: listOf(
              objectOf({ metadata: objectOf({ name: TEXT }, ["name"]), spec: VOLUME_SPEC }, [
                "metadata",
                "spec",
              ]),
            ),
          },
          ["template"],
        ),
        status: MACHINE_STATUS,
      },
      needs: ["spec"],
    },
    VirtualMachineInstance: { of: { spec: GUEST_SPEC }, needs: ["spec"] },
  };

/** The shape of a kind's objects. */
export function shapeOf(kind: string): Shape {
  const { of, needs } = BY_KIND[kind] ?? { of: { spec: ANY_OBJECT, status: ANY_OBJECT } };
  return objectOf({ metadata: METADATA, ...of }, needs);
}
