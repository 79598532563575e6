import type { Container, Pod } from "../../objects";

/** `init` ends before the next one starts; `sidecar`, an init container with restartPolicy Always, goes on running. */
export type Role = "init" | "sidecar" | "main";

export interface Member {
  container: Container;
  role: Role;
}

/** A pod's containers in the order in which the kubelet starts them. */
export function membersOf({ spec }: Pod): Member[] {
  const before = (spec.initContainers ?? []).map((container): Member => {
    return { container, role: container.restartPolicy === "Always" ? "sidecar" : "init" };
  });
  return [...before, ...spec.containers.map((container): Member => ({ container, role: "main" }))];
}

/** Whether a container that exited with this is started again (kubelet, container/helpers.go). */
export function isRestarted({ spec }: Pod, { role }: Member, exitCode: number): boolean {
  if (role === "sidecar") return true;
  if (spec.restartPolicy === "Never") return false;
  const isAlways = role === "main" && (spec.restartPolicy ?? "Always") === "Always";
  return isAlways || exitCode !== 0;
}
