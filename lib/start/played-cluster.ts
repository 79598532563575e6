import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startSimulator } from "@/lib/simulator/server";
import type { Tool } from "./helm";
import { type CommandResult, runCommand } from "./run-command";
import { writeKubeconfig } from "./write-kubeconfig";

/** Of an image that no node can pull. */
export const LOST_DIGEST = `sha256:${"2".repeat(64)}`;
const REPOSITORY = "registry.example.org/curfew";
/** A moment after a full minute, so that the CronJob makes nothing while an operator looks. */
const START_MS = Date.parse("2026-12-01T10:00:02Z");

export interface PlayedCluster {
  /** A file here, for what an operator writes. */
  readonly folder: string;
  /** Runs a line as an operator's shell does, with kubectl and Helm on the PATH, from the top of the repository. */
  sh(line: string): Promise<CommandResult>;
  close(): Promise<void>;
}

/**
 * A simulated cluster, with KubeVirt, Prometheus' operator and the Gateway API and nothing of Curfew, for kubectl and
 * Helm themselves; its nodes are 20 times as fast as real ones.
 */
export async function startPlayedCluster(
  tools: Readonly<Record<Tool, string>>,
  signal: AbortSignal,
): Promise<PlayedCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), "curfew-operations-"));
  const startMs = performance.now();
  const simulator = await startSimulator({
    clock: () => START_MS + performance.now() - startMs,
    ...{ namespaces: ["ingress-nginx"], operators: true, tlsPort: 0, speed: 20 },
    missingImages: [`${REPOSITORY}@${LOST_DIGEST}`],
  });
  const { url = "", ca = "" } = simulator.secure ?? {};
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  for (const [tool, program] of Object.entries(tools))
    if (path.isAbsolute(program)) symlinkSync(program, path.join(bin, tool));
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    KUBECONFIG: writeKubeconfig(folder, { server: url, ca, token: simulator.token }),
    // What Helm and kubectl would keep in somebody's home.
    HOME: folder,
    EDITOR: "true",
  };
  return {
    folder,
    sh: (line) => runCommand("/bin/sh", ["-c", line], { env, signal }),
    close: async () => {
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
