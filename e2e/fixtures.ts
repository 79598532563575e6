import { test as base, type BrowserContext, type Page } from "@playwright/test";
import pg from "pg";
import { type E2eValues, readE2eValues } from "@/lib/start/e2e-values";
import { startByCommandLine } from "./command-line";
import { LabRows } from "./lab-rows";
import { Simulator } from "./simulator";

export { expect } from "@playwright/test";

/** The people that every stack is seeded with, by what a test needs them for. */
export const ADMIN = "ada@curfew.test";
export const INSTRUCTOR = "noor@curfew.test";
export const MINA = "mina@curfew.test";
export const TOMAS = "tomas@curfew.test";
export const JUN = "jun@curfew.test";
export const LEA = "lea@curfew.test";

type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;
export interface PassAnswer {
  outcome: string;
  number: number;
  directions: Record<string, { found: number; done: number; failed: number }>;
}

interface TestFixtures {
  /** Whose page `page` is; null: nobody is signed in. */
  person: string | null;
  /** The page of somebody else, in a browser of their own. */
  pageOf: (email: string) => Promise<Page>;
  /** Opens a session at the command line and lets a pass find it running. Tells its id. */
  openSession: (lab: string, email: string) => Promise<string>;
  /** What the minute tick does. */
  reap: () => Promise<PassAnswer>;
  rows: LabRows;
  simulator: Simulator;
}
interface WorkerFixtures {
  values: E2eValues;
  signInOf: (email: string) => Promise<SignedIn>;
  database: pg.Pool;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  person: [ADMIN, { option: true }],
  // A worker fixture depends on nothing; Playwright wants the pattern all the same.
  values: [async ({}, provide) => provide(readE2eValues()), { scope: "worker" }],
  signInOf: [
    async ({ values, playwright }, provide) => {
      const kept = new Map<string, SignedIn>();
      await provide(async (email) => {
        const found = kept.get(email);
        if (found) return found;
        const request = await playwright.request.newContext({ baseURL: values.url });
        const data = { email, password: passwordOf(values, email) };
        const headers = { origin: values.url };
        const answer = await request.post("/api/auth/sign-in/email", { data, headers });
        if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
        const state = await request.storageState();
        await request.dispose();
        kept.set(email, state);
        return state;
      });
    },
    { scope: "worker" },
  ],
  database: [
    async ({ values }, provide) => {
      const pool = new pg.Pool({ connectionString: values.databaseUrl, max: 2 });
      await provide(pool);
      await pool.end();
    },
    { scope: "worker" },
  ],
  storageState: async ({ person, signInOf }, provide) => {
    await provide(person === null ? { cookies: [], origins: [] } : await signInOf(person));
  },
  pageOf: async ({ browser, signInOf }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (email) => {
      const context = await browser.newContext({ storageState: await signInOf(email) });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  reap: async ({ values, playwright }, provide) => {
    const request = await playwright.request.newContext({ baseURL: values.url });
    await provide(async () => {
      const headers = { authorization: `Bearer ${values.reapToken}` };
      return (await (await request.post("/api/reap", { headers })).json()) as PassAnswer;
    });
    await request.dispose();
  },
  openSession: async ({ values, reap, rows }, provide) => {
    await provide(async (lab, email) => {
      const id = await startByCommandLine(values.envFile, lab, email);
      for (let passes = 0; (await rows.statusOf(id)) === "provisioning"; passes++) {
        if (passes === 40) throw new Error(`session ${id} does not run`);
        await reap();
      }
      return id;
    });
  },
  rows: async ({ database }, provide) => provide(new LabRows(database)),
  // For every test, asked for or not: the next one finds no session, fault, switch or machine of the last.
  simulator: [
    async ({ values, rows, reap }, provide) => {
      const simulator = new Simulator(values.simulator);
      await provide(simulator);
      await simulator.reset();
      await rows.expireAll();
      for (let passes = 0; (await rows.countNotOver()) > 0; passes++) {
        if (passes === 5) throw new Error("sessions are left that no pass can end");
        await reap();
      }
    },
    { auto: true },
  ],
});

/** By the form, for a page where nobody is signed in; the answer is the caller's to wait for. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export function passwordOf(values: E2eValues, email: string): string {
  const person = values.people.find((each) => each.email === email);
  if (!person) throw new Error(`${email} is not seeded`);
  return person.password;
}
