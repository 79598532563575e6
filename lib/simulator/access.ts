import { timingSafeEqual } from "node:crypto";
import { ApiError, detailsOf } from "./api-error";
import type { ApiRequest } from "./request-path";

/** One allow-list entry; `*` stands for all. Without namespaces it holds everywhere, cluster scope included. */
export interface Rule {
  apiGroups: string[];
  /** Plurals; a subresource as `virtualmachines/start`. */
  resources: string[];
  verbs: string[];
  namespaces?: string[];
  resourceNames?: string[];
  /** What an access review tells of it: the binding and role that it comes from. */
  because?: string;
}

export interface TokenEntry {
  token: string;
  user: string;
  uid?: string;
  /** Besides system:authenticated. */
  groups?: string[];
  /** "admin" may do everything and use the control API. */
  rules: Rule[] | "admin";
  /** Whom it is meant for. Left out: a static token, which is the API server's own. */
  audiences?: string[];
  /** From then on it is nobody's, epoch milliseconds; left out: never. */
  expiresAtMs?: number;
}

/** What the API server calls itself where a token's audience is concerned. */
export const API_AUDIENCE = "https://kubernetes.default.svc.cluster.local";

/** A permission taken away, from one user or from all. */
export interface Denial {
  user?: string;
  verb: string;
  group: string;
  resource: string;
}

export type Caller = Omit<TokenEntry, "token" | "audiences" | "expiresAtMs">;

export interface Question {
  verb: string;
  group: string;
  plural: string;
  subresource: string;
  namespace?: string;
  name: string;
}

const ANONYMOUS: Caller = { user: "system:anonymous", rules: [] };

/** Who calls: no token is the anonymous user; one that is unknown, expired or meant for others is 401. */
export function authenticate(
  authorization: string | undefined,
  tokens: readonly TokenEntry[],
  nowMs: number,
): Caller {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  if (token === undefined) return ANONYMOUS;
  const found = examineToken(token, tokens, [API_AUDIENCE], nowMs);
  if (typeof found === "string") throw new ApiError(401, "Unauthorized", "Unauthorized");
  const { token: _known, audiences: _for, expiresAtMs: _until, ...caller } = found.entry;
  return caller;
}

/**
 * Whose token it is and which of the audiences asked for it serves, or why it is nobody's, as kube-apiserver words it
 * (pkg/serviceaccount/jwt.go looks at the audience before the time).
 */
export function examineToken(
  token: string,
  tokens: readonly TokenEntry[],
  asked: readonly string[],
  nowMs: number,
): { entry: TokenEntry; audiences: string[] } | string {
  const entry = findToken(token, tokens);
  const own = entry?.audiences ?? [API_AUDIENCE];
  const audiences = own.filter((one) => asked.includes(one));
  if (!entry || (audiences.length === 0 && entry.audiences === undefined)) return "invalid bearer token";
  const quoted = (list: readonly string[]) => `[${list.map((one) => `"${one}"`).join(" ")}]`;
  if (audiences.length === 0)
    return `[invalid bearer token, token audiences ${quoted(own)} is invalid for the target audiences ${quoted(asked)}]`;
  if (entry.expiresAtMs !== undefined && nowMs >= entry.expiresAtMs)
    return "[invalid bearer token, service account token has expired]";
  return { entry, audiences };
}

function findToken(token: string, tokens: readonly TokenEntry[]): TokenEntry | undefined {
  const given = Buffer.from(token);
  return tokens.find((entry) => {
    const known = Buffer.from(entry.token);
    return known.length === given.length && timingSafeEqual(known, given);
  });
}

export function isAllowed(caller: Caller, denials: readonly Denial[], asked: Question): boolean {
  return allowance(caller, denials, asked) !== null;
}

/** What allows it: a rule, or "admin"; null where nothing does. */
export function allowance(
  caller: Caller,
  denials: readonly Denial[],
  asked: Question,
): Rule | "admin" | null {
  const resource = asked.subresource === "" ? asked.plural : `${asked.plural}/${asked.subresource}`;
  const isDenied = denials.some(
    (denial) =>
      (denial.user === undefined || denial.user === caller.user) &&
      covers([denial.verb], asked.verb) &&
      covers([denial.group], asked.group) &&
      covers([denial.resource], resource),
  );
  if (isDenied) return null;
  if (caller.rules === "admin") return "admin";
  const rule = caller.rules.find(
    (one) =>
      covers(one.verbs, asked.verb) &&
      covers(one.apiGroups, asked.group) &&
      covers(one.resources, resource) &&
      holdsIn(one, asked.namespace) &&
      (one.resourceNames === undefined || one.resourceNames.includes(asked.name)),
  );
  return rule ?? null;
}

/** Does the rule hold in the namespace (undefined: at the cluster scope)? */
export function holdsIn({ namespaces }: Rule, namespace: string | undefined): boolean {
  return namespaces === undefined || (namespace !== undefined && covers(namespaces, namespace));
}

/** Throws the 403 of RBAC; it comes before any look at whether the object exists. */
export function authorize(caller: Caller, denials: readonly Denial[], request: ApiRequest, url: URL): void {
  const isCollection =
    request.verb === "list" || request.verb === "watch" || request.verb === "deletecollection";
  const byName = isCollection
    ? /^metadata\.name==?(.+)$/.exec(url.searchParams.get("fieldSelector") ?? "")?.[1]
    : "";
  const namespace = request.plural === "namespaces" && request.name !== "" ? request.name : request.namespace;
  if (isAllowed(caller, denials, { ...request, namespace, name: request.name || (byName ?? "") })) return;
  const { group, plural, subresource, name } = request;
  const key = group === "" ? plural : `${plural}.${group}`;
  const what = subresource === "" ? plural : `${plural}/${subresource}`;
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  const subject = name === "" ? key : `${key} "${name}"`;
  const cannot = `User "${caller.user}" cannot ${request.verb} resource "${what}" in API group "${group}" ${where}`;
  throw new ApiError(
    403,
    "Forbidden",
    `${subject} is forbidden: ${cannot}`,
    detailsOf({ group, plural }, name),
  );
}

/** 403 of a path that is no resource, such as /metrics or discovery for the anonymous user. */
export function forbiddenPath(caller: Caller, method: string, path: string): ApiError {
  const verb = method === "GET" ? "get" : method.toLowerCase();
  return new ApiError(403, "Forbidden", `forbidden: User "${caller.user}" cannot ${verb} path "${path}"`, {});
}

function covers(list: string[], value: string): boolean {
  return list.includes("*") || list.includes(value);
}
