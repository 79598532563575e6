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
} from "./shape";

export const LABELS = mapOf(TEXT);
export const AMOUNTS = mapOf(QUANTITY);
export const RESOURCES = objectOf({ requests: AMOUNTS, limits: AMOUNTS });
export const CONDITIONS = listOf(
  objectOf({
    ...{ type: TEXT, status: TEXT, reason: TEXT, message: TEXT },
    ...{ lastProbeTime: TIME, lastTransitionTime: TIME, lastHeartbeatTime: TIME, lastUpdateTime: TIME },
  }),
);
const EXPRESSIONS = listOf(objectOf({ key: TEXT, operator: TEXT, values: listOf(TEXT) }));
export const SELECTOR = objectOf({ matchLabels: LABELS, matchExpressions: EXPRESSIONS });
const NODE_TERM = objectOf({ matchExpressions: EXPRESSIONS, matchFields: EXPRESSIONS });
const POD_TERM = objectOf({
  ...{ topologyKey: TEXT, labelSelector: SELECTOR, namespaces: listOf(TEXT), namespaceSelector: SELECTOR },
  ...{ matchLabelKeys: listOf(TEXT), mismatchLabelKeys: listOf(TEXT) },
});
const POD_AFFINITY = objectOf({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(POD_TERM),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectOf({ weight: INTEGER, podAffinityTerm: POD_TERM }),
  ),
});

/** What pods and guests alike say of where they want to be. */
export const PLACEMENT = {
  nodeSelector: LABELS,
  tolerations: listOf(
    objectOf({ key: TEXT, operator: TEXT, value: TEXT, effect: TEXT, tolerationSeconds: INTEGER }),
  ),
  affinity: objectOf({
    nodeAffinity: objectOf({
      requiredDuringSchedulingIgnoredDuringExecution: objectOf({ nodeSelectorTerms: listOf(NODE_TERM) }),
      preferredDuringSchedulingIgnoredDuringExecution: listOf(
        objectOf({ weight: INTEGER, preference: NODE_TERM }),
      ),
    }),
    podAffinity: POD_AFFINITY,
    podAntiAffinity: POD_AFFINITY,
  }),
  topologySpreadConstraints: listOf(
    objectOf({
      ...{ maxSkew: INTEGER, topologyKey: TEXT, whenUnsatisfiable: TEXT, labelSelector: SELECTOR },
      ...{ matchLabelKeys: listOf(TEXT), minDomains: INTEGER },
      ...{ nodeAffinityPolicy: TEXT, nodeTaintsPolicy: TEXT },
    }),
  ),
};

export const PROBE = objectOf({
  ...{ initialDelaySeconds: INTEGER, periodSeconds: INTEGER, timeoutSeconds: INTEGER },
  ...{ successThreshold: INTEGER, failureThreshold: INTEGER, terminationGracePeriodSeconds: INTEGER },
  httpGet: objectOf({ path: TEXT, port: TEXT_OR_INTEGER, host: TEXT, scheme: TEXT }),
  exec: objectOf({ command: listOf(TEXT) }),
  tcpSocket: objectOf({ port: TEXT_OR_INTEGER, host: TEXT }),
  grpc: objectOf({ port: INTEGER, service: TEXT }),
});

const CONTAINERS = listOf(
  objectOf({
    ...{ name: TEXT, image: TEXT, imagePullPolicy: TEXT, restartPolicy: TEXT, resources: RESOURCES },
    ...{ command: listOf(TEXT), args: listOf(TEXT), volumeMounts: listOf(ANY_OBJECT) },
    env: listOf(objectOf({ name: TEXT, value: TEXT, valueFrom: ANY_OBJECT })),
    ports: listOf(objectOf({ containerPort: INTEGER, name: TEXT, protocol: TEXT })),
    ...{ livenessProbe: PROBE, readinessProbe: PROBE, startupProbe: PROBE },
  }),
);

export const POD_SPEC = objectOf({
  ...PLACEMENT,
  ...{ containers: CONTAINERS, initContainers: CONTAINERS, nodeName: TEXT, restartPolicy: TEXT },
  ...{ terminationGracePeriodSeconds: INTEGER, activeDeadlineSeconds: INTEGER, priority: INTEGER },
  ...{ serviceAccountName: TEXT, serviceAccount: TEXT, automountServiceAccountToken: FLAG },
  ...{ enableServiceLinks: FLAG, preemptionPolicy: TEXT, schedulerName: TEXT, hostname: TEXT },
  schedulingGates: listOf(objectOf({ name: TEXT })),
  volumes: listOf(
    objectOf({
      name: TEXT,
      persistentVolumeClaim: objectOf({ claimName: TEXT }),
      image: objectOf({ reference: TEXT }),
    }),
  ),
});

export const TEMPLATE_METADATA = objectOf({ name: TEXT, labels: LABELS, annotations: LABELS });
export const POD_TEMPLATE = objectOf({ metadata: TEMPLATE_METADATA, spec: POD_SPEC });

const ENDED = objectOf({ exitCode: INTEGER, reason: TEXT, startedAt: TIME, finishedAt: TIME });
const STATE = objectOf({
  waiting: objectOf({ reason: TEXT, message: TEXT }),
  running: objectOf({ startedAt: TIME }),
  terminated: ENDED,
});
const CONTAINER_STATUSES = listOf(
  objectOf({
    ...{ name: TEXT, image: TEXT, imageID: TEXT, ready: FLAG, started: FLAG, restartCount: INTEGER },
    ...{ state: STATE, lastState: STATE },
  }),
);

export const POD_STATUS = objectOf({
  ...{ phase: TEXT, reason: TEXT, message: TEXT, podIP: TEXT, hostIP: TEXT, qosClass: TEXT },
  ...{ startTime: TIME, conditions: CONDITIONS },
  ...{ initContainerStatuses: CONTAINER_STATUSES, containerStatuses: CONTAINER_STATUSES },
});
