import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderChart, VALUE_SETS, valuesOf } from "./render-chart";

interface CronJob {
  readonly metadata: { readonly namespace: string };
  readonly spec: {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly serviceAccountName: string;
            readonly containers: readonly [
              { readonly args: readonly [string]; readonly command: readonly string[] },
            ];
            readonly volumes: readonly [{ readonly projected: { readonly sources: readonly unknown[] } }];
          };
        };
      };
    };
  };
}
function cronJob(set: string): CronJob {
  const found = renderChart(valuesOf(set)).find(({ kind }) => kind === "CronJob");
  return found as unknown as CronJob;
}
const podOf = (set: string) => cronJob(set).spec.jobTemplate.spec.template.spec;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "curfew-reaper-"));
  // Says what it was given, and fails as curl does on a 503.
  writeFileSync(path.join(folder, "curl"), '#!/bin/sh\necho "args: $*"\necho "stdin: $(cat)"\nexit 22\n');
  chmodSync(path.join(folder, "curl"), 0o755);
  writeFileSync(path.join(folder, "token"), "the token\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the CronJob", () => {
  it.each(VALUE_SETS)("of %s calls once a minute, one at a time, never late and never twice", (set) => {
    expect(cronJob(set)).toMatchObject({
      metadata: { namespace: "curfew" },
      spec: {
        schedule: "* * * * *",
        concurrencyPolicy: "Forbid",
        startingDeadlineSeconds: 50,
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 3,
        jobTemplate: {
          spec: {
            activeDeadlineSeconds: 58,
            backoffLimit: 0,
            template: { spec: { restartPolicy: "Never" } },
          },
        },
      },
    });
  });

  it("sends its token by stdin to the app's own Service, tries once, and fails where the app does", () => {
    const [{ command, args }] = podOf("production").containers;
    const [shell = "", ...options] = command;
    const script = args[0].replace("/run/curfew/token", path.join(folder, "token"));
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ""}` };
    const { status, stdout } = spawnSync(shell, [...options, script], { env, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual([
      "args: -sS --fail-with-body -m 45 -X POST -H @- http://curfew.curfew.svc/api/reap",
      "stdin: Authorization: Bearer the token",
    ]);
    expect(status).toBe(22);
  });

  it("signs in as an account that the app is told to expect", () => {
    const { serviceAccountName, volumes } = podOf("production");
    expect(volumes[0].projected.sources).toEqual([
      { serviceAccountToken: { audience: "curfew-reap", expirationSeconds: 600, path: "token" } },
    ]);
    const manifest = readFileSync("deploy/manifests/production.yaml", "utf8");
    expect(manifest).toContain("CURFEW_REAP_AUDIENCE, value: curfew-reap");
    expect(manifest).toContain(`system:serviceaccount:curfew:${serviceAccountName}`);
    expect(serviceAccountName).toBe("curfew-reaper");
  });

  it("signs in with the shared token where the app may not review tokens", () => {
    expect(podOf("restricted").volumes[0].projected.sources).toEqual([
      { secret: { name: "curfew", items: [{ key: "CURFEW_REAP_TOKEN", path: "token" }] } },
    ]);
    expect(readFileSync("deploy/manifests/restricted.yaml", "utf8")).not.toMatch(
      /REAP_AUDIENCE|tokenreviews/,
    );
  });
});
