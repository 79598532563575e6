type SignInOutcome = "signed-in" | "wrong" | "inactive" | "too-many" | "failed";
type ProviderOutcome = "leaving" | "provider-away" | "failed";

/** Signs in with e-mail and password; the cookie is set by the answer. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    const response = await post("/api/auth/sign-in/email", { email, password });
    if (response.ok) return "signed-in";
    if (response.status === 403) return "inactive";
    if (response.status === 429) return "too-many";
    return response.status < 500 ? "wrong" : "failed";
  } catch {
    return "failed";
  }
}

/** Goes to the provider's own page, which comes back signed in, to the page of ours that was asked for (`next`). */
export async function signInByProvider(next: string | null): Promise<ProviderOutcome> {
  try {
    const response = await post("/api/auth/sign-in/social", { next });
    const body: unknown = response.ok ? await response.json() : null;
    const url = typeof body === "object" && body !== null && "url" in body ? body.url : null;
    if (typeof url !== "string") return "provider-away";
    window.location.assign(url);
    return "leaving";
  } catch {
    return "failed";
  }
}

const LEFT_CHANNEL = "curfew-sign-out";

/** To the sign-in page, with every other tab: on a shared computer none may go on showing what one saw. */
export function goToSignIn(): void {
  if (typeof BroadcastChannel !== "undefined") new BroadcastChannel(LEFT_CHANNEL).postMessage("left");
  loadSignIn();
}

/** A whole load, so that nothing of what was shown stays in memory. */
function loadSignIn(): void {
  window.location.assign(new URL("/sign-in", window.location.origin));
}

/** Follows another tab that signed out. The answer ends the watching. */
export function followSignOut(): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(LEFT_CHANNEL);
  channel.onmessage = loadSignIn;
  return () => channel.close();
}

/** Ends this sign-in. True where the server has done so. */
export async function signOut(): Promise<boolean> {
  try {
    return (await post("/api/auth/sign-out", {})).ok;
  } catch {
    return false;
  }
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
