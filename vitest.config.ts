import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

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
          globalSetup: "lib/start/vitest-global-setup.ts",
          hookTimeout: 60_000,
          maxWorkers: 2,
          // After the unit tests, which may have more workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
