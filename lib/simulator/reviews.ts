import { findToken, isAllowed } from "./access";
import type { Caller, Denial, TokenEntry } from "./access";
import { ApiError } from "./api-error";
import { json } from "./reply";
import type { Reply } from "./reply";

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
  };
}

/** The reviews that are answered and never stored; null for any other kind. */
export function handleReview(
  plural: string,
  body: string,
  caller: Caller,
  denials: readonly Denial[],
  tokens: readonly TokenEntry[],
): Reply | null {
  const sent = (body.trim() === "" ? {} : JSON.parse(body)) as Review;
  if (plural === "selfsubjectaccessreviews") return reviewAccess(sent, caller, denials);
  if (plural === "tokenreviews") return reviewToken(sent, tokens);
  if (plural !== "selfsubjectreviews") return null;
  const status = { userInfo: { username: caller.user, groups: ["system:authenticated"] } };
  return json(201, {
    kind: "SelfSubjectReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: {},
    status,
  });
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
  const allowed = asked ? isAllowed(caller, denials, question) : caller.rules === "admin";
  const apiVersion = "authorization.k8s.io/v1";
  return json(201, {
    kind: "SelfSubjectAccessReview",
    apiVersion,
    metadata: {},
    spec: sent.spec,
    status: { allowed },
  });
}

function reviewToken(sent: Review, tokens: readonly TokenEntry[]): Reply {
  const entry = findToken(sent.spec?.token ?? "", tokens);
  const audiences = sent.spec?.audiences;
  const user = { username: entry?.user, groups: ["system:authenticated"] };
  const status = entry ? { authenticated: true, user, ...(audiences ? { audiences } : {}) } : { user: {} };
  return json(201, {
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: {},
    spec: sent.spec,
    status,
  });
}
