import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { parseCidr, type Cidr } from "@/lib/domain/cidr";
import { clientAddress, isLoopback } from "@/lib/domain/client-address";
import { processWide } from "./process-wide";

/** Where the address of a request's client stands. A client cannot write it: it is set anew for every request. */
export const CLIENT_ADDRESS = "x-curfew-client";
/** Set where the request came over loopback and no proxy had it before; a client cannot write it either. */
export const LOCAL_CALLER = "x-curfew-local";

/**
 * From now on every HTTP request that this process takes in bears its client's address. A route handler sees headers
 * only, and X-Forwarded-For is anybody's to write; the socket's address is seen here, before anything is handled.
 */
export function markClientAddresses(trustedProxies: readonly string[]): void {
  const trusted = trustedProxies.map(parseCidr).filter((cidr): cidr is Cidr => cidr !== null);
  processWide("client-addresses", () =>
    subscribe("http.server.request.start", (message) => mark(message, trusted)),
  );
}

function mark(message: unknown, trusted: readonly Cidr[]): void {
  const { headers, socket } = (message as { request: IncomingMessage }).request;
  const forwarded = headers["x-forwarded-for"];
  const text = Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null);
  const peer = socket.remoteAddress ?? null;
  const address = clientAddress(peer, text, trusted);
  if (address === null) delete headers[CLIENT_ADDRESS];
  else headers[CLIENT_ADDRESS] = address;
  // A proxy on this host comes over loopback too, with anybody's requests.
  const isLocal = isLoopback(peer) && !PROXY_HEADERS.some((name) => headers[name] !== undefined);
  if (isLocal) headers[LOCAL_CALLER] = "1";
  else delete headers[LOCAL_CALLER];
}

const PROXY_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];
