import type { TestProject } from "vitest/node";
import type { TestSite } from "@/lib/cluster/test-site";

/** Tells the tests of the cluster that is there for them (lib/start/cluster-step.ts); without one they bring their own. */
export default function setup(project: TestProject): void {
  const { CURFEW_TEST_SITE: site, CURFEW_TEST_ASKED: asked = null } = process.env;
  project.provide("site", site === undefined ? null : (JSON.parse(site) as TestSite));
  project.provide("asked", asked);
}
