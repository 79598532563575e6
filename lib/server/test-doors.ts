import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { hashPassword } from "better-auth/crypto";
import { inject, vi } from "vitest";
import { setPassword } from "@/lib/db/people";
import { kubeconfigOf, NAMESPACE, openLabWorld, type LabWorld } from "@/lib/usecases/test-lab-world";

export const ORIGIN = "http://127.0.0.1:3000";
export const REAP_TOKEN = "the-reap-token-of-the-tests";
export const METRICS_TOKEN = "the-metrics-token-of-the-tests";
export const PASSWORD = "correct horse battery";

/** The headers of the request that the code under test believes to be in. */
const request = { headers: new Headers() };
/** For `vi.mock("next/headers", …)`, which has to stand in the test file itself. */
export const requestHeaders = async (): Promise<Headers> => request.headers;

export interface Doors {
  readonly world: LabWorld;
  /** Signs in over /api/auth and answers the cookie. */
  signIn(email: string, password?: string): Promise<string>;
  /** Gives somebody of the world the tests' password. */
  letIn(personId: string): Promise<void>;
  /** Runs `work` as a request with this cookie; null: with none. */
  as<T>(cookie: string | null, work: () => Promise<T>): Promise<T>;
  /** Waits for the background work of the app and of the world. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A lab world, and this process set up as the web app on its database and cluster. */
export async function openDoors(env: Readonly<Record<string, string>> = {}): Promise<Doors> {
  const world = await openLabWorld();
  const folder = await mkdtemp(path.join(tmpdir(), "curfew-doors-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, kubeconfigOf(world.account), { mode: 0o600 });
  const all = { ...(await environmentOf(world)), KUBECONFIG: kubeconfig, ...env };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const { answerSignIn } = await import("./sign-in-door");
  const { openAppContext } = await import("./app-context");
  const hash = await hashPassword(PASSWORD);
  return {
    world,
    letIn: async (id) => void (await setPassword(world.db.at, { id, passwordHash: hash })),
    async signIn(email, password = PASSWORD) {
      const response = await answerSignIn(signInRequest(email, password));
      if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
      return cookieOf(response);
    },
    async as(cookie, work) {
      request.headers = new Headers(cookie === null ? {} : { cookie });
      try {
        return await work();
      } finally {
        request.headers = new Headers();
      }
    },
    async settled() {
      await (await openAppContext()).settled();
      await world.settled();
    },
    async close() {
      await (await openAppContext()).close();
      await world.close();
      await rm(folder, { recursive: true });
      vi.unstubAllEnvs();
    },
  };
}

export function signInRequest(
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Request {
  return new Request(`${ORIGIN}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: ORIGIN, ...headers },
    body: JSON.stringify({ email, password }),
  });
}

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function environmentOf(world: LabWorld): Promise<Record<string, string>> {
  const [row] = await world.sql<{ name: string }>("SELECT current_database() AS name");
  const url = new URL(inject("postgres").url);
  url.pathname = `/${row?.name}`;
  const { config } = world.context;
  return {
    DATABASE_URL: url.href,
    CURFEW_ENVIRONMENT: config.environment,
    CURFEW_VM_NAMESPACE: NAMESPACE,
    CURFEW_IMAGE_PREFIXES: config.imagePrefixes.join(","),
    CURFEW_ACCESS_CIDRS: config.accessCidrs.join(","),
    CURFEW_REAP_TOKEN: REAP_TOKEN,
    CURFEW_METRICS_TOKEN: METRICS_TOKEN,
    AUTH_SECRET: "a secret of the tests, 32 characters",
    APP_URL: ORIGIN,
    LOG_LEVEL: "silent",
  };
}
