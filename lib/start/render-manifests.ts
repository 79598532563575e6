import { readdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

// Helm itself writes deploy/manifests, one file for each set of values; a test holds them to the chart.
const HELM = process.env.HELM ?? "helm";

for (const file of readdirSync("deploy/value-sets")) {
  const values = `deploy/value-sets/${file}`;
  const args = ["template", "curfew", "deploy/chart", "--namespace", "curfew", "--values", values];
  const helm = spawnSync(HELM, args, { encoding: "utf8" });
  if (helm.status !== 0) {
    console.error(helm.error ? `Helm is needed: install it, or name it in HELM.` : helm.stderr);
    process.exit(1);
  }
  const heading = `# Rendered from deploy/chart with ${values} by npm run deploy:render. Do not edit.\n`;
  writeFileSync(`deploy/manifests/${file}`, `${heading}${helm.stdout}`);
}
