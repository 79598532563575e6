import { randomBytes } from "node:crypto";
import { API_AUDIENCE } from "./access";
import type { TokenEntry } from "./access";
import { ApiError, notFound } from "./api-error";
import type { Incoming } from "./api";
import type { Cluster } from "./cluster";
import { apiTime } from "./conditions";
import { checkAccept, checkContentType, readJsonObject } from "./negotiation";
import { json } from "./reply";
import type { Reply } from "./reply";
import type { ApiRequest } from "./request-path";
import { resourceOf } from "./resources";

const DEFAULT_SECONDS = 3600;
const FEWEST_SECONDS = 600;

/**
 * POST …/serviceaccounts/NAME/token, as kubernetes/pkg/registry/core/serviceaccount/storage/token.go: a token of the
 * account, for the API server itself unless other audiences are asked for. It is bound to no object.
 */
export function handleTokenRequest(
  cluster: Cluster,
  tokens: TokenEntry[],
  { namespace = "", name }: ApiRequest,
  { headers, body }: Pick<Incoming, "headers" | "body">,
): Reply {
  checkAccept(headers);
  checkContentType(headers);
  const resource = resourceOf("serviceaccounts");
  const account = cluster.store.get(resource.key, namespace, name);
  if (!account) throw notFound(resource, name);
  const sent: { spec?: { audiences?: string[]; expirationSeconds?: number } } =
    body.trim() === "" ? {} : readJsonObject(body, "TokenRequest");
  const asked = sent.spec?.audiences ?? [];
  const audiences = asked.length > 0 ? asked : [API_AUDIENCE];
  const expirationSeconds = sent.spec?.expirationSeconds ?? DEFAULT_SECONDS;
  if (expirationSeconds < FEWEST_SECONDS) throw tooShort(expirationSeconds);
  const nowMs = cluster.nowMs();
  const { uid } = account.metadata;
  const entry = accountToken({ namespace, name, uid, audiences, seconds: expirationSeconds }, nowMs);
  tokens.push(entry);
  return json(201, {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { name, namespace, creationTimestamp: apiTime(nowMs) },
    spec: { audiences, expirationSeconds, boundObjectRef: null },
    status: { token: entry.token, expirationTimestamp: apiTime(nowMs + expirationSeconds * 1000) },
  });
}

/** A token that only looks like a signed one: nobody but this simulator can say whose it is. */
export function accountToken(
  account: { namespace: string; name: string; uid: string; audiences: string[]; seconds: number },
  nowMs: number,
): TokenEntry {
  const { namespace, name, uid, audiences, seconds } = account;
  const user = `system:serviceaccount:${namespace}:${name}`;
  const expiresAtMs = nowMs + seconds * 1000;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: audiences, exp: Math.floor(expiresAtMs / 1000), sub: user };
  const token = `${part({ alg: "RS256" })}.${part(claims)}.${randomBytes(256).toString("base64url")}`;
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return { token, user, uid, groups, rules: [], audiences, expiresAtMs };
}

function tooShort(seconds: number): ApiError {
  const message = `Invalid value: ${seconds}: may not specify a duration less than 10 minutes`;
  const field = "spec.expirationSeconds";
  return new ApiError(
    422,
    "Invalid",
    `TokenRequest.authentication.k8s.io "" is invalid: ${field}: ${message}`,
    {
      ...{ group: "authentication.k8s.io", kind: "TokenRequest" },
      causes: [{ reason: "FieldValueInvalid", message, field }],
    },
  );
}
