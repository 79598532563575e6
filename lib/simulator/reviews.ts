import { allowance, API_AUDIENCE, examineToken, holdsIn } from "./access";
import type { Caller, Denial, TokenEntry } from "./access";
import { ApiError, badRequest } from "./api-error";
import { apiTime } from "./conditions";
import { own } from "./decoding/json";
import { ANY_OBJECT, decoded, goText, listOf, objectOf, TEXT } from "./decoding/shape";
import { checkAccept, checkContentType, readJsonObject } from "./negotiation";
import { json } from "./reply";
import type { Call, Reply } from "./reply";

interface Attributes {
  namespace?: string;
  verb?: string;
  group?: string;
  resource?: string;
  subresource?: string;
  name?: string;
}

interface Review {
  spec?: {
    resourceAttributes?: Attributes;
    nonResourceAttributes?: object;
    token?: string;
    audiences?: string[];
    namespace?: string;
  };
}

const ATTRIBUTES = objectOf({
  ...{ namespace: TEXT, verb: TEXT, group: TEXT, resource: TEXT, subresource: TEXT, name: TEXT },
});
const REVIEW = objectOf({
  spec: objectOf({
    ...{ resourceAttributes: ATTRIBUTES, nonResourceAttributes: ANY_OBJECT },
    ...{ token: TEXT, audiences: listOf(TEXT), namespace: TEXT },
  }),
});

type Asked = Pick<Call, "headers" | "body" | "caller">;
interface Known {
  denials: readonly Denial[];
  tokens: readonly TokenEntry[];
  nowMs: number;
  hasKubevirt: boolean;
}

const KINDS: Readonly<Record<string, string>> = {
  selfsubjectaccessreviews: "SelfSubjectAccessReview",
  tokenreviews: "TokenReview",
  selfsubjectrulesreviews: "SelfSubjectRulesReview",
  selfsubjectreviews: "SelfSubjectReview",
};

/** The reviews that are answered and never stored; null for any other kind. */
export function handleReview(
  plural: string,
  { headers, body, caller }: Asked,
  { denials, tokens, nowMs, hasKubevirt }: Known,
): Reply | null {
  const kind = own(KINDS, plural) as string | undefined;
  if (kind === undefined) return null;
  checkAccept(headers);
  checkContentType(headers);
  const sent = (
    body.trim() === ""
      ? {}
      : decoded(REVIEW, readJsonObject(body, kind), (mismatch) => {
          throw badRequest(
            `${kind} in version "v1" cannot be handled as a ${kind}: ${goText(kind, mismatch)}`,
          );
        })
  ) as Review;
  if (kind === "SelfSubjectAccessReview") return reviewAccess(sent, caller, denials);
  if (kind === "TokenReview") return reviewToken(sent, tokens, nowMs);
  return kind === "SelfSubjectRulesReview"
    ? reviewRules(sent, caller, hasKubevirt)
    : reviewSelf(caller, nowMs);
}

function reviewSelf(caller: Caller, nowMs: number): Reply {
  return json(201, {
    kind: "SelfSubjectReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { creationTimestamp: apiTime(nowMs) },
    status: { userInfo: userOf(caller) },
  });
}

/** What everybody who is signed in may do (ClusterRoles system:basic-user, discovery and public-info-viewer). */
const BASIC_RULES = [
  {
    verbs: ["create"],
    apiGroups: ["authorization.k8s.io"],
    resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
  },
  { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
];
/** What KubeVirt lets everybody who is signed in do (ClusterRole kubevirt.io:default). */
const KUBEVIRT_RULES = [
  {
    verbs: ["get", "list", "watch"],
    apiGroups: ["instancetype.kubevirt.io"],
    resources: ["virtualmachineclusterinstancetypes", "virtualmachineclusterpreferences"],
  },
  { verbs: ["get", "list"], apiGroups: ["kubevirt.io"], resources: ["kubevirts"] },
  { verbs: ["get", "list"], apiGroups: ["subresources.kubevirt.io"], resources: ["version", "guestfs"] },
];
const BASIC_PATHS = [
  ["/.well-known", "/.well-known/*"],
  ["/healthz", "/livez", "/readyz", "/version", "/version/"],
  [
    ...["/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz"],
    ...["/version", "/version/"],
  ],
].map((nonResourceURLs) => ({ verbs: ["get"], nonResourceURLs }));
const ANY = ["*"];

function reviewRules(sent: Review, { rules }: Caller, hasKubevirt: boolean): Reply {
  const namespace = sent.spec?.namespace;
  if (namespace === undefined || namespace === "") throw badRequest("no namespace on request");
  const own =
    rules === "admin"
      ? [{ verbs: ANY, apiGroups: ANY, resources: ANY }]
      : rules
          .filter((rule) => holdsIn(rule, namespace))
          .map(({ verbs, apiGroups, resources, resourceNames }) => ({
            ...{ verbs, apiGroups, resources },
            ...(resourceNames ? { resourceNames } : {}),
          }));
  const anyPath = rules === "admin" ? [{ verbs: ANY, nonResourceURLs: ANY }] : [];
  const status = {
    resourceRules: [...BASIC_RULES, ...(hasKubevirt ? KUBEVIRT_RULES : []), ...own],
    nonResourceRules: [...BASIC_PATHS, ...anyPath],
    incomplete: false,
  };
  const apiVersion = "authorization.k8s.io/v1";
  return json(201, { kind: "SelfSubjectRulesReview", apiVersion, metadata: {}, spec: {}, status });
}

function reviewAccess(sent: Review, caller: Caller, denials: readonly Denial[]): Reply {
  const asked = sent.spec?.resourceAttributes;
  if (!asked && !sent.spec?.nonResourceAttributes) {
    const message =
      "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified";
    const field = "spec.resourceAttributes";
    throw new ApiError(422, "Invalid", `.authorization.k8s.io "" is invalid: ${field}: ${message}`, {
      group: "authorization.k8s.io",
      causes: [{ reason: "FieldValueInvalid", message, field }],
    });
  }
  const question = {
    verb: asked?.verb ?? "",
    group: asked?.group ?? "",
    plural: asked?.resource ?? "",
    subresource: asked?.subresource ?? "",
    namespace: asked?.namespace,
    name: asked?.name ?? "",
  };
  const found = asked ? allowance(caller, denials, question) : caller.rules === "admin" ? "admin" : null;
  const because = found === null || found === "admin" ? undefined : found.because;
  const apiVersion = "authorization.k8s.io/v1";
  return json(201, {
    kind: "SelfSubjectAccessReview",
    apiVersion,
    metadata: {},
    spec: sent.spec,
    status: { allowed: found !== null, ...(because === undefined ? {} : { reason: because }) },
  });
}

/** As pkg/registry/authentication/tokenreview/storage.go: without audiences it is the API server's own that is meant. */
function reviewToken(sent: Review, tokens: readonly TokenEntry[], nowMs: number): Reply {
  const token = sent.spec?.token ?? "";
  if (token === "") throw badRequest("token is required for TokenReview in authentication");
  const asked = sent.spec?.audiences ?? [];
  const found = examineToken(token, tokens, asked.length > 0 ? asked : [API_AUDIENCE], nowMs);
  const status =
    typeof found === "string"
      ? { user: {}, error: found }
      : { authenticated: true, user: userOf(found.entry), audiences: found.audiences };
  return json(201, {
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: {},
    spec: sent.spec,
    status,
  });
}

function userOf({ user, uid, groups = [] }: Caller) {
  return {
    username: user,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups, "system:authenticated"],
  };
}
