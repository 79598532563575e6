import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { authorize, forbiddenPath } from "./access";
import type { Caller, Denial, TokenEntry } from "./access";
import { ApiError, methodNotAllowed, notFound, PlainError } from "./api-error";
import { handleApply, isApply } from "./apply/handle-apply";
import type { Cluster } from "./cluster";
import { handleCreate } from "./create";
import { handleDelete, handleDeleteCollection } from "./delete";
import { discover, isReviewGroup } from "./discovery";
import { Lister } from "./list";
import { handleMachineAction } from "./machine-subresources";
import { handleMetrics, METRICS_GROUP } from "./metrics";
import { checkAccept } from "./negotiation";
import { json } from "./reply";
import type { Call, Reply } from "./reply";
import { parseApiPath } from "./request-path";
import type { ApiRequest } from "./request-path";
import { handlePodLog } from "./pod-log";
import { withRoles } from "./rbac";
import { handleReview } from "./reviews";
import { serializeList } from "./serialize";
import { handleTokenRequest } from "./token-request";
import { handlePatch } from "./patch";
import { handleUpdate } from "./update";
import { handleWatch } from "./watch";

const METRICS_KINDS = ["nodes", "pods"];
const NOT_SERVED = new PlainError(404, "404 page not found\n");

export interface Incoming {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  caller: Caller;
}

/** The Kubernetes API over a cluster: authorises, then answers; a watch writes to the response itself. */
export class Api {
  readonly denials: Denial[] = [];
  /** What no rule allowed; that which a denial alone refused is not in it. */
  readonly refusals: { user: string; message: string }[] = [];
  readonly lister: Lister;

  constructor(
    private readonly cluster: Cluster,
    private readonly tokens: TokenEntry[],
  ) {
    this.lister = new Lister(cluster.store, () => cluster.nowMs());
  }

  /** The answer, or null where a watch has taken over the response. Throws ApiError and PlainError. */
  handle(sent: Incoming, response: ServerResponse): Reply | null {
    const incoming = { ...sent, caller: withRoles(sent.caller, this.cluster.store) };
    const { method, url, caller, headers } = incoming;
    const { hasKubevirt, hasMetrics } = this.cluster.settings;
    const request = parseApiPath(method, url, this.cluster.settings);
    if (!request) return this.#answerPath(incoming);
    const isReview = isReviewGroup(request.group) && caller.user !== "system:anonymous";
    const isOwnReview = isReview && request.plural.startsWith("selfsubject");
    if (!isOwnReview) this.#authorize(caller, actionOf(request), url);
    if (isReview && method === "POST") {
      const { denials, tokens } = this;
      const review = handleReview(request.plural, incoming, {
        denials,
        tokens,
        nowMs: this.cluster.nowMs(),
        hasKubevirt,
      });
      if (review) return review;
    }
    if (request.group === METRICS_GROUP.group && hasMetrics && METRICS_KINDS.includes(request.plural)) {
      if (!["get", "list"].includes(request.verb)) throw methodNotAllowed();
      checkAccept(headers);
      return handleMetrics(this.cluster, request, url.searchParams);
    }
    if (request.group === "subresources.kubevirt.io" && hasKubevirt) {
      return handleMachineAction(this.cluster, request, method, headers.accept ?? "*/*", incoming.body);
    }
    if (request.group === "" && request.plural === "pods" && request.subresource === "log") {
      if (request.verb !== "get") throw methodNotAllowed();
      return handlePodLog(this.cluster, request, url.searchParams);
    }
    return this.#serve(request, incoming, response);
  }

  /** The list that a path asks for with nothing in it, for a fault. */
  emptyList(incoming: Incoming): Reply | null {
    const request = parseApiPath(incoming.method, incoming.url, this.cluster.settings);
    if (!request?.resource || request.verb !== "list") return null;
    const resourceVersion = String(this.cluster.store.resourceVersion);
    return { status: 200, text: serializeList(request.resource, [], { resourceVersion }) };
  }

  #answerPath({ method, url, caller, headers }: Incoming): Reply {
    const path = url.pathname.replace(/\/+$/, "") || "/";
    const isKnownCaller = caller.user !== "system:anonymous";
    const found = discover(path, this.cluster.settings, headers.host ?? "");
    if (!isKnownCaller || (!found && caller.rules !== "admin"))
      throw forbiddenPath(caller, method, url.pathname);
    if (found) checkAccept(headers);
    if (found) return found;
    throw NOT_SERVED;
  }

  #serve(request: ApiRequest, incoming: Incoming, response: ServerResponse): Reply | null {
    const { resource } = request;
    if (!resource) throw request.group === "" ? unknownResource() : NOT_SERVED;
    if (resource.key === "serviceaccounts" && request.subresource === "token") {
      if (request.verb !== "create") throw methodNotAllowed();
      return handleTokenRequest(this.cluster, this.tokens, request, incoming);
    }
    if (request.subresource !== "" && !["status", "finalize"].includes(request.subresource))
      throw unknownResource();
    checkAccept(incoming.headers);
    const { url, headers, body, caller } = incoming;
    const namespace = resource.isNamespaced ? request.namespace : undefined;
    const call: Call = { ...request, namespace, resource, search: url.searchParams, headers, body, caller };
    switch (request.verb) {
      case "get":
        return this.#get(call);
      case "list":
        return { status: 200, text: this.lister.list(call) };
      case "watch":
        handleWatch(this.cluster, call, response);
        return null;
      case "create":
        return handleCreate(this.cluster, call);
      case "update":
        return handleUpdate(this.cluster, call);
      case "patch":
        if (!isApply(call)) return handlePatch(this.cluster, call);
        return handleApply(this.cluster, call, () =>
          this.#authorize(caller, { ...request, verb: "create" }, url),
        );
      case "delete":
        return handleDelete(this.cluster, call);
      case "deletecollection":
        return handleDeleteCollection(this.cluster, call);
      default:
        throw methodNotAllowed();
    }
  }

  #authorize(caller: Caller, request: ApiRequest, url: URL): void {
    try {
      authorize(caller, this.denials, request, url);
    } catch (error) {
      const refused = refusalOf(() => authorize(caller, [], request, url));
      if (refused) this.refusals.push({ user: caller.user, message: refused.message });
      throw error;
    }
  }

  #get({ resource, namespace, name }: Call): Reply {
    const object = this.cluster.store.get(resource.key, namespace, name);
    if (!object) throw notFound(resource, name);
    return json(200, object);
  }
}

/** KubeVirt's actions on a machine are updates whatever the method; everything else, its version too, keeps its verb. */
function actionOf(request: ApiRequest): ApiRequest {
  return request.group === "subresources.kubevirt.io" && request.name !== "" && request.verb !== "get"
    ? { ...request, verb: "update" }
    : request;
}

function refusalOf(act: () => void): Error | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function unknownResource(): ApiError {
  return new ApiError(404, "NotFound", "the server could not find the requested resource", {});
}
