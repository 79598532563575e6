import { ApiError, PlainError } from "./api-error";
import type { Denial } from "./access";
import type { Incoming } from "./api";
import type { FaultOrder } from "./faults";
import type { MachineOrder } from "./nodes";
import { json } from "./reply";
import type { Reply } from "./reply";
import { play } from "./scenarios";
import type { Simulator } from "./simulator";
import type { Draft } from "./world";

type Handler = (simulator: Simulator, args: string[], body: Body, url: URL) => unknown;
type Body = Record<string, unknown>;

const ORDERS: Record<string, MachineOrder> = { powerOff: "power-off", crash: "crash", stuck: "stuck" };

const ROUTES: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ["GET", /^\/clock$/, (simulator) => ({ nowMs: simulator.nowMs() })],
  ["POST", /^\/advance$/, advance],
  ["GET", /^\/faults$/, (simulator) => simulator.listFaults()],
  [
    "POST",
    /^\/faults$/,
    (simulator, _args, body) => ({ id: simulator.fault(body as unknown as FaultOrder) }),
  ],
  ["DELETE", /^\/faults(?:\/([^/]+))?$/, (simulator, [id]) => simulator.clearFaults(id)],
  ["POST", /^\/permissions$/, deny],
  [
    "POST",
    /^\/nodes\/([^/]+)$/,
    (simulator, [name = ""], body) => simulator.setNode(name, body.alive === true),
  ],
  ["POST", /^\/machines\/([^/]+)\/([^/]+)$/, orderMachine],
  [
    "POST",
    /^\/images$/,
    (simulator, _args, body) => simulator.setMissingImages((body.missing ?? []) as string[]),
  ],
  [
    "POST",
    /^\/namespaces\/([^/]+)\/recreate$/,
    (simulator, [name = ""]) => ({ uid: simulator.recreateNamespace(name) }),
  ],
  ["POST", /^\/namespaces\/([^/]+)\/uid$/, setUid],
  ["POST", /^\/scenarios\/([^/]+)$/, playScenario],
  ["GET", /^\/requests$/, listRequests],
  ["POST", /^\/objects$/, (simulator, _args, body) => simulator.seed(body as unknown as Draft[])],
  ["DELETE", /^\/objects$/, clear],
  ["POST", /^\/forget-history$/, (simulator) => simulator.forgetHistory()],
];

/** The control API below /simulator: it takes JSON, answers JSON, and only an admin token may use it. */
export function handleControl(simulator: Simulator, incoming: Incoming): Reply {
  const { caller, method, url } = incoming;
  if (caller.rules !== "admin") {
    throw new ApiError(403, "Forbidden", `User "${caller.user}" cannot use the control API`, {});
  }
  const path = url.pathname.replace(/^\/simulator/, "");
  for (const [wanted, pattern, handler] of ROUTES) {
    const match = pattern.exec(path);
    if (!match || wanted !== method) continue;
    const args = match
      .slice(1)
      .filter((arg) => arg !== undefined)
      .map(decodeURIComponent);
    return json(200, run(() => handler(simulator, args, parse(incoming.body), url)) ?? { done: true });
  }
  throw new PlainError(404, "404 page not found\n");
}

function run(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, "BadRequest", error instanceof Error ? error.message : String(error));
  }
}

function parse(body: string): Body {
  return (body.trim() === "" ? {} : JSON.parse(body)) as Body;
}

function advance(simulator: Simulator, _args: string[], body: Body) {
  if (typeof body.ms !== "number" || body.ms < 0)
    throw new Error("ms must be a number of milliseconds, 0 or more.");
  simulator.advance(body.ms);
  return { nowMs: simulator.nowMs() };
}

function deny(simulator: Simulator, _args: string[], body: Body) {
  const user = body.user as string | undefined;
  const denials = ((body.deny ?? []) as Denial[]).map((denial) =>
    user === undefined ? denial : { user, ...denial },
  );
  simulator.deny(denials);
  return denials;
}

function orderMachine(simulator: Simulator, [namespace = "", name = ""]: string[], body: Body) {
  const [key] = Object.keys(body);
  const order = ORDERS[key ?? ""];
  if (key === undefined || order === undefined) throw new Error("Say powerOff, crash or stuck.");
  simulator.orderMachine(namespace, name, body[key] === false ? undefined : order);
}

function setUid(simulator: Simulator, [name = ""]: string[], body: Body) {
  if (typeof body.uid !== "string") throw new Error("uid must be a string.");
  return { uid: simulator.setNamespaceUid(name, body.uid) };
}

function listRequests(simulator: Simulator, _args: string[], _body: Body, url: URL) {
  return simulator.requests(Number(url.searchParams.get("since") ?? "0"));
}

function playScenario(simulator: Simulator, [name = ""]: string[], _body: Body, url: URL) {
  const namespace = url.searchParams.get("namespace");
  if (namespace === null) throw new Error("Say which namespace.");
  play(simulator, name, namespace);
  return { playing: name };
}

function clear(simulator: Simulator, _args: string[], _body: Body, url: URL) {
  const namespace = url.searchParams.get("namespace");
  if (namespace === null) throw new Error("Say which namespace.");
  simulator.clearNamespace(namespace);
}
