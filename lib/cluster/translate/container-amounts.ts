import type { ContainerAmounts } from "@/lib/domain/capacity/pod-amounts";
import { type Json, record, records } from "./fields";

/** Of each container of a spec what is read of its `resources`, with the part that it plays in the sum of its pod. */
export function containerAmounts(
  spec: Json,
  read: (resources: Json) => ContainerAmounts["amounts"],
): ContainerAmounts[] {
  const of = (container: Json, role: ContainerAmounts["role"]): ContainerAmounts => ({
    role,
    amounts: read(record(container.resources)),
  });
  return [
    ...records(spec.initContainers).map((one) =>
      of(one, one.restartPolicy === "Always" ? "sidecar" : "init"),
    ),
    ...records(spec.containers).map((one) => of(one, "main")),
  ];
}
