import { NextResponse, type NextRequest } from "next/server";
import { ASKED_PAGE_HEADER } from "./lib/server/asked-page";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./lib/server/csp";
import { isDevelopment } from "./lib/server/env";

/** Gives every page a nonce of its own and its security headers. Who may see it is decided where it is made. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, isDevelopment());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("Content-Security-Policy", policy);
  headers.set(ASKED_PAGE_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/static|_next/image|favicon.ico|icon.svg).*)"] };
