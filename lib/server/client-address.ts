import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { parseCidr, type Cidr } from "@/lib/domain/cidr";
import { clientAddress } from "@/lib/domain/client-address";
import { processWide } from "./process-wide";

/** Where the address of a request's client stands. A client cannot write it: it is set anew for every request. */
export const CLIENT_ADDRESS = "x-curfew-client";

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
  const address = clientAddress(socket.remoteAddress ?? null, text, trusted);
  if (address === null) delete headers[CLIENT_ADDRESS];
  else headers[CLIENT_ADDRESS] = address;
}
