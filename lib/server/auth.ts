import "server-only";
import { APIError, betterAuth, type BetterAuthOptions } from "better-auth";
import { authAdapter } from "@/lib/db/auth-adapter";
import type { Database } from "@/lib/db/database";
import { loadActor } from "@/lib/db/people";
import { LOOPBACK_NAMES } from "@/lib/domain/client-address";
import { mapPersonRole } from "@/lib/usecases/map-person-role";
import type { Log } from "@/lib/usecases/context";
import { appContext } from "./app-context";
import { CLIENT_ADDRESS } from "./client-address";
import { type Oidc, readEnv } from "./env";
import { oidcPlugin, toldRole } from "./oidc";
import { processWide } from "./process-wide";
import { auditNewPerson, auditSignIn } from "./sign-in-audit";

/** better-auth as this app uses it: e-mail and password, people made by people, one cookie. */
export async function auth(): Promise<Auth> {
  const { db, log } = await appContext();
  const { appUrl, authSecret, oidc } = readEnv();
  return processWide("auth", () => makeAuth({ db, log, appUrl, authSecret, oidc }));
}
export type Auth = ReturnType<typeof makeAuth>;

const SIGN_IN_DAYS = 7;
/** Per address and minute. A class signs in within minutes, from one address where it sits behind a NAT. */
const SIGN_IN_LIMIT = { window: 60, max: 60 };

export interface AuthParts {
  readonly db: Database;
  readonly log: Log;
  readonly appUrl: string;
  readonly authSecret: string;
  readonly oidc: Oidc | null;
}

export function makeAuth({ db, log, appUrl, authSecret, oidc }: AuthParts) {
  return betterAuth({
    appName: "Curfew",
    baseURL: appUrl,
    secret: authSecret,
    trustedOrigins: originsOf(appUrl),
    database: authAdapter(db),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12, maxPasswordLength: 128 },
    session: {
      modelName: "signIn",
      expiresIn: SIGN_IN_DAYS * 86_400,
      updateAge: 86_400,
      // Every request asks the database: a person who is deactivated is out at once.
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: { "/sign-in/email": SIGN_IN_LIMIT, "/sign-in/social": SIGN_IN_LIMIT },
    },
    plugins: oidc === null ? [] : [oidcPlugin(oidc)],
    databaseHooks: signInHooks(db),
    advanced: {
      cookiePrefix: "curfew",
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      useSecureCookies: appUrl.startsWith("https:"),
      // Said, because better-auth lets both go where it thinks that it is tested.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    telemetry: { enabled: false },
    // Its messages name e-mail addresses; ours say that something happened.
    logger: {
      level: "error",
      log: (level) => log.warn({ reported: level, source: "sign-in" }, "sign-in reported a problem"),
    },
  });
}

/** What this app adds to better-auth's own writes: who may come in, with which role, and the audit of it. */
function signInHooks(db: Database) {
  return {
    // People come by no other way than a provider's here: those that are added have their row already.
    user: { create: { before: refuseUnverified, after: ({ id }) => auditNewPerson(db, id) } },
    account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    session: {
      create: {
        before: async ({ userId }) => {
          if (!(await loadActor(db.at, userId)))
            throw new APIError("FORBIDDEN", {
              code: "DEACTIVATED",
              message: "This account is deactivated.",
            });
          const role = toldRole();
          if (role !== null) await mapPersonRole({ db }, { id: userId, role });
        },
        after: ({ userId, ipAddress }) => auditSignIn(db, userId, "sign-in.start", ipAddress || null),
      },
    },
  } satisfies BetterAuthOptions["databaseHooks"];
}

/** Who could claim any address could claim another's account. */
async function refuseUnverified({ emailVerified }: { emailVerified: boolean }): Promise<void> {
  if (!emailVerified)
    throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "Not verified." });
}

/** A provider's tokens open what is the provider's. Nothing here needs them after the sign-in, so none is kept. */
async function withoutTokens(account: object) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
}

/** A loopback address has three spellings, and the browser may use any of them. */
function originsOf(appUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(appUrl);
  return LOOPBACK_NAMES.includes(hostname)
    ? LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`)
    : [origin];
}
