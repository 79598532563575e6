import { ApiError, badRequest, conflict, PlainError } from "./api-error";
import type { Cluster } from "./cluster";
import { strategyOf } from "./controllers/run-strategy";
import type { VirtualMachine, VirtualMachineInstance } from "./objects";
import { decoded, goText, INTEGER, objectOf } from "./decoding/shape";
import { readJson } from "./negotiation";
import { json } from "./reply";
import type { Reply } from "./reply";
import type { ApiRequest } from "./request-path";

type Requests = { action: string; uid?: string }[];

const KUBEVIRT_VERSION = {
  gitVersion: "v1.9.0-main-d923fdb",
  gitCommit: "d923fdb815cd2016ddaebdaaa51db04133576d72",
  gitTreeState: "clean",
  buildDate: "2026-08-22T10:34:00Z",
  goVersion: "go1.26.11",
  compiler: "gc",
  platform: "linux/amd64",
};
const ACCEPTED: Reply = { status: 202, text: "", contentType: "" };

/**
 * subresources.kubevirt.io: start, stop and restart of a VM (virt-api, rest/lifecycle.go). The answers are empty, so
 * a client that accepts JSON only gets 406: it has to send Accept with a wildcard.
 */
export function handleMachineAction(
  cluster: Cluster,
  request: ApiRequest,
  method: string,
  accept: string,
  body: string,
): Reply {
  if (request.plural === "version" && method === "GET") return json(200, KUBEVIRT_VERSION);
  if (request.plural !== "virtualmachines" || !["start", "stop", "restart"].includes(request.subresource)) {
    throw new PlainError(404, "404: Page Not Found");
  }
  if (method !== "PUT") throw new PlainError(405, "405: Method Not Allowed");
  if (!accept.includes("*/*"))
    throw new PlainError(406, "406: Not Acceptable\n\nAvailable representations: ");
  const options = parseOptions(body);
  const { namespace, name } = request;
  const vm = cluster.store.get("virtualmachines.kubevirt.io", namespace, name) as VirtualMachine | undefined;
  if (!vm) throw notFound(name);
  const vmi = cluster.store.get("virtualmachineinstances.kubevirt.io", namespace, name) as
    VirtualMachineInstance | undefined;
  const isUp = vmi !== undefined && vmi.status.phase !== "Succeeded" && vmi.status.phase !== "Failed";
  if (request.subresource === "start") return start(cluster, vm, isUp);
  if (request.subresource === "stop") return stop(cluster, vm, isUp ? vmi : undefined, options.gracePeriod);
  return restart(cluster, vm, isUp ? vmi : undefined);
}

function start(cluster: Cluster, vm: VirtualMachine, isUp: boolean): Reply {
  if (isUp) throw refuse(vm, "VM is already running");
  const strategy = strategyOf(vm);
  if (strategy === "Halted") return setStrategy(cluster, vm, "Always");
  if (strategy === "Always" || strategy === "Once") {
    throw refuse(vm, `${strategy} does not support manual start requests`);
  }
  return request(cluster, vm, [...(vm.status?.stateChangeRequests ?? []), { action: "Start" }]);
}

function stop(
  cluster: Cluster,
  vm: VirtualMachine,
  vmi: VirtualMachineInstance | undefined,
  graceSeconds: number | undefined,
): Reply {
  if (!vmi) throw refuse(vm, "VM is not running");
  if (graceSeconds !== undefined) {
    cluster.update({ ...vmi, spec: { ...vmi.spec, terminationGracePeriodSeconds: graceSeconds } });
  }
  const strategy = strategyOf(vm);
  if (strategy === "Always" || strategy === "Once") return setStrategy(cluster, vm, "Halted");
  return request(cluster, vm, [{ action: "Stop", uid: vmi.metadata.uid }]);
}

function restart(cluster: Cluster, vm: VirtualMachine, vmi: VirtualMachineInstance | undefined): Reply {
  const strategy = strategyOf(vm);
  if (strategy === "Halted" || strategy === "Once") {
    throw refuse(vm, `RunStategy ${strategy} does not support manual restart requests`);
  }
  if (!vmi) throw refuse(vm, "VM is not running");
  return request(cluster, vm, [{ action: "Stop", uid: vmi.metadata.uid }, { action: "Start" }]);
}

function request(cluster: Cluster, vm: VirtualMachine, requests: Requests): Reply {
  const isUnderway = (vm.status?.stateChangeRequests ?? []).some(
    ({ action }) => action === requests.at(-1)?.action,
  );
  if (isUnderway) {
    const message = "unable to complete request: stop/start already underway";
    throw new ApiError(500, "InternalError", `Internal error occurred: ${message}`, {
      causes: [{ message }],
    });
  }
  cluster.update({ ...vm, status: { ...vm.status, stateChangeRequests: requests } });
  return ACCEPTED;
}

function setStrategy(cluster: Cluster, vm: VirtualMachine, runStrategy: string): Reply {
  const { running: _replaced, ...spec } = vm.spec;
  const generation = (vm.metadata.generation ?? 0) + 1;
  cluster.update({ ...vm, metadata: { ...vm.metadata, generation }, spec: { ...spec, runStrategy } });
  return ACCEPTED;
}

function parseOptions(body: string): { gracePeriod?: number } {
  if (body.trim() === "") return {};
  const prefix = "Can not unmarshal Request body to struct, error: ";
  const sent = readJson(body, () => badRequest(`${prefix}unexpected EOF`));
  return decoded(objectOf({ gracePeriod: INTEGER }), sent ?? {}, (mismatch) => {
    throw badRequest(`${prefix}${goText("StopOptions", mismatch)}`);
  }) as { gracePeriod?: number };
}

function refuse(vm: VirtualMachine, text: string): ApiError {
  const { name } = vm.metadata;
  return conflict("virtualmachine.kubevirt.io", name, text, {
    name,
    group: "kubevirt.io",
    kind: "virtualmachine",
  });
}

function notFound(name: string): ApiError {
  const details = { name, group: "kubevirt.io", kind: "virtualmachine" };
  return new ApiError(404, "NotFound", `virtualmachine.kubevirt.io "${name}" not found`, details);
}
