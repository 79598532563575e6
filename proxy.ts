import { NextResponse, type NextRequest } from "next/server";
import { ASKED_PAGE_HEADER } from "./lib/server/asked-page";
import { contentSecurityPolicy, securityHeaders } from "./lib/server/csp";
import { isDevelopment, readEnv } from "./lib/server/env";

/** No page has this path. */
const NOWHERE = "/nothing-here";

/** Gives every page a nonce of its own and its security headers. Who may see it is decided where it is made. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const isReadable = canBeDecoded(pathname);
  if (pathname.startsWith("/api/")) return isReadable ? NextResponse.next() : noSuchAnswer();
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, isDevelopment());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("Content-Security-Policy", policy);
  if (isReadable) headers.set(ASKED_PAGE_HEADER, pathname + request.nextUrl.search);
  else headers.delete(ASKED_PAGE_HEADER);
  const init = { request: { headers } };
  const response = isReadable
    ? NextResponse.next(init)
    : NextResponse.rewrite(new URL(NOWHERE, request.url), init);
  response.headers.set("Content-Security-Policy", policy);
  const isSecure = readEnv().appUrl.startsWith("https:");
  for (const [name, value] of Object.entries(securityHeaders(isSecure))) response.headers.set(name, value);
  return response;
}

/** Next has nothing but a bare 500 for half a letter in a path: `%F0%9F`. */
function canBeDecoded(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== "";
  } catch {
    return false;
  }
}

const noSuchAnswer = () =>
  NextResponse.json({ code: "not-found" }, { status: 404, headers: { "Cache-Control": "no-store" } });

/** Of the API only paths that need decoding come by here. */
export const config = {
  matcher: ["/((?!api/|_next/static|_next/image|favicon.ico|icon.svg).*)", "/api/(.*%.*)"],
};
