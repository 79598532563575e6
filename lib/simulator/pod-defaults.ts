import { randomSuffix } from "./random-suffix";
import { defaultTolerations } from "./controllers/launcher-pod";
import type { Container, Pod } from "./objects";
import type { Draft } from "./world";

type Spec = Partial<Pod["spec"]>;
interface Template {
  metadata?: { labels?: object; annotations?: object };
  spec?: Spec;
}

const TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

/** What the API server fills into a pod that is created: its own defaults, then those of its admission plugins. */
export function podDefaults(draft: Draft): Draft {
  const spec = draft.spec as Spec | undefined;
  if (!Array.isArray(spec?.containers)) return draft;
  const serviceAccountName = spec.serviceAccountName ?? "default";
  const full = {
    ...podSpecDefaults(spec),
    serviceAccountName,
    serviceAccount: serviceAccountName,
    priority: spec.priority ?? 0,
    enableServiceLinks: spec.enableServiceLinks ?? true,
    preemptionPolicy: spec.preemptionPolicy ?? "PreemptLowerPriority",
    tolerations: [...(spec.tolerations ?? []), ...missingTolerations(spec)],
  };
  const isMounted = spec.automountServiceAccountToken !== false;
  return { ...draft, spec: isMounted ? withToken(full) : full, status: { phase: "Pending" } };
}

/** The template of a Job, a Deployment … as it is stored: defaults, but nothing of what admission adds to a pod. */
export function podTemplateDefaults({ metadata = {}, spec = {} }: Template): Template {
  const { labels, annotations, ...rest } = metadata;
  return {
    metadata: { ...rest, ...filled({ labels }), ...filled({ annotations }) },
    spec: podSpecDefaults(spec),
  };
}

/** The class that a pod's requests and limits put it into. Told once admission has filled those in. */
export function withQosClass(draft: Draft): Draft {
  const spec = draft.spec as Spec | undefined;
  if (draft.kind !== "Pod" || !Array.isArray(spec?.containers)) return draft;
  const asked = spec.containers.flatMap(({ resources }) => [resources?.requests, resources?.limits]);
  const isBestEffort = asked.every((amounts) => Object.keys(amounts ?? {}).length === 0);
  const isGuaranteed = spec.containers.every(({ resources }) =>
    ["cpu", "memory"].every((name) => {
      const limit = resources?.limits?.[name];
      return limit !== undefined && resources?.requests?.[name] === limit;
    }),
  );
  const qosClass = isBestEffort ? "BestEffort" : isGuaranteed ? "Guaranteed" : "Burstable";
  return { ...draft, status: { ...(draft.status as object | undefined), qosClass } };
}

function podSpecDefaults(spec: Spec): Spec {
  return {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    securityContext: {},
    schedulerName: "default-scheduler",
    ...spec,
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(containerDefaults) } : {}),
    ...(spec.containers ? { containers: spec.containers.map(containerDefaults) } : {}),
  };
}

function containerDefaults(container: Container): Container {
  const tag = /:([^/@]+)(@|$)/.exec(container.image ?? "")?.[1];
  const isFixed = (container.image ?? "").includes("@") || (tag !== undefined && tag !== "latest");
  const limits = container.resources?.limits;
  const requests = limits ? { ...limits, ...container.resources?.requests } : container.resources?.requests;
  return {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: isFixed ? "IfNotPresent" : "Always",
    ...container,
    resources: { ...container.resources, ...(requests ? { requests } : {}) },
  };
}

/** The service account's token as a projected volume, mounted into every container. */
function withToken(spec: Spec): Spec {
  const name = `kube-api-access-${randomSuffix()}`;
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
    { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
    {
      downwardAPI: {
        items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
      },
    },
  ];
  const mount = { name, readOnly: true, mountPath: TOKEN_PATH };
  const mounted = (container: Container): Container => ({
    ...container,
    volumeMounts: [...((container.volumeMounts as object[] | undefined) ?? []), mount],
  });
  return {
    ...spec,
    volumes: [...(spec.volumes ?? []), { name, projected: { sources, defaultMode: 420 } }],
    containers: spec.containers?.map(mounted),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(mounted) } : {}),
  };
}

function missingTolerations(spec: Spec) {
  const own = spec.tolerations ?? [];
  const isTolerant = (key: string) =>
    own.some((one) => one.key === key || (!one.key && one.operator === "Exists"));
  return defaultTolerations().filter(({ key }) => !isTolerant(key));
}

/** An empty map is not printed. */
function filled<T extends object>(field: { readonly [key: string]: T | undefined }): object {
  const entries = Object.entries(field).filter(([, map]) => map && Object.keys(map).length > 0);
  return Object.fromEntries(entries);
}
