import type { ApiClient, RequestTally } from "./api-request";
import { ClusterError } from "./cluster-error";
import { record, records, text } from "./translate/fields";

/**
 * Does the API server know this group? Only this answer makes a kind *absent* (design law 7). Throws ClusterError,
 * also where the answer is no list of groups of a Kubernetes API server: that proves nothing.
 */
export async function hasApiGroup(
  api: ApiClient,
  group: string,
  options: { readonly signal?: AbortSignal; readonly tally?: RequestTally } = {},
): Promise<boolean> {
  const { body } = await api.send({ method: "GET", path: "/apis", ...options });
  const answer = record(body);
  const names = records(answer.groups).map((one) => text(one.name));
  // Every API server has batch: a list without it is not the whole list.
  if (answer.kind !== "APIGroupList" || !names.includes("batch")) {
    throw new ClusterError("incomplete", 200, "Discovery did not answer with the list of API groups");
  }
  return names.includes(group);
}
