import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const root = path.resolve(".");

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // For the container image only: `next start` has no use for it.
  output: process.env.CURFEW_STANDALONE === "1" ? "standalone" : undefined,
  serverExternalPackages: ["@kubernetes/client-node", "pg", "pino", "prom-client"],
  // Named, because a lock file in a folder above would otherwise be taken for the project's.
  turbopack: { root },
  outputFileTracingRoot: root,
  outputFileTracingExcludes: {
    "/*": [".data/**", "e2e/**", "docs/**", "deploy/**", "lib/simulator/**", "lib/start/**"],
  },
  outputFileTracingIncludes: { "/*": ["prisma/migrations/**"] },
  // Demo and tests build often, and `npm test` checks types in a step of its own.
  typescript: { ignoreBuildErrors: process.env.CURFEW_BUILD_WITHOUT_TYPES === "1" },
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(nextConfig);
