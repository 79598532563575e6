import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const root = path.resolve(".");

/** For what `proxy.ts` does not see: answers of the API, found or not, and whatever stands in for a missing file. */
const ANSWER_HEADERS = Object.entries({
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
}).map(([key, value]) => ({ key, value }));

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  headers: () =>
    Promise.resolve(["/api/:path*", "/favicon.ico"].map((source) => ({ source, headers: ANSWER_HEADERS }))),
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
