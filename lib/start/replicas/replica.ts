import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { STANDALONE } from "../build-app";
import { freePort } from "../free-port";
import { becomesTrue } from "../os-processes";
import { answersOk, lastLines } from "../service";

/** One pod of the web app: the server of the image, a process of its own. */
export interface Replica {
  readonly port: number;
  /** The code or the signal that it ended by. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  isOver(): boolean;
  isListening(): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
}

export interface ReplicaOptions {
  readonly name: string;
  /** Gets its log. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it listens; left out: where nobody does. */
  readonly port?: number;
}

const START_MS = 60_000;

/** Starts one and waits until its readiness probe says yes. Throws with the end of its log where it does not. */
export async function startReplica({ name, folder, env, port: wanted }: ReplicaOptions): Promise<Replica> {
  const port = await freePort(...(wanted === undefined ? [] : [wanted]));
  const file = path.join(folder, `${name}.log`);
  const log = openSync(file, "a");
  const child = spawn(process.execPath, [STANDALONE], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env, PORT: String(port) },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let isOver = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => {
      isOver = true;
      resolve(code ?? signal);
    });
  });
  const isReady = () => answersOk(`http://127.0.0.1:${port}/api/ready`);
  if (!(await becomesTrue(async () => isOver || (await isReady()), START_MS, 50)) || isOver) {
    child.kill("SIGKILL");
    throw new Error(`${name} did not get ready:\n${lastLines(file)}`);
  }
  return {
    port,
    ended,
    isOver: () => isOver,
    isListening: async () => (await freePort(port)) !== port,
    signal: (signal) => void child.kill(signal),
  };
}
