import type { Draft } from "../../world";
import type { SetUpOf } from "../set-up";

const NODE: Draft = { apiVersion: "v1", kind: "Node", metadata: { name: "n" }, spec: {}, status: {} };

function podOf(name: string, container: string, state: object | null): Draft {
  const containerStatuses = state && [{ name: container, state, ready: false, restartCount: 0 }];
  return {
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "lab" } },
    spec: { containers: [{ name: container }], ...(state ? { nodeName: "n" } : {}) },
    status: { phase: "Pending", ...(containerStatuses ? { containerStatuses } : {}) },
  };
}
const standing =
  (pod: Draft): SetUpOf =>
  () => ({ objects: [NODE, pod] });
const waiting = standing(podOf("lw", "app", { waiting: { reason: "ContainerCreating" } }));

/** Logs: of what the pods were like when they were asked, the recordings tell no more than this. */
export const LOGS: Readonly<Record<string, SetUpOf>> = {
  i_log_missing_container_400: (r) => ({ objects: r.of("i_pod_i2") }),
  i_log_multi_container: standing(
    podOf("virt-launcher-vm1-56dvl", "compute", { running: { startedAt: "2026-11-30T13:58:16Z" } }),
  ),
  i_log_previous_none: waiting,
  i_log_unscheduled: standing(podOf("lg", "app", null)),
  i_log_waiting: waiting,
};
