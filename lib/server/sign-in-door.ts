import "server-only";
import { auth } from "./auth";
import { counted } from "./metrics";

/** The three endpoints that the screens use. Whatever else better-auth has (accounts, roles, passwords) is no door. */
const OPEN = new Map([
  ["/api/auth/sign-in/email", "POST"],
  ["/api/auth/sign-out", "POST"],
  ["/api/auth/get-session", "GET"],
]);

/** Hands a request to better-auth. The sign-in's token goes out in its cookie only, never in a body. */
export async function answerSignIn(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const isOpen = OPEN.get(path) === request.method;
  // A path that is no door is anybody's invention, and must not become a series of its own.
  return counted(isOpen ? path : "/api/auth/*", request, await admitSignIn(request, path, isOpen));
}

async function admitSignIn(request: Request, path: string, isOpen: boolean): Promise<Response> {
  if (!isOpen) return Response.json({ code: "not-found" }, { status: 404, headers: NO_STORE });
  const { handler } = await auth();
  const response = await handler(request);
  response.headers.set("Cache-Control", "no-store");
  if (!response.ok || path === "/api/auth/sign-out") return response;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  const body = path.endsWith("/get-session")
    ? { isSignedIn: (await response.text()) !== "null" }
    : { isSignedIn: true };
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

const NO_STORE = { "Cache-Control": "no-store" };
