import { type FitAnswer, type FitQuery, toWire } from "@/lib/contracts/capacity";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { chargeRules, labRoom } from "@/lib/domain/capacity/binding";
import { sessionCharge } from "@/lib/domain/capacity/charge";
import { sourceVolume } from "@/lib/domain/capacity/golden-volumes";
import { whenEmpty } from "@/lib/domain/capacity/when-empty";
import type { LabDisk, LabSpec } from "@/lib/domain/lab";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { namespaceOfKind, readCapacityInput } from "./steps/capacity-input";

/** What a lab of this size is charged, and whether it would fit as often as the cap says if no lab ran. */
export async function getLabFit(context: Context, actor: Actor, query: FitQuery): Promise<Result<FitAnswer>> {
  if (!may(actor, "capacity.see")) return refuse("forbidden");
  const input = await readCapacityInput(context);
  const namespace = namespaceOfKind(context, query.kind);
  const spec = specOf(query);
  const { environment, id: installationId } = context.installation;
  const empty = whenEmpty(input, { ...input, environment, installationId });
  const { cap, taken } = empty.seats;
  const rules = chargeRules(input.world, namespace, spec);
  return ok({
    charge: toWire(sessionCharge(spec, rules)),
    rules,
    ...{ asOfMs: input.asOfMs, isStale: input.isStale },
    wanted: Math.floor(Math.max(0, cap - taken) / spec.machineCount),
    foreignSeats: taken,
    source: toWire(sourceVolume(input.world, context.cluster.namespaces, namespace, spec.disk)),
    room: labRoom(spec, namespace, empty),
    serverNowMs: input.nowMs,
  });
}

/** The parts of a lab that cost something; the others are as plain as can be. */
function specOf({ diskMiB, sourcePvc, sourceNamespace, ...size }: FitQuery): LabSpec {
  const disk: LabDisk =
    diskMiB > 0
      ? { type: "clone", sourcePvc, sourceNamespace: sourceNamespace || null, sizeMiB: diskMiB }
      : { type: "none" };
  return {
    ...size,
    disk,
    image: "",
    cloudInit: {},
    access: { protocol: "none", port: 22, user: "user", template: "" },
    egress: [],
    capabilities: [],
    graceSeconds: 0,
  };
}
