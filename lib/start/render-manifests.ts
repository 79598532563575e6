import { writeFileSync } from "node:fs";
import { VALUE_SETS } from "@/deploy/render-chart";
import { findTool } from "./helm";
import { manifestText } from "./manifest-text";

// Helm itself writes deploy/manifests, one file for each set of values; tests hold them to the chart.
const helm = await findTool("helm");
if (helm === null) {
  console.error("Helm is needed: install it, or name it in HELM.");
  process.exit(1);
}
for (const set of VALUE_SETS) {
  const { status, output } = await manifestText(helm, set);
  if (status !== 0) {
    console.error(output);
    process.exit(1);
  }
  writeFileSync(`deploy/manifests/${set}.yaml`, output);
}
