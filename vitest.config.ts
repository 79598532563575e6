import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
/** What also runs against a cluster that was there before: `npm run test:cluster`. */
const CLUSTER_TESTS = ["lib/cluster/**/*.int.test.ts", "lib/usecases/run-reap-pass*.int.test.ts"];
/** What runs the built app, in processes of its own. */
const REPLICA_TESTS = ["lib/start/replicas/*.int.test.ts"];
const hasSite = process.env.CURFEW_TEST_SITE !== undefined;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // It throws outside a React server; what it guards is checked by the build.
      { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // Generous, since a slow machine is no defect; what must be fast says so itself.
    testTimeout: 30_000,
    exclude: ["node_modules/**", ".next/**", ".data/**", "e2e/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: ["**/*.int.test.ts", "node_modules/**", ".next/**", ".data/**", "e2e/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["**/*.int.test.ts"],
          exclude: [...CLUSTER_TESTS, ...REPLICA_TESTS, "node_modules/**", ".next/**", ".data/**", "e2e/**"],
          globalSetup: "lib/start/vitest-global-setup.ts",
          hookTimeout: 60_000,
          maxWorkers: 2,
          // After the unit tests, which may have more workers.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          include: CLUSTER_TESTS,
          globalSetup: ["lib/start/vitest-global-setup.ts", "lib/start/vitest-cluster-setup.ts"],
          // What a simulator does at once may take a real cluster's controllers a minute.
          testTimeout: hasSite ? 240_000 : 30_000,
          hookTimeout: hasSite ? 240_000 : 60_000,
          // A site has one pair of namespaces, a simulator is each test's own.
          maxWorkers: hasSite ? 1 : 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "replicas",
          include: REPLICA_TESTS,
          globalSetup: "lib/start/vitest-global-setup.ts",
          // Each wants the app built, and the machine to itself.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
