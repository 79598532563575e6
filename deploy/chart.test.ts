import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "@/lib/cluster/permissions";
import { parseEnv } from "@/lib/server/env";
import { problemsOf } from "./object-schema";
import { type KubeObject, objectsOf, renderChart, VALUE_SETS, valuesOf } from "./render-chart";

const chart = (set: string, more = {}) => renderChart(valuesOf(set, more));
const find = (objects: readonly KubeObject[], kind: string, name: string, namespace?: string) =>
  objects.find(
    (one) =>
      one.kind === kind &&
      one.metadata.name === name &&
      (namespace ?? one.metadata.namespace) === one.metadata.namespace,
  );
/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test walks through whole manifests */
type Loose = any;

interface PodSpec {
  readonly [field: string]: unknown;
  readonly containers: readonly { readonly [field: string]: Loose }[];
}
const podSpecs = (objects: readonly KubeObject[]): [string, PodSpec][] =>
  objects.flatMap((object: Loose): [string, PodSpec][] => {
    const template = object.spec?.jobTemplate?.spec.template ?? object.spec?.template;
    return template?.spec?.containers ? [[`${object.kind} ${object.metadata.name}`, template.spec]] : [];
  });

describe("every object", () => {
  it.each(VALUE_SETS)("of %s has only fields that its kind has, and all that it must have", (set) => {
    expect(chart(set).flatMap(problemsOf)).toEqual([]);
    expect(objectsOf(readFileSync(`deploy/manifests/${set}.yaml`, "utf8")).flatMap(problemsOf)).toEqual([]);
  });

  it("would be refused for a slip of the pen", () => {
    const policy = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name: "x" } };
    expect(problemsOf({ ...policy, spec: { podSelector: {}, policyType: [] } })).toHaveLength(1);
    expect(problemsOf({ apiVersion: "batch/v1", kind: "CronJob", spec: { schedule: 5 } })).toHaveLength(2);
    expect(problemsOf({ apiVersion: "batch/v1", kind: "CronJobb" })).toHaveLength(1);
  });

  it("is in a namespace, or of a kind that has none, and bears no label that would make a machine of it", () => {
    const ofCluster = ["Namespace", "ClusterRole", "ClusterRoleBinding"];
    for (const object of VALUE_SETS.flatMap((set) => chart(set))) {
      expect(object.metadata.namespace === undefined, object.kind).toBe(ofCluster.includes(object.kind));
      if (object.metadata.name !== "curfew-default-deny")
        expect(object.metadata.labels?.["app.kubernetes.io/managed-by"]).toBeUndefined();
    }
  });
});

const clients = (namespaceSelector: object) => ({ networkPolicy: { clients: [{ namespaceSelector }] } });

describe("values", () => {
  const validate = new Ajv({ schemaId: "auto" }).compile(
    JSON.parse(readFileSync("deploy/chart/values.schema.json", "utf8")) as object,
  );

  it.each(VALUE_SETS)("of %s are good", (set) => {
    expect([validate(valuesOf(set)), validate.errors]).toEqual([true, null]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["an unknown name", { sesions: {} }],
    ["an unknown name further in", { reaper: { retries: 3 } }],
    ["a selector with a slip of the pen, which would choose everything", clients({ matchLabel: { a: "b" } })],
    ["a tag for a digest", { image: { digest: "latest" } }],
    ["no host", { host: "" }],
    ["an address with its scheme", { host: "https://curfew.example.org" }],
    ["no replica", { replicas: 0 }],
    ["root", { runAsUser: 0 }],
    ["a quantity that is none", { quota: { vm: { "requests.memory": "48GiB" } } }],
    ["a route without a Gateway", { httpRoute: { enabled: true } }],
    ["a database that nothing names", { networkPolicy: { database: { cidrs: [] } } }],
    ["a network for the address of a DNS cache", { networkPolicy: { dns: { cidrs: ["169.254.0.0/16"] } } }],
    ["an access CIDR that is none", { sessions: { accessCidrs: ["everywhere"] } }],
  ])("are refused with %s", (_what, more) => {
    expect(validate(valuesOf("production", more))).toBe(false);
  });

  it("choose namespaces and pods as Kubernetes does", () => {
    const among = { matchExpressions: [{ key: "team", operator: "In", values: ["labs"] }] };
    expect(validate(valuesOf("production", clients(among)))).toBe(true);
  });

  it("are refused where sessions would share a namespace with the reaper, whose pod a full quota would keep out", () => {
    for (const namespaces of [{ vm: "curfew" }, { pod: "curfew" }, { manage: false, vm: "curfew" }])
      expect(() => chart("production", { namespaces }), JSON.stringify(namespaces)).toThrow(
        /namespace of their own/,
      );
  });
});

describe("a ServiceMonitor", () => {
  it("bears the labels by which a Prometheus finds it", () => {
    expect(find(chart("pod-namespace"), "ServiceMonitor", "curfew")?.metadata.labels).toMatchObject({
      release: "prometheus",
    });
  });
});

describe("every value set", () => {
  it.each(VALUE_SETS)("%s lets somebody besides the CronJob call the app", (set) => {
    const policy = find(chart(set), "NetworkPolicy", "curfew-web") as Loose;
    expect(policy.spec.ingress[0].from.length).toBeGreaterThan(1);
  });
});

describe("roles", () => {
  const EVERY_NEED = ["always", "capacity", "contention", "doctor", "reap-identity"];
  const SCOPES: Record<string, string> = {
    ...{ "kube-node-lease": "node-leases", "kube-system": "autoscaler", curfew: "own", "": "cluster" },
  };

  function granted(objects: readonly KubeObject[]): string[] {
    const roles = objects.filter(({ kind }) => kind === "Role" || kind === "ClusterRole");
    return roles
      .flatMap(({ metadata, rules }) =>
        (rules as { apiGroups: string[]; resources: string[]; verbs: string[] }[]).flatMap((rule) =>
          rule.resources.flatMap((resource) =>
            rule.verbs.map(
              (verb) =>
                `${SCOPES[metadata.namespace ?? ""] ?? metadata.namespace}: ${verb} ${rule.apiGroups.join()}/${resource}`,
            ),
          ),
        ),
      )
      .sort();
  }
  const needed = (needs: readonly string[], namespaces: readonly string[]): string[] =>
    PERMISSIONS.filter(({ need }) => needs.includes(need))
      .flatMap(({ group, resource, verbs, scope }) =>
        (scope === "sessions" ? namespaces : [scope]).flatMap((where) =>
          verbs.map((verb) => `${where}: ${verb} ${group}/${resource}`),
        ),
      )
      .sort();

  it.each([
    ["production", EVERY_NEED, ["curfew-vms"]],
    ["pod-namespace", EVERY_NEED, ["curfew-vms", "curfew-pods"]],
    ["second-environment", EVERY_NEED, ["curfew-vms"]],
    ["restricted", ["always", "doctor"], ["curfew-vms"]],
  ])("of %s are what the table of permissions says, to the verb", (set, needs, namespaces) => {
    expect(granted(chart(set))).toEqual(needed(needs, namespaces));
  });

  it("are bound to the app's account alone", () => {
    for (const object of chart("pod-namespace") as Loose[]) {
      if (!object.kind.endsWith("RoleBinding")) continue;
      expect(object.subjects).toEqual([{ kind: "ServiceAccount", name: "curfew", namespace: "curfew" }]);
      expect(
        find(chart("pod-namespace"), object.roleRef.kind, object.roleRef.name, object.metadata.namespace),
      ).toBeDefined();
    }
  });

  it("of two releases that share a namespace do not share a name", () => {
    const names = (namespace: string) =>
      renderChart(valuesOf("second-environment"), { namespace })
        .filter(({ metadata }) => metadata.namespace !== namespace)
        .map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`);
    expect(names("curfew-a").filter((name) => names("curfew-b").includes(name))).toEqual([]);
  });
});

describe("pods", () => {
  it.each(VALUE_SETS)(
    "of %s run as nobody in particular, on a read-only root, with requests and without powers",
    (set) => {
      for (const [what, spec] of podSpecs(chart(set))) {
        expect(spec.securityContext, what).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: "RuntimeDefault" },
        });
        expect([spec.hostNetwork, spec.hostPID, spec.enableServiceLinks], what).toEqual([
          undefined,
          undefined,
          false,
        ]);
        for (const container of spec.containers) {
          expect(container.image, what).toMatch(/@sha256:[0-9a-f]{64}$/);
          expect(container.resources.requests, what).toMatchObject({
            cpu: expect.any(String),
            memory: expect.any(String),
          });
          expect(container.securityContext, what).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
        }
      }
    },
  );

  it("have a token of the API server only where the app runs", () => {
    expect(
      podSpecs(chart("production")).map(([what, spec]) => [what, spec.automountServiceAccountToken]),
    ).toEqual([
      ["Job curfew-migration", false],
      ["CronJob curfew-reaper", false],
      ["Deployment curfew", true],
    ]);
  });

  it("of the app are spread, are kept while nodes are drained, and live without database and cluster", () => {
    const objects = chart("production");
    const app = find(objects, "Deployment", "curfew") as Loose;
    const [web] = app.spec.template.spec.containers;
    expect(app.spec.replicas).toBe(2);
    expect(app.spec.template.spec.topologySpreadConstraints).toHaveLength(2);
    expect(find(objects, "PodDisruptionBudget", "curfew")).toMatchObject({ spec: { maxUnavailable: 1 } });
    expect(
      [web.startupProbe, web.livenessProbe, web.readinessProbe].map((probe) => probe.httpGet.path),
    ).toEqual(["/api/live", "/api/live", "/api/ready"]);
    for (const name of ["live", "ready", "health"])
      expect(readFileSync(`app/api/${name}/route.ts`, "utf8")).toContain("GET");
  });

  it("that call others trust the authorities of a ConfigMap, where one is named", () => {
    const file = "/etc/curfew/ca/ca.crt";
    const trusting = (set: string) =>
      podSpecs(chart(set)).map(([what, spec]) => {
        const [{ env = [], volumeMounts }] = spec.containers as Loose;
        const isTold = env.some((one: Loose) => one.name === "NODE_EXTRA_CA_CERTS" && one.value === file);
        const mount = volumeMounts.find((one: Loose) => file === `${one.mountPath}/ca.crt`);
        const volume = (spec.volumes as Loose[]).find(({ name }) => name === mount?.name);
        return [what, isTold, volume?.configMap ?? null];
      });
    const configMap = { name: "university-ca", items: [{ key: "ca.crt", path: "ca.crt" }] };
    expect(trusting("pod-namespace")).toEqual([
      ["Job curfew-migration", true, configMap],
      ["CronJob curfew-reaper", false, null],
      ["Deployment curfew", true, configMap],
    ]);
    expect(trusting("production").map(([, isTold, volume]) => [isTold, volume])).toEqual(
      Array.from({ length: 3 }, () => [false, null]),
    );
  });

  it("of the app get an environment that the app takes", () => {
    const known = `${readFileSync(".env.example", "utf8")} NODE_ENV HOSTNAME KEEP_ALIVE_TIMEOUT NODE_EXTRA_CA_CERTS`;
    const secret = {
      DATABASE_URL: "postgresql://curfew@db.example.org/curfew",
      AUTH_SECRET: "s".repeat(32),
      CURFEW_REAP_TOKEN: "t".repeat(16),
      CURFEW_METRICS_TOKEN: "m".repeat(16),
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: "k".repeat(43) + "=",
    };
    for (const set of VALUE_SETS) {
      const app = find(chart(set), "Deployment", "curfew") as Loose;
      const entries = app.spec.template.spec.containers[0].env as {
        name: string;
        value?: string;
        valueFrom?: Loose;
      }[];
      expect(entries.filter(({ name }) => !known.includes(name))).toEqual([]);
      const env = entries.map(({ name, value, valueFrom }) => {
        if (valueFrom) expect(valueFrom.secretKeyRef).toMatchObject({ name: "curfew", key: name });
        return [name, value ?? secret[name as keyof typeof secret]];
      });
      const parsed = parseEnv({ ...Object.fromEntries(env), KUBERNETES_SERVICE_HOST: "10.96.0.1" });
      expect(parsed).toMatchObject({ vmNamespace: "curfew-vms", machineCap: 8, isProduction: true });
      // A pod without one of these does not start, and all replicas are given the same.
      const required = entries.filter(({ valueFrom }) => valueFrom && !valueFrom.secretKeyRef.optional);
      expect(required.map(({ name }) => name)).toEqual([
        ...(set === "restricted" ? ["CURFEW_REAP_TOKEN"] : []),
        ...["DATABASE_URL", "AUTH_SECRET", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"],
      ]);
      const isSignedIn = set !== "restricted";
      expect(parsed.reapServiceAccount).toBe(
        isSignedIn ? "system:serviceaccount:curfew:curfew-reaper" : null,
      );
      expect(parsed.podNamespace).toBe(set === "pod-namespace" ? "curfew-pods" : "curfew-vms");
    }
  });
});
