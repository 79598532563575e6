import "server-only";
import { appContext } from "./app-context";
import { auth } from "./auth";
import { CLIENT_ADDRESS } from "./client-address";
import { counted } from "./metrics";
import { beginOidc, OIDC_PROVIDER, oidcName, withToldRole } from "./oidc";
import { auditSignIn, checkUnlocked } from "./sign-in-audit";

/** The endpoints that the screens use. Whatever else better-auth has (accounts, roles, passwords) is no door. */
const OPEN = new Map([
  ["/api/auth/sign-in/email", "POST"],
  ["/api/auth/sign-out", "POST"],
  ["/api/auth/get-session", "GET"],
]);
const BEGIN_OIDC = "/api/auth/sign-in/social";
const END_OIDC = `/api/auth/callback/${OIDC_PROVIDER}`;
/** Doors too, where a provider is configured. */
const OPEN_BY_OIDC = new Map([
  [BEGIN_OIDC, "POST"],
  [END_OIDC, "GET"],
]);

/** Hands a request to better-auth. The sign-in's token goes out in its cookie only, never in a body. */
export async function answerSignIn(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const isOpen =
    OPEN.get(path) === request.method || (oidcName() !== null && OPEN_BY_OIDC.get(path) === request.method);
  // A path that is no door is anybody's invention, and must not become a series of its own.
  return counted(isOpen ? path : "/api/auth/*", request, () => admitSignIn(request, path, isOpen));
}

async function admitSignIn(request: Request, path: string, isOpen: boolean): Promise<Response> {
  if (!isOpen) return Response.json({ code: "not-found" }, { status: 404, headers: NO_STORE });
  const whole = await takenIn(request);
  if (whole === null) return Response.json({ code: "too-large" }, { status: 413, headers: NO_STORE });
  const response = await answerOf(path, whole);
  response.headers.set("Cache-Control", "no-store");
  if (!response.ok || path === "/api/auth/sign-out" || path === BEGIN_OIDC) return response;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  const body = path.endsWith("/get-session")
    ? { isSignedIn: (await response.text()) !== "null" }
    : { isSignedIn: true };
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

/** With its body read whole; null: it is longer than any sign-in, and nobody has shown who they are. */
async function takenIn(request: Request): Promise<Request | null> {
  if (request.body === null) return request;
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

async function answerOf(path: string, request: Request): Promise<Response> {
  const { handler } = await auth();
  const { db } = await appContext();
  const address = request.headers.get(CLIENT_ADDRESS);
  if (path === "/api/auth/sign-in/email") {
    const tried = await triedBy(request);
    if (tried === null) return Response.json({ code: "invalid" }, { status: 400 });
    const checked = await checkUnlocked(db, tried.email, address, () => handler(tried.request));
    return new Response(checked.body, checked);
  }
  if (path === BEGIN_OIDC) return handler(await beginOidc(request));
  if (path === END_OIDC) return withToldRole(() => handler(request));
  const leaving = path === "/api/auth/sign-out" ? await signedIn(request) : null;
  const response = await handler(request);
  if (leaving !== null && response.ok) await auditSignIn(db, leaving, "sign-in.end", address);
  return response;
}

/**
 * The address that is tried, and the request made anew from what was read of it. Were its body handed on as it came,
 * better-auth could read another address in it, or read one where we read none (it takes forms too), and no lock would
 * count the try. null: no JSON, or no address in it.
 */
async function triedBy(request: Request): Promise<{ email: string; request: Request } | null> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) return null;
  const body: unknown = await request.json().catch(() => null);
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : null;
  if (typeof email !== "string" || email.length > 320) return null;
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  return {
    email,
    request: new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
  };
}

async function signedIn({ headers }: Request): Promise<string | null> {
  const { api } = await auth();
  return (await api.getSession({ headers }))?.user.id ?? null;
}

/** E-mail address and password are a few hundred bytes. */
const MOST_BYTES = 16 * 1024;
const NO_STORE = { "Cache-Control": "no-store" };
