import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { documentedCommands } from "./documented-commands";
import type { Tool } from "./helm";
import { LOST_DIGEST, type PlayedCluster, startPlayedCluster } from "./played-cluster";

const DOCUMENT = "docs/operations.md";
/** Of two ways, the other one than what is played: it needs a namespace of sessions that somebody else made. */
const AFTER_INSTALL = "kubectl apply -n curfew-vms -f deploy/manifests/default-deny.yaml";
const MACHINE = {
  ...{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine" },
  metadata: { name: "lab-abcdefghij-0", labels: { "curfew.dev/session": "abcdefghij" } },
  spec: { runStrategy: "Halted", template: { spec: { domain: { devices: {} } } } },
};
const KEPT = ["limitrange", "networkpolicy", "resourcequota"];

/** A line to run: that it succeeds, or, where `told` is given, that what it says has this in it. */
interface Act {
  line: string;
  told?: string;
  fails?: boolean;
}
type Played = { problems: string[]; played: number };

/**
 * Has kubectl and Helm play an operator on a simulated cluster: every command of docs/operations.md, in its order; an
 * upgrade that cannot come up, and the way back; an uninstall, and what it leaves; a second environment beside the
 * first; and the plain manifests.
 */
export async function playOperations(
  tools: Readonly<Record<Tool, string>>,
  signal: AbortSignal,
): Promise<Played> {
  const plays = [playDocument, playUpgrades, playUninstall, playManifests];
  const results = await Promise.all(
    plays.map(async (play) => {
      const cluster = await startPlayedCluster(tools, signal);
      try {
        return await play(cluster);
      } finally {
        await cluster.close();
      }
    }),
  );
  return {
    problems: results.flatMap(({ problems }) => problems),
    played: results.reduce((sum, { played }) => sum + played, 0),
  };
}

async function playDocument(cluster: PlayedCluster): Promise<Played> {
  writeValues(cluster);
  const machine = path.join(cluster.folder, "machine.json");
  writeFileSync(machine, JSON.stringify(MACHINE));
  const commands = documentedCommands(readFileSync(DOCUMENT, "utf8"));
  const inOrder = commands.flatMap((command) => {
    if (command === AFTER_INSTALL) return [];
    const isInstall = command.startsWith("helm install");
    return isInstall ? [command, AFTER_INSTALL, `kubectl apply -n curfew-vms -f ${machine}`] : [command];
  });
  const filled = inOrder.map((command) =>
    command
      .replace("my-values.yaml", path.join(cluster.folder, "my-values.yaml"))
      .replaceAll("…", "x")
      .replace(/\bNAME\b(?!:)/, MACHINE.metadata.name),
  );
  return run(
    cluster,
    filled.map((line) => ({ line })),
  );
}

function playUpgrades(cluster: PlayedCluster): Promise<Played> {
  const values = writeValues(cluster);
  const upgrade = `helm upgrade curfew deploy/chart -n curfew -f ${values}`;
  const images = "kubectl -n curfew get pod -l app.kubernetes.io/component=web -o jsonpath={..image}";
  const zero = `sha256:${"0".repeat(64)}`;
  return run(cluster, [
    ...installed(values),
    { line: `${upgrade} --set replicas=3 --wait --timeout 20s`, told: "REVISION: 2" },
    { line: "kubectl -n curfew get deploy curfew -o jsonpath={.status.readyReplicas}", told: "3" },
    // The migration Job does not come up, so that no pod is replaced.
    { line: `${upgrade} --set image.digest=${LOST_DIGEST} --timeout 2s`, fails: true, told: "pre-upgrade" },
    {
      line: "kubectl -n curfew describe pod -l app.kubernetes.io/component=migration",
      told: "Failed to pull image",
    },
    { line: images, told: zero },
    { line: "helm history curfew -n curfew", told: "failed" },
    { line: "helm rollback curfew 1 -n curfew --wait --timeout 20s", told: "success" },
    { line: "kubectl -n curfew rollout status deploy/curfew --timeout=20s", told: "successfully rolled out" },
    { line: "kubectl -n curfew get deploy curfew -o jsonpath={.spec.replicas}", told: "2" },
    { line: `${upgrade} --set environment=prod --wait --timeout 20s`, told: "STATUS: deployed" },
  ]);
}

function playUninstall(cluster: PlayedCluster): Promise<Played> {
  const values = writeValues(cluster);
  const second =
    "-n curfew-dev --create-namespace -f deploy/value-sets/second-environment.yaml --set namespaces.createOwn=false";
  const left =
    "kubectl get deploy,cronjob,pdb,ingress,clusterrole,clusterrolebinding,role,rolebinding,sa -A -o name";
  return run(cluster, [
    ...installed(values),
    { line: `helm install curfew deploy/chart ${second}`, told: "STATUS: deployed" },
    { line: "kubectl -n curfew-vms get role -o name", told: "curfew-dev-curfew" },
    { line: "helm uninstall curfew -n curfew-dev", told: "uninstalled" },
    { line: "kubectl -n curfew-vms get role,rolebinding -o name", told: "curfew-curfew" },
    { line: "helm uninstall curfew -n curfew", told: "kept due to the resource policy" },
    { line: `test -z "$(${left} | grep curfew)"` },
    ...KEPT.map((kind) => ({ line: `kubectl -n curfew-vms get ${kind} -o name`, told: "curfew-" })),
    { line: `helm install curfew deploy/chart -n curfew -f ${values}`, told: "STATUS: deployed" },
  ]);
}

function playManifests(cluster: PlayedCluster): Promise<Played> {
  const production = "deploy/manifests/production.yaml";
  const digest = `sha256:${"1".repeat(64)}`;
  const upgrade = `sed 's/sha256:0*/${digest}/' ${production} | kubectl apply -f -`;
  return run(cluster, [
    { line: `kubectl apply -f ${production}`, told: "deployment.apps/curfew created" },
    { line: `kubectl apply -f ${production}`, told: "deployment.apps/curfew unchanged" },
    { line: upgrade, fails: true, told: "field is immutable" },
    { line: "kubectl -n curfew delete job curfew-migration --ignore-not-found", told: "deleted" },
    { line: upgrade, told: "job.batch/curfew-migration created" },
    { line: "kubectl -n curfew get deploy curfew -o jsonpath={..image}", told: digest },
  ]);
}

/** As step 3 of the document says: production's, with the namespace that is there already. Answers the file. */
function writeValues({ folder }: PlayedCluster): string {
  const file = path.join(folder, "my-values.yaml");
  const production = readFileSync("deploy/value-sets/production.yaml", "utf8");
  const monitored =
    "serviceMonitor: { enabled: true }\ningress: { enabled: true, tlsSecretName: curfew-tls }\n";
  writeFileSync(file, production.replace("createOwn: true", "createOwn: false") + monitored);
  return file;
}

function installed(values: string): Act[] {
  return [
    { line: "kubectl create namespace curfew", told: "created" },
    {
      line: `helm install curfew deploy/chart -n curfew -f ${values} --wait --timeout 20s`,
      told: "STATUS: deployed",
    },
  ];
}

async function run({ sh }: PlayedCluster, acts: readonly Act[]): Promise<Played> {
  const problems: string[] = [];
  for (const { line, told = "", fails = false } of acts) {
    const { status, output } = await sh(line);
    if ((status !== 0) !== fails) problems.push(`${line}\n  exit ${String(status)}: ${output.trim()}`);
    else if (!output.includes(told)) problems.push(`${line}\n  does not say "${told}": ${output.trim()}`);
  }
  return { problems, played: acts.length };
}
