import { Cluster } from "../../cluster";
import { withDefaults } from "../../defaults";
import type { EventObject, KubeObject, Pod } from "../../objects";
import type { Job } from "../workloads/workload-objects";
import { MACHINE } from "../../nodes";
import { namespaceOf, nodeOf } from "../../seed-nodes";
import { PROGRAMS, type Program } from "../containers/program";
import { REAL_DELAYS, type Draft } from "../../world";

export const START_MS = Date.parse("2026-12-01T10:00:00Z");

/** A cluster of two nodes whose pods start at once, with what tests ask of it. */
export function jobCluster(startMs = START_MS) {
  const settings = {
    delays: { ...REAL_DELAYS, scheduleMs: 0, imagePullMs: 0, containerStartMs: 0 },
    ...{ hasKubevirt: false, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
  };
  const cluster = new Cluster(settings, () => startMs);
  cluster.create(namespaceOf("lab"));
  for (const index of [1, 2]) cluster.create(nodeOf(`node-${index}`, index, cluster));
  const pods = () => cluster.store.list("pods", "lab") as Pod[];
  const namesOf = (resource: string) =>
    cluster.store.list(resource, "lab").map(({ metadata }) => metadata.name);
  return {
    cluster,
    namesOf,
    /** Creates an object as the API does, and settles. */
    add(draft: Draft): KubeObject {
      const uid = `uid-of-${draft.kind}-${draft.metadata.name ?? ""}`;
      const full = withDefaults({ ...draft, metadata: { namespace: "lab", ...draft.metadata } }, uid);
      const object = cluster.create({ ...full, metadata: { ...full.metadata, uid } });
      cluster.settle();
      return object;
    },
    job: (name = "job") => cluster.store.get("jobs.batch", "lab", name) as Job,
    pods,
    /** Ends the pod at a place of the list, or lets it ignore its end. */
    order(index: number, order: string): void {
      const pod = pods()[index];
      if (!pod) throw new Error(`There is no pod ${index}.`);
      const annotations = { ...pod.metadata.annotations, [MACHINE]: order };
      cluster.store.replace({ ...pod, metadata: { ...pod.metadata, annotations } });
      cluster.settle();
    },
    /** What was said about objects of a kind, oldest first. */
    said(kind: string): string[] {
      const events = cluster.store.list("events", "lab") as EventObject[];
      return events
        .filter((event) => event.involvedObject.kind === kind)
        .map(({ reason, message }) => `${reason}: ${message}`);
    },
    conditions(name = "job"): string[] {
      const conditions = (cluster.store.get("jobs.batch", "lab", name) as Job).status.conditions ?? [];
      return conditions
        .filter(({ status }) => status === "True")
        .map(({ type, reason }) => `${type}: ${reason ?? ""}`);
    },
    advance: (seconds: number) => cluster.advance(seconds * 1000),
  };
}

/** A Job whose pods run for some seconds and exit with a code. */
export function jobDraft(spec: object = {}, run: Program = { runsSeconds: 5 }, name = "job"): Draft {
  const annotations = { [PROGRAMS]: JSON.stringify({ app: run }) };
  const containers = [{ name: "app", image: "registry.lab/app:1" }];
  const template = { metadata: { annotations }, spec: { restartPolicy: "Never", containers } };
  return { apiVersion: "batch/v1", kind: "Job", metadata: { name }, spec: { template, ...spec } };
}
