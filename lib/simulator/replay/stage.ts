import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Rule, TokenEntry } from "../access";
import { listener } from "../http";
import { namespaceOf } from "../seed-nodes";
import { Simulator } from "../simulator";
import { REAL_DELAYS } from "../world";
import type { Recording } from "./recording";

const START_MS = Date.parse("2026-11-30T13:44:00Z");
/** A watch that stays silent for so long has nothing more to tell. The recorded ones end within 3 s. */
const PATIENCE_MS = 5_000;
const NAMESPACES = ["default", "page", "lab", "dms", "dms2", "quota", "quota4", "limits", "cron"];
const VIEWER = 'RBAC: allowed by RoleBinding "viewer/lab" of Role "viewer" to User "alice"';
/** What the recorded server let alice do in `lab` (recording g_ssrr_alice). */
const ALICE: Rule[] = [
  {
    apiGroups: ["kubevirt.io"],
    resources: ["virtualmachines"],
    verbs: ["get", "list"],
    namespaces: ["lab"],
    because: VIEWER,
  },
  {
    apiGroups: [""],
    resources: ["secrets"],
    verbs: ["get", "list"],
    namespaces: ["lab"],
    resourceNames: ["g1"],
    because: VIEWER,
  },
  { apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get", "list", "watch"], namespaces: ["lab"] },
];
const TOKENS: TokenEntry[] = [
  { token: "token-of-admin", user: "admin", rules: "admin" },
  { token: "token-of-alice", user: "alice", uid: "u-alice", groups: ["lab-users"], rules: ALICE },
];

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly warning: string | null;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** A cluster whose controllers act only when they are told to, so that a recording's set-up stays as it was put there. */
export interface Stage {
  readonly simulator: Simulator;
  /** `lines`: how many lines of a watch to wait for before it is left; without it the answer is read to its end. */
  send(request: Recording["request"], lines?: number): Promise<Answer>;
  close(): Promise<void>;
}

export async function openStage(aliceRules: readonly Rule[] = []): Promise<Stage> {
  const settings = {
    delays: REAL_DELAYS,
    hasKubevirt: true,
    hasMetrics: false,
    qemuOverheadMi: 50,
    missingImages: [],
  };
  const tokens = TOKENS.map((entry) =>
    entry.rules === "admin" ? entry : { ...entry, rules: [...ALICE, ...aliceRules] },
  );
  const simulator = new Simulator(settings, tokens, () => START_MS, null);
  for (const name of NAMESPACES) simulator.cluster.create(namespaceOf(name));
  const server = createServer(listener(simulator, () => undefined));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    simulator,
    send: (request, lines) => send(`http://127.0.0.1:${port}`, request, lines),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(url: string, request: Recording["request"], lines?: number): Promise<Answer> {
  const who = request.as ?? "admin";
  const token: Record<string, string> =
    who === "anonymous" ? {} : { authorization: `Bearer token-of-${who}` };
  const leaving = new AbortController();
  const giveUp = setTimeout(() => leaving.abort(), PATIENCE_MS);
  const response = await fetch(url + request.path, {
    method: request.method,
    headers: { ...request.headers, ...token },
    body: bodyText(request.body),
    signal: leaving.signal,
  });
  const text = await readLines(response, lines ?? Infinity);
  clearTimeout(giveUp);
  leaving.abort();
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    warning: response.headers.get("warning"),
    retryAfter: response.headers.get("retry-after"),
    text,
  };
}

function bodyText(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** What came until there were so many lines, the server ended, or patience did: what is missing shows as a difference. */
async function readLines({ body }: Response, count: number): Promise<string> {
  let text = "";
  if (count === 0 || body === null) return text;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.split("\n").length > count) return text;
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
  }
  return text;
}
