import { acceptDatabaseInput, adoptClusterInput, confirmHeldInput } from "@/lib/contracts/reaper";
import { ok, type Result } from "@/lib/contracts/result";
import { BRAKED_DIRECTIONS } from "@/lib/domain/reap-types";
import { acceptDatabase } from "@/lib/usecases/accept-database";
import { adoptCluster } from "@/lib/usecases/adopt-cluster";
import { confirmHeld } from "@/lib/usecases/confirm-held";
import type { Context } from "@/lib/usecases/context";
import { getReaper } from "@/lib/usecases/get-reaper";
import { alignedText } from "../aligned-text";
import {
  CLI_ACTOR,
  defineCommand,
  noPositionals,
  required,
  UsageError,
  type CommandArgs,
  type Printed,
} from "../command";

export const confirmCommand = defineCommand({
  name: "confirm",
  summary: "Lets the next pass do what the brake holds; without a direction it shows what is held.",
  usage: `[--direction ${BRAKED_DIRECTIONS.join("|")} (--all | --key KEY...)] [--json]`,
  details: [
    "--all      everything that is held in that direction now",
    "--key KEY  one held act, as shown; may be given several times",
    "A confirmation is good for 15 minutes.",
  ],
  options: {
    direction: { type: "string" },
    all: { type: "boolean" },
    key: { type: "string", multiple: true },
  },
  read: readConfirmation,
  async run(context, request): Promise<Result<Printed>> {
    const view = await getReaper(context, CLI_ACTOR);
    if (!view.ok) return view;
    const { held } = view.value;
    if (request === null) return ok(heldSets(held));
    const inHand =
      held.find(({ direction }) => direction === request.direction)?.items.map(({ key }) => key) ?? [];
    const keys = request.keys ?? inHand;
    if (keys.length === 0) {
      const text = `The brake holds nothing of ${request.direction}.`;
      return ok({ json: { confirmed: 0 }, text, isFailure: true });
    }
    const answer = await confirmHeld(context, CLI_ACTOR, { direction: request.direction, keys });
    if (!answer.ok) return answer;
    const { confirmed } = answer.value;
    return ok({
      json: answer.value,
      text: `Confirmed for 15 minutes: ${confirmed} of ${request.direction}.`,
    });
  },
});

/** `keys: null` stands for all that are held; null for "only show". */
function readConfirmation(args: CommandArgs) {
  noPositionals(args);
  const direction = args.text("direction");
  const keys = args.texts("key");
  const isAll = args.flag("all");
  if (direction === undefined) {
    if (isAll || keys.length > 0) throw new UsageError("--direction D is missing.");
    return null;
  }
  if (isAll === keys.length > 0) throw new UsageError("Give either --all or --key KEY.");
  const parsed = confirmHeldInput.safeParse({ direction, keys: isAll ? ["all"] : keys });
  if (!parsed.success) throw new UsageError(`--direction is one of ${BRAKED_DIRECTIONS.join(", ")}.`);
  return { direction: parsed.data.direction, keys: isAll ? null : parsed.data.keys };
}

type Held = Extract<Awaited<ReturnType<typeof getReaper>>, { ok: true }>["value"]["held"];

function heldSets(held: Held): Printed {
  const rows = held.flatMap((set) =>
    set.items.map(({ key, sessionId }) => [set.direction, sessionId ?? "", key]),
  );
  return { json: held, text: alignedText(["DIRECTION", "SESSION", "KEY"], rows, "The brake holds nothing.") };
}

export const adoptCommand = defineCommand({
  name: "adopt",
  summary: "Says that the cluster we talk to now is the right one, after it was made anew.",
  usage: "--namespace VM-NAMESPACE [--json]",
  details: ["Sessions whose machines the old cluster took with it are then ended by the next passes."],
  options: { namespace: { type: "string" } },
  read(args) {
    noPositionals(args);
    const parsed = adoptClusterInput.safeParse({ typedNamespace: required(args, "namespace", "NS") });
    if (!parsed.success) throw new UsageError("--namespace is no name of a namespace.");
    return parsed.data;
  },
  async run(context: Context, request): Promise<Result<Printed>> {
    const answer = await adoptCluster(context, CLI_ACTOR, request);
    if (!answer.ok) return answer;
    const rows = Object.entries(answer.value.namespaceUids);
    return ok({ json: answer.value, text: alignedText(["NAMESPACE", "UID"], rows, "") });
  },
});

export const acceptCommand = defineCommand({
  name: "accept",
  summary: "Accepts a restored database: it goes on from the number that the cluster remembers.",
  usage: "--number LEASE-NUMBER [--json]",
  options: { number: { type: "string" } },
  read(args) {
    noPositionals(args);
    const typed = required(args, "number", "N");
    const parsed = acceptDatabaseInput.safeParse({ typedNumber: /^\d+$/.test(typed) ? Number(typed) : NaN });
    if (!parsed.success) throw new UsageError(`--number ${typed} is no whole number.`);
    return parsed.data;
  },
  async run(context: Context, request): Promise<Result<Printed>> {
    const answer = await acceptDatabase(context, CLI_ACTOR, request);
    if (!answer.ok) return answer;
    return ok({ json: answer.value, text: `Accepted: the next pass has number ${answer.value.number + 1}.` });
  },
});
