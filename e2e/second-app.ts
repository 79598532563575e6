import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseEnv } from "node:util";
import { NEXT } from "@/lib/start/build-app";
import type { E2eValues } from "@/lib/start/e2e-values";
import { freePort } from "@/lib/start/free-port";
import { createDatabase, dropDatabase } from "@/lib/start/postgres";

/** A second process of the built app, as production starts it: on an empty database of its own beside the first. */
export class SecondApp {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly ended: Promise<unknown>,
    private readonly log: AsyncIterator<string>,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  static async start(values: E2eValues, name: string, env: Record<string, string>): Promise<SecondApp> {
    const databaseUrl = await createDatabase(values.databaseUrl, name);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const {
      CLUSTER: _,
      CURFEW_REAP_EVERY_SECONDS: __,
      ...shared
    } = {
      ...process.env,
      ...parseEnv(readFileSync(values.envFile, "utf8")),
    };
    const child = spawn(process.execPath, [NEXT, "start", "-H", "127.0.0.1", "-p", String(port)], {
      env: {
        ...(shared as NodeJS.ProcessEnv),
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        APP_URL: url,
        PORT: String(port),
        CURFEW_ENVIRONMENT: "second",
        AUTH_SECRET: "of-the-second-app-and-its-test-alone",
        NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32, "second").toString("base64"),
        LOG_LEVEL: "info",
        ...env,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const log = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    // Listened for from the beginning: one that ended before, of itself or by a signal, tells it no second time.
    const ended = once(child, "exit");
    return new SecondApp(url, child, ended, log, () => dropDatabase(values.databaseUrl, name));
  }

  /** Reads its log up to a line that matches, and answers the first group. Throws where the log ends before. */
  async waitForLog(pattern: RegExp): Promise<string> {
    for (let line = await this.log.next(); !line.done; line = await this.log.next()) {
      const found = pattern.exec(line.value);
      if (found) return found[1] ?? found[0];
    }
    throw new Error(`the second app ended without a word of ${pattern}`);
  }

  async stop(): Promise<void> {
    this.process.kill("SIGTERM");
    await this.ended;
    await this.dropDatabase();
  }
}
