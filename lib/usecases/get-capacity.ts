import {
  CAPACITY_KINDS,
  type CapacityAnswer,
  type CapacityQuery,
  type LabCapacity,
  toWire,
} from "@/lib/contracts/capacity";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { listSamples } from "@/lib/db/capacity-history";
import { listLabs } from "@/lib/db/labs";
import { chargedUnderWay, chargeRules, labRoom, nodesOf, type WhatIf } from "@/lib/domain/capacity/binding";
import { sessionCharge } from "@/lib/domain/capacity/charge";
import { gaugesOf } from "@/lib/domain/capacity/gauges";
import { goldenVolumes } from "@/lib/domain/capacity/golden-volumes";
import { nodeHeadrooms } from "@/lib/domain/capacity/node-headroom";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";
import { releasing } from "@/lib/domain/capacity/releasing";
import type { Lab } from "@/lib/domain/lab";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { seatFreeByMs } from "@/lib/domain/seats";
import type { Context } from "./context";
import { type CapacityInput, namespaceOfKind, readCapacityInput } from "./steps/capacity-input";
import { unreadKinds, withoutMessages } from "./steps/for-instructors";
import { visibleLabIds } from "./steps/lab-scope";
import { startsHeldBy } from "./steps/starts-held";

/** What is used, what is left, and what will refuse the next student; for an instructor with their own labs. */
export async function getCapacity(
  context: Context,
  actor: Actor,
  query: CapacityQuery = {},
): Promise<Result<CapacityAnswer>> {
  if (!may(actor, "capacity.see")) return refuse("forbidden");
  const { at } = context.db;
  const [input, all, visible, history, heldBy] = await Promise.all([
    readCapacityInput(context),
    listLabs(at),
    visibleLabIds(at, actor),
    listSamples(at),
    startsHeldBy(at),
  ]);
  const isVisible = ({ id }: Lab) => visible === null || visible.has(id);
  const labs = all.filter((lab) => lab.isEnabled && isVisible(lab));
  const { world, seats, rows, asOfMs, isStale, nowMs } = input;
  const nodes = nodesOf(input);
  const freeByMs = seats.taken >= seats.cap ? seatFreeByMs(rows, seats.taken - seats.cap + 1) : null;
  return ok({
    asOfMs,
    isStale,
    startsHeldBy: heldBy,
    seats: { ...seats, freeByMs },
    gauges: toWire(gaugesOf(gaugeInput(context, input))),
    nodes: toWire(withoutMessages(nodeHeadrooms(world))),
    labs: labs.map((lab) => labCapacity(context, lab, { ...input, whatIf: whatIf(query) }, nodes)),
    volumes: toWire(
      goldenVolumes(
        world,
        all.flatMap((lab) => copying(context, lab, isVisible(lab))),
      ),
    ),
    history,
    kubevirtRelease: world.kubevirtRelease,
    cpuAllocationRatio: world.cpuAllocationRatio,
    hasMetrics: world.nodeUsage.state === "known",
    unread: unreadKinds(world, CAPACITY_KINDS),
    serverNowMs: nowMs,
  });
}

function gaugeInput({ cluster }: Context, input: CapacityInput) {
  const { world, seats, machines } = input;
  return {
    namespaces: cluster.namespaces,
    quotas: world.quota.state === "known" ? world.quota.items : null,
    cap: { ...seats, hard: seats.cap, used: seats.taken },
    releasing: releasing(world, machines),
    reserved: world.pod.state === "known" ? chargedUnderWay(input) : null,
  };
}

function labCapacity(
  context: Context,
  { id, name, spec }: Lab,
  input: CapacityInput,
  nodes: ReturnType<typeof nodesOf>,
): LabCapacity {
  const namespace = namespaceOfKind(context, spec.kind);
  const sized = { ...spec, ...input.whatIf?.size };
  return {
    ...{ id, name, machineCount: sized.machineCount, guestMiB: sized.memoryMiB },
    charge: toWire(sessionCharge(sized, chargeRules(input.world, namespace, sized))),
    room: labRoom(spec, namespace, input, nodes),
  };
}

function whatIf({ cap, quota, hard, cpus, memoryMiB, machineCount }: CapacityQuery): WhatIf {
  const [namespace = "", name = "", ...key] = quota?.split("/") ?? [];
  const bound = parseQuantity(hard ?? "");
  const isChanged = quota !== undefined && isValid(bound);
  return {
    ...(cap === undefined ? {} : { cap }),
    ...(isChanged ? { quotas: [{ namespace, quota: name, key: key.join("/"), hard: bound.nano }] } : {}),
    size: {
      ...(cpus === undefined ? {} : { cpus }),
      ...(memoryMiB === undefined ? {} : { memoryMiB }),
      ...(machineCount === undefined ? {} : { machineCount }),
    },
  };
}

function copying({ config }: Context, { name, isEnabled, spec: { disk } }: Lab, isVisible: boolean) {
  if (disk.type !== "clone") return [];
  const { sourcePvc, sourceNamespace } = disk;
  return [{ name, isEnabled, isVisible, sourcePvc, namespace: sourceNamespace ?? config.vmNamespace }];
}
