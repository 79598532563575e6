import type { CronJobFacts } from "@/lib/domain/doctor";
import type { ApiClient } from "./api-request";
import type { NamedRef, PermissionQuestion } from "./cluster";
import { ClusterError } from "./cluster-error";
import { readObject } from "./read-object";
import { record, timeMs } from "./translate/fields";

/** Does RBAC let us do this? By a SelfSubjectAccessReview, which every signed-in account may send. Throws ClusterError. */
export async function isAllowed(
  api: ApiClient,
  { group, resource, verb, namespace, name }: PermissionQuestion,
  signal?: AbortSignal,
): Promise<boolean> {
  const [plural = "", subresource = ""] = resource.split("/");
  const { body } = await api.send({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: {
        resourceAttributes: {
          ...{ group, resource: plural, subresource, verb },
          ...(namespace === null ? {} : { namespace }),
          ...(name === null ? {} : { name }),
        },
      },
    },
    signal,
  });
  const { allowed } = record(record(body).status);
  if (typeof allowed !== "boolean")
    throw new ClusterError("incomplete", 201, "The answer is no access review");
  return allowed;
}

/** null: there is no such CronJob. Throws ClusterError. */
export async function readCronJob(
  api: ApiClient,
  ref: NamedRef,
  signal?: AbortSignal,
): Promise<CronJobFacts | null> {
  const item = await readObject(api, { group: "batch", version: "v1", plural: "cronjobs" }, ref, signal);
  if (item === null) return null;
  return {
    isSuspended: record(item.spec).suspend === true,
    createdAtMs: timeMs(record(item.metadata).creationTimestamp),
    lastSuccessAtMs: timeMs(record(item.status).lastSuccessfulTime),
  };
}
