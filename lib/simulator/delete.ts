import { badRequest, detailsOf, invalidOptions, notFound, preconditionFailed } from "./api-error";
import type { Cluster } from "./cluster";
import { decoded, FLAG, goText, INTEGER, listOf, objectOf, TEXT } from "./decoding/shape";
import type { DeleteOptions, Propagation } from "./deletion";
import { selectorOf } from "./list";
import { checkContentType, readJson } from "./negotiation";
import type { KubeObject } from "./objects";
import { isDryRun, json } from "./reply";
import type { Call, Reply } from "./reply";
import { serializeList } from "./serialize";

interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

interface Options extends DeleteOptions {
  preconditions?: Preconditions;
  orphanDependents?: boolean;
  dryRun?: string[];
}

const OPTIONS = objectOf({
  preconditions: objectOf({ uid: TEXT, resourceVersion: TEXT }),
  ...{ gracePeriodSeconds: INTEGER, propagationPolicy: TEXT, orphanDependents: FLAG, dryRun: listOf(TEXT) },
});
const POLICIES = ["Foreground", "Background", "Orphan"];
const JOB_WARNING =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set " +
  "propagationPolicy=Orphan to suppress this warning";
/** Kinds whose DELETE answers the object even where nothing holds it. */
const RETURNED = ["Pod", "PersistentVolumeClaim", "ResourceQuota", "Namespace"];

/** DELETE of an object: its Status where it is gone at once, the object itself where something holds it. */
export function handleDelete(cluster: Cluster, call: Call): Reply {
  const { resource, name, namespace } = call;
  const options = parseOptions(call);
  const object = cluster.store.get(resource.key, namespace, name);
  if (!object) throw notFound(resource, name);
  checkPreconditions(call, object, options.preconditions);
  const plan = cluster.delete(object, options, isDryRun(call) || options.dryRun?.includes("All") === true);
  const isUnasked = resource.kind === "Job" && options.propagationPolicy === undefined;
  const headers = isUnasked ? { Warning: `299 - "${JOB_WARNING}"` } : undefined;
  if (plan.act !== "remove" || RETURNED.includes(resource.kind)) return json(200, plan.object, headers);
  const details = { ...detailsOf(resource, name), uid: object.metadata.uid };
  return json(200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }, headers);
}

/** DELETE of a collection: answers the list of what was deleted, as it was. */
export function handleDeleteCollection(cluster: Cluster, call: Call): Reply {
  const { resource, namespace, search } = call;
  const options = parseOptions(call);
  const keep = selectorOf(resource, search);
  const objects = cluster.store.list(resource.key, namespace).filter(keep);
  for (const object of objects) {
    checkPreconditions(call, object, options.preconditions);
    cluster.delete(object, options, isDryRun(call));
  }
  const resourceVersion = String(cluster.store.resourceVersion);
  return { status: 200, text: serializeList(resource, objects, { resourceVersion }) };
}

function parseOptions(call: Call): Options {
  const hasBody = call.body.trim() !== "";
  if (hasBody) checkContentType(call.headers);
  const options = hasBody ? optionsOfBody(call.body) : optionsOfQuery(call.search);
  const policy = options.propagationPolicy as string | undefined;
  if (policy !== undefined && !POLICIES.includes(policy)) {
    const supported = '"Foreground", "Background", "Orphan", "nil"';
    const message = `Unsupported value: "${policy}": supported values: ${supported}`;
    throw invalidOptions("DeleteOptions", {
      reason: "FieldValueNotSupported",
      field: "propagationPolicy",
      message,
    });
  }
  if (policy !== undefined && options.orphanDependents !== undefined) {
    const message = `Invalid value: "${policy}": orphanDependents and deletionPropagation cannot be both set`;
    throw invalidOptions("DeleteOptions", {
      reason: "FieldValueInvalid",
      field: "propagationPolicy",
      message,
    });
  }
  if (options.orphanDependents === undefined) return options;
  return { ...options, propagationPolicy: options.orphanDependents ? "Orphan" : "Background" };
}

function optionsOfBody(body: string): Options {
  const sent = readJson(body, (text) => badRequest(`couldn't get version/kind; json parse error: ${text}`));
  return decoded(OPTIONS, sent ?? {}, (mismatch) => {
    throw badRequest(
      `DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ${goText("DeleteOptions", mismatch)}`,
    );
  }) as Options;
}

function optionsOfQuery(search: URLSearchParams): Options {
  const grace = search.get("gracePeriodSeconds");
  if (grace !== null && !/^[+-]?\d+$/.test(grace)) {
    throw badRequest(`strconv.ParseInt: parsing "${grace}": invalid syntax`);
  }
  const policy = search.get("propagationPolicy");
  return {
    ...(policy === null ? {} : { propagationPolicy: policy as Propagation }),
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
  };
}

function checkPreconditions({ resource }: Call, object: KubeObject, wanted: Preconditions | undefined): void {
  const { uid, resourceVersion, name } = object.metadata;
  if (wanted?.uid !== undefined && wanted.uid !== uid) {
    const text = `the UID in the precondition (${wanted.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
    throw preconditionFailed(resource, name, text);
  }
  if (wanted?.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    const text = `the ResourceVersion in the precondition (${wanted.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`;
    throw preconditionFailed(resource, name, text);
  }
}
