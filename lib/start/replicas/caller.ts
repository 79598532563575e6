import { readFileSync } from "node:fs";
import type { ActionAnswer } from "@/lib/contracts/result";

export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
}

/** Somebody with a browser: keeps the cookie, sends the origin, calls server actions by the names of the build. */
export class Caller {
  #cookie = "";
  constructor(private readonly url: string) {}

  async signIn(email: string, password: string): Promise<void> {
    const answer = await this.#send("POST", "/api/auth/sign-in/email", {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  async signOut(): Promise<number> {
    const headers = { "Content-Type": "application/json" };
    const answer = await this.#send("POST", "/api/auth/sign-out", { headers, body: "{}" });
    await answer.body?.cancel();
    return answer.status;
  }

  async get<T>(path: string): Promise<Answer<T>> {
    const answer = await this.#send("GET", path, {});
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** POST /api/reap as the CronJob does. */
  async reap<T>(token: string): Promise<Answer<T>> {
    const answer = await this.#send("POST", "/api/reap", { headers: { Authorization: `Bearer ${token}` } });
    const text = await answer.text();
    return { status: answer.status, body: (answer.status === 502 ? null : JSON.parse(text)) as T };
  }

  /** Calls `name` of lib/actions on the page where it is used; null where no replica answered. */
  async act<T>(page: string, name: string, ...args: unknown[]): Promise<ActionAnswer<T> | null> {
    const answer = await this.#send("POST", page, {
      headers: { "Next-Action": actionId(name), "Content-Type": "text/plain;charset=UTF-8" },
      body: JSON.stringify(args),
    });
    const text = await answer.text();
    if (answer.status === 502) return null;
    // The answer is a stream of rows; what the action returned is row 1.
    const row = /^1:(\{.*\})$/m.exec(text)?.[1];
    if (row === undefined) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(row) as ActionAnswer<T>;
  }

  #send(method: string, path: string, { headers, body }: RequestInit): Promise<Response> {
    const own = { Origin: this.url, Cookie: this.#cookie };
    return fetch(`${this.url}${path}`, { method, headers: { ...own, ...headers }, body, redirect: "manual" });
  }
}

function actionId(name: string): string {
  const found = Object.entries(readActionNames().node).find(([, action]) => action.exportedName === name);
  if (!found) throw new Error(`the build has no action ${name}`);
  return found[0];
}

/** What the build calls its actions, and the key that it made these names with. */
export function readActionNames(): {
  readonly encryptionKey: string;
  readonly node: Readonly<Record<string, { readonly exportedName: string }>>;
} {
  return JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
}
