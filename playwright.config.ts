import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/start/chromium";

// Chosen once, in the first process: its workers read this file again and must see the same.
process.env.CURFEW_E2E_PORT ??= freePort();
const url = `http://127.0.0.1:${process.env.CURFEW_E2E_PORT}`;
process.env.CURFEW_E2E_BROWSER ??= findChromium() ?? "";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: "list",
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CURFEW_E2E_BROWSER || undefined,
      // As root Chromium has no sandbox; the others keep it from dialling out.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node --import tsx lib/start/e2e-server.ts",
    url: `${url}/api/health`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "pipe",
    stderr: "pipe",
  },
});

function freePort(): string {
  const script =
    "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })";
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
}
