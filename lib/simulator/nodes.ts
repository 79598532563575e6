import type { Node } from "./objects";

/** Annotations by which the control API tells the stand-ins for kubelet and virt-handler what to do. */
export const ALIVE = "simulator/alive";
export const MACHINE = "simulator/machine";

export type MachineOrder = "power-off" | "crash" | "stuck";

export function isAlive(node: Node | undefined): boolean {
  return node !== undefined && node.metadata.annotations?.[ALIVE] !== "false";
}

export function orderOf(object: {
  metadata: { annotations?: Record<string, string> };
}): MachineOrder | undefined {
  const order = object.metadata.annotations?.[MACHINE];
  return order === "power-off" || order === "crash" || order === "stuck" ? order : undefined;
}

/** A loopback-safe address in the pod network, the same for the same uid. */
export function podAddress(uid: string): string {
  const hex = uid.replaceAll("-", "");
  const third = Number.parseInt(hex.slice(0, 4), 16) % 250;
  const fourth = (Number.parseInt(hex.slice(4, 8), 16) % 250) + 2;
  return `10.244.${third}.${fourth}`;
}
