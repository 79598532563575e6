import { databaseNow } from "@/lib/db/database";
import { loadSeatRows } from "@/lib/db/session-reads";
import type { BindingInput } from "@/lib/domain/capacity/binding";
import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import { sessionIdOfLabels } from "@/lib/domain/labels";
import type { LabSession } from "@/lib/domain/session";
import { countSeats, type Seats } from "@/lib/domain/seats";
import type { World } from "@/lib/domain/world";
import { itemsOf } from "@/lib/domain/world-index";
import type { Context } from "@/lib/usecases/context";
import { lookAtCapacity } from "./capacity-look";
import { lookAtMachines } from "./machine-look";

/** All that capacity is told from, read side by side. */
export interface CapacityInput extends BindingInput {
  readonly seats: Seats & { readonly cap: number };
  readonly world: CapacityWorld;
  readonly machines: World;
  readonly rows: readonly LabSession[];
  /** Of the oldest part of it, by the database's clock. */
  readonly asOfMs: number;
  readonly isStale: boolean;
  readonly nowMs: number;
}

export async function readCapacityInput(context: Context): Promise<CapacityInput> {
  const { config, db, installation } = context;
  const [rows, { world: machines }, { world, ageMs, isStale }] = await Promise.all([
    loadSeatRows(db.at),
    lookAtMachines(context.cluster),
    lookAtCapacity(context.cluster),
  ]);
  const nowMs = await databaseNow(db.at);
  const owner = { environment: installation.environment, installationId: installation.id };
  return {
    seats: { ...countSeats({ rows, world: machines, ...owner }), cap: config.machineCap },
    ...{ rows, machines, world, nowMs, isStale },
    asOfMs: Math.round(nowMs - ageMs),
    underWay: launchesUnderWay(rows, world, machines),
  };
}

/** Launches with machines of which no pod is seen yet: what those will take is in no count of the cluster. */
function launchesUnderWay(
  rows: readonly LabSession[],
  { pod }: CapacityWorld,
  { vm }: World,
): BindingInput["underWay"] {
  const launching = rows.filter(({ status }) => status === "provisioning");
  if (launching.length === 0) return [];
  const pods = countBy(itemsOf(pod).map(({ sessionId }) => sessionId));
  const vms = countBy(itemsOf(vm).map(({ labels }) => sessionIdOfLabels(labels)));
  return launching.flatMap(({ id, namespace, kind, spec }) => {
    const seen = pods.get(id) ?? 0;
    const machineCount = spec.machineCount - seen;
    const isMade = kind === "vm" ? (vms.get(id) ?? 0) >= spec.machineCount : seen > 0;
    return machineCount <= 0 ? [] : [{ namespace, spec: { ...spec, machineCount }, isMade }];
  });
}

function countBy(ids: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Where labs of this kind run. */
export function namespaceOfKind({ config }: Context, kind: "vm" | "pod"): string {
  return kind === "vm" ? config.vmNamespace : config.podNamespace;
}
