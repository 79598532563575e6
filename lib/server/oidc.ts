import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { genericOAuth } from "better-auth/plugins";
import { claimedRole } from "@/lib/domain/claimed-role";
import type { GlobalRole } from "@/lib/domain/person";
import { pageOfOurs, signInPath } from "./asked-page";
import { type Oidc, readEnv } from "./env";
import { processWide } from "./process-wide";

export const OIDC_PROVIDER = "oidc";

/** What the button of the sign-in page says; null: there is no provider. */
export const oidcName = (): string | null => readEnv().oidc?.name ?? null;

/** The provider as better-auth speaks to it: discovery, PKCE, and an ID token that must verify. */
export function oidcPlugin({ issuer, clientId, clientSecret, roleClaim, adminValues }: Oidc) {
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        ...{ clientId, clientSecret: clientSecret ?? undefined, pkce: true },
        discoveryUrl: `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        scopes: ["openid", "email", "profile"],
        mapProfileToUser: (profile) => {
          const told = toldRoles().getStore();
          if (told && roleClaim !== null) told.role = claimedRole(profile, roleClaim, adminValues);
          return {};
        },
      },
    ],
  });
}

/** Runs a provider's callback: what its claim says of the role is known until the sign-in is made. */
export function withToldRole<T>(work: () => Promise<T>): Promise<T> {
  return toldRoles().run({ role: null }, work);
}

/** The role that the claims of this very request tell; null where none do. */
export const toldRole = (): GlobalRole | null => toldRoles().getStore()?.role ?? null;

const toldRoles = () => processWide("told-roles", () => new AsyncLocalStorage<{ role: GlobalRole | null }>());

/**
 * The request that begins a sign-in by the provider, made anew: of what a client sends nothing is passed on, no token of
 * its own, and of where to go afterwards (`next`) a page of ours alone. The sign-in page leads on to it.
 */
export async function beginOidc(request: Request): Promise<Request> {
  const sent: unknown = await request.json().catch(() => null);
  const next = pageOfOurs(typeof sent === "object" && sent !== null && "next" in sent ? sent.next : null);
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  const body = {
    ...{ provider: OIDC_PROVIDER, disableRedirect: true },
    ...{ callbackURL: next === null ? "/" : wayBack(next), errorCallbackURL: wayBack(next) },
  };
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** better-auth takes no other characters in a way back than these (its origin check). */
const wayBack = (next: string | null) =>
  signInPath(next).replaceAll(/[^\w\-.+/=&%@?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
