import type { ApiClient } from "./api-request";
import type { TokenHolder } from "./cluster";
import { ClusterError } from "./cluster-error";
import { record, text, texts } from "./translate/fields";

/**
 * Whose token it is, by a TokenReview; null where the API server does not know it, or only for other audiences. An
 * answer without our audience is null too: a server that overlooked the audiences has not checked them (Kubernetes
 * API, TokenReviewStatus.audiences). Throws ClusterError, whose text never holds the token.
 */
export async function reviewToken(
  api: ApiClient,
  { token, audience }: { readonly token: string; readonly audience: string },
  signal?: AbortSignal,
): Promise<TokenHolder | null> {
  const { body } = await api.send({
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/tokenreviews",
    body: {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      spec: { token, audiences: [audience] },
    },
    signal,
  });
  if (record(body).kind !== "TokenReview")
    throw new ClusterError("incomplete", 201, "The answer is no TokenReview");
  const status = record(record(body).status);
  const userName = text(record(status.user).username);
  const isKnown = status.authenticated === true && texts(status.audiences).includes(audience);
  return isKnown && userName !== "" ? { userName } : null;
}
