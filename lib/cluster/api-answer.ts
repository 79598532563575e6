import type { RequestContext } from "@kubernetes/client-node";
import { ClusterError } from "./cluster-error";

/** The connection pool of the SDK's HTTP client. */
export type Dispatcher = NonNullable<ReturnType<RequestContext["getDispatcher"]>>;
export type Response = Awaited<ReturnType<Dispatcher["request"]>>;

/** The whole answer. Throws ClusterError "incomplete" where it is cut short. */
export async function readBody(response: Response): Promise<string> {
  try {
    return await response.body.text();
  } catch (error) {
    throw new ClusterError("incomplete", response.statusCode, `The answer was cut short: ${describe(error)}`);
  }
}

/** Throws ClusterError "incomplete" where it is no JSON; null where it is empty. */
export function parse(body: string, status: number): unknown {
  if (body === "") return null;
  try {
    return JSON.parse(body);
  } catch {
    throw new ClusterError("incomplete", status, "The answer is no valid JSON");
  }
}

function header(response: Response, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Of the Date header, epoch ms. */
export function dateMs(response: Response): number | null {
  const ms = Date.parse(header(response, "date") ?? "");
  return Number.isNaN(ms) ? null : ms;
}

/** Of the Retry-After header, a number or a date. */
export function retryAfterSeconds(response: Response): number | null {
  const value = header(response, "retry-after");
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const untilMs = Date.parse(value);
  const nowMs = dateMs(response);
  return Number.isNaN(untilMs) || nowMs === null ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** The class of a network failure ("ECONNREFUSED"), without the request that it was. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  const code = "code" in error ? String(error.code) : "";
  return [error.message, code].filter((part) => part !== "").join(": ");
}
