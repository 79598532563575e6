import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "./access";
import type { ApiRequest } from "./request-path";
import type { Resource } from "./resources";

/** What a handler answers: an object to print as JSON, or text as it is. */
export interface Reply {
  status: number;
  body?: unknown;
  text?: string;
  contentType?: string;
  headers?: Record<string, string>;
}

/** A request for a served resource, read and authorised. */
export interface Call extends ApiRequest {
  resource: Resource;
  search: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  caller: Caller;
}

export function json(status: number, body: unknown, headers?: Record<string, string>): Reply {
  return { status, body, headers };
}

export function isDryRun(call: Call): boolean {
  return call.search.get("dryRun") === "All";
}

export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
