import { yamlOf } from "../../yaml-text";
import type { Measure, MeasurePatch } from "./measure";

/**
 * The patch as manifests, one for each workload: what kustomize takes as strategic merge patches, and what
 * `kubectl apply --server-side` takes.
 */
export function manifestText(patch: MeasurePatch): string {
  return patch.names.map((name) => yamlOf(manifestOf(patch, name))).join("---\n");
}

/** What is patched of one workload, with the names that say which it is. */
export function manifestOf({ kind, namespace, patch }: MeasurePatch, name: string) {
  const metadata = { name, namespace, ...(patch["metadata"] as object | undefined) };
  return { apiVersion: "apps/v1", kind, ...patch, metadata };
}

/** The same as one command of a POSIX shell. */
export function patchCommand({ kind, namespace, names, patch }: MeasurePatch): string {
  const what = `kubectl -n ${namespace} patch ${kind.toLowerCase()} ${names.join(" ")}`;
  return `${what} --type strategic -p ${quoted(JSON.stringify(patch))}`;
}

/**
 * Waves without Argo CD, as commands: rollouts are paused, changed, and resumed wave by wave. A StatefulSet needs none,
 * it replaces one pod after the other. null: it is no measure of waves, or has no Deployment.
 */
export function waveCommands({ code, patches }: Measure): string | null {
  const mine = patches.filter(({ kind }) => kind === "Deployment");
  if (code !== "waves" || mine.length === 0) return null;
  const of = ({ namespace, names }: MeasurePatch, verb: string) =>
    `kubectl -n ${namespace} rollout ${verb} deployment ${names.join(" ")}`;
  const statusOf = ({ namespace, names }: MeasurePatch) =>
    names.map((name) => `kubectl -n ${namespace} rollout status deployment ${name}`);
  const slower = mine.filter(({ patch }) => "spec" in patch);
  const numbers = [...new Set(mine.map(({ params }) => Number(params["wave"])))].sort((a, b) => a - b);
  const waves = numbers.map((number) => {
    const wave = mine.filter(({ params }) => params["wave"] === number);
    const lines = [...wave.map((each) => of(each, "resume")), ...wave.flatMap(statusOf)];
    return [`# ${number}`, lines.join(" &&\n  ")].join("\n");
  });
  return [
    ...slower.map(({ patch, ...each }) => patchCommand({ ...each, patch: { spec: patch["spec"] } })),
    ...mine.map((each) => of(each, "pause")),
    "# kubectl apply …",
    ...waves,
  ].join("\n");
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
