import {
  type ContainerRef,
  type LastLines,
  linesOf,
  type LogProblem,
  MOST_BYTES,
  MOST_LINES,
} from "@/lib/domain/contention/last-lines";
import { objectPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { ClusterError } from "./cluster-error";

/** The last lines that a container wrote before its last end, or why they cannot be read. Never throws. */
export async function readLastLines(
  api: ApiClient,
  { namespace, pod, container }: ContainerRef,
  signal?: AbortSignal,
): Promise<LastLines> {
  const bounds = { tailLines: String(MOST_LINES), limitBytes: String(MOST_BYTES) };
  try {
    const { body } = await api.send({
      method: "GET",
      path: `${objectPath(RESOURCES.pod, namespace, pod)}/log`,
      query: { container, previous: "true", ...bounds },
      accept: "*/*",
      isText: true,
      signal,
    });
    const text = typeof body === "string" ? body : "";
    return linesOf(text, Buffer.byteLength(text));
  } catch (error) {
    return { state: "unmeasured", problem: problemOf(error) };
  }
}

/** A kubelet's refusals come as 400, by their text alone; one that is not reached is a 5xx of the API server. */
function problemOf(error: unknown): LogProblem {
  if (!(error instanceof ClusterError)) return "failed";
  switch (error.code) {
    case "unauthorized":
    case "forbidden":
      return "forbidden";
    case "not-found":
      return "pod-gone";
    case "timeout":
      return "timeout";
    case "server-error":
      return /dial tcp|no route to host|connection refused|i\/o timeout/.test(error.message)
        ? "node-silent"
        : "failed";
    case "invalid":
      return /previous terminated container .* not found|is waiting to start|is terminated|is not available/.test(
        error.message,
      )
        ? "none-kept"
        : "failed";
    default:
      return "failed";
  }
}
