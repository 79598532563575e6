import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startSimulator } from "./server";

const USAGE =
  "usage: main.ts --port N --state FILE --token-file FILE [--namespace NAME]... [--seed demo] [--no-kubevirt] [--metrics] [--speed N] " +
  "[--ready-file FILE] [--tls-port N --ca-file FILE]";

/**
 * Runs the simulator as a process of its own until SIGTERM or SIGINT; its state is on disk when it ends. The token comes
 * in a file: an argument is there for everybody to read, and one that begins with a dash is taken for an option.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      state: { type: "string" },
      "token-file": { type: "string" },
      namespace: { type: "string", multiple: true },
      seed: { type: "string" },
      "no-kubevirt": { type: "boolean", default: false },
      metrics: { type: "boolean", default: false },
      speed: { type: "string", default: "1" },
      "ready-file": { type: "string" },
      "tls-port": { type: "string" },
      "ca-file": { type: "string" },
    },
  });
  const tokenFile = values["token-file"];
  if (tokenFile === undefined || (values.seed !== undefined && values.seed !== "demo"))
    throw new Error(USAGE);
  const simulator = await startSimulator({
    port: Number(values.port),
    tlsPort: values["tls-port"] === undefined ? undefined : Number(values["tls-port"]),
    token: readFileSync(tokenFile, "utf8").trim(),
    stateFile: values.state,
    namespaces: values.namespace,
    seed: values.seed,
    kubevirt: !values["no-kubevirt"],
    metrics: values.metrics,
    speed: Number(values.speed),
  });
  const stop = () => void simulator.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  const caFile = values["ca-file"];
  if (simulator.secure && caFile !== undefined) writeFileSync(caFile, simulator.secure.ca);
  const readyFile = values["ready-file"];
  if (readyFile !== undefined) announce(readyFile, simulator.url);
  console.log(`curfew-simulator listening on ${simulator.url}`);
}

function announce(file: string, url: string): void {
  writeFileSync(`${file}.tmp`, JSON.stringify({ url, pid: process.pid }));
  renameSync(`${file}.tmp`, file);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
