import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACTION_NAMES_KEY } from "@/lib/start/build-app";
import { renderChart, valuesOf } from "./render-chart";

interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly (readonly [word: string, rest: string])[];
}

/** There may be no container engine where this runs: each step is looked at by itself. */
const text = readFileSync("deploy/Dockerfile", "utf8");
const lines = text
  .replace(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => [line.split(" ")[0] ?? "", line.slice(line.indexOf(" ") + 1)] as const);
const stages = lines.reduce<Stage[]>((found, [word, rest]) => {
  if (word === "FROM") {
    const [base = "", , name = ""] = rest.split(" ");
    return [...found, { base, name, steps: [] }];
  }
  const last = found.at(-1);
  return last ? [...found.slice(0, -1), { ...last, steps: [...last.steps, [word, rest]] }] : found;
}, []);
const stage = (name: string) => stages.find((one) => one.name === name);
const stepsOf = (name: string, word: string) =>
  (stage(name)?.steps ?? []).filter(([one]) => one === word).map(([, rest]) => rest);
const ignored = readFileSync("deploy/Dockerfile.dockerignore", "utf8").trim().split("\n");

/** A line of a .dockerignore as we use them: a path from the root, with what is below it, or `*` within one name. */
function isIgnoredBy(file: string, line: string): boolean {
  const pattern = line.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${pattern}(/|$)`).test(file);
}

describe("the image", () => {
  it("is made of words that a Dockerfile has, in stages that name each other", () => {
    const words = ["ARG", "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "CMD"];
    expect(lines.map(([word]) => word).filter((word) => !words.includes(word))).toEqual([]);
    expect(stages.map(({ name }) => name)).toEqual(["packages", "build", "run"]);
    expect(stage("build")?.base).toBe("packages");
    for (const from of stepsOf("run", "COPY")) expect(from).toMatch(/^--from=build \/src\/\S+ \.\//);
  });

  it("is built on Node 24, with the packages that the lock file names and none of their scripts", () => {
    expect(lines[0]).toEqual(["ARG", expect.stringMatching(/^NODE_IMAGE=docker\.io\/library\/node:24-/)]);
    expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(["${NODE_IMAGE}", "packages"]));
    expect(stepsOf("packages", "RUN")).toEqual(["npm ci --ignore-scripts --no-audit --no-fund"]);
  });

  it("takes from the checkout what is there, and leaves out what is made there or is secret", () => {
    for (const file of (stepsOf("packages", "COPY")[0] ?? "").split(" ").slice(0, -1))
      expect(existsSync(file), file).toBe(true);
    for (const run of stepsOf("build", "RUN")) {
      const program = run.split(" ")[1] ?? "";
      expect(existsSync(program), program).toBe(true);
    }
    expect(ignored).toEqual(expect.arrayContaining([".git", ".next", ".data", "node_modules"]));
    // A file that is needed and ignored would be missing in an engine's context alone.
    const folders = ["app", "components", "lib", "prisma"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    );
    const needed = [...folders, ...readdirSync(".").filter((file) => /\.(ts|mjs|json)$/.test(file))];
    const isIgnored = (file: string) => ignored.some((line) => isIgnoredBy(file, line));
    expect(needed.filter((file) => isIgnored(file) && !file.startsWith("lib/db/generated"))).toEqual([]);
    const made = [".next/server", "lib/db/generated/client.ts", "next.tsbuildinfo"];
    // Next copies such files into what it builds.
    const secret = [".env", ".env.local", ".env.production", ".data/demo/sign-ins.json"];
    expect([...made, ...secret].filter((file) => !isIgnored(file))).toEqual([]);
  });

  it("has no packages or sources but those that the server was traced to need", () => {
    expect(readFileSync("next.config.ts", "utf8")).toContain(
      'process.env.CURFEW_STANDALONE === "1" ? "standalone"',
    );
    expect(stepsOf("build", "ENV").join()).toContain("CURFEW_STANDALONE=1");
    const key = `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=${ACTION_NAMES_KEY}`;
    expect(stepsOf("build", "ENV")).toContain(key);
    expect(stepsOf("run", "ENV").join()).not.toContain("ENCRYPTION_KEY");
    expect(stepsOf("run", "RUN")).toEqual([]);
    expect(stepsOf("run", "COPY").map((copy) => copy.split(" ")[1])).toEqual([
      "/src/.next/standalone",
      "/src/.next/static",
      "/src/prisma/migrations",
      "/src/curfew.mjs",
    ]);
  });

  it("runs Node itself, as a number that is not root's and that the chart names too", () => {
    expect(stepsOf("run", "USER")).toEqual(["1000:1000"]);
    expect(valuesOf("production").runAsUser).toBe(1000);
    expect(stepsOf("run", "CMD")).toEqual(['["node", "server.js"]']);
  });

  it("is written to only where the chart mounts something, and has the program of the migration", () => {
    const chart = JSON.stringify(renderChart(valuesOf("production")));
    expect(stepsOf("run", "WORKDIR")).toEqual(["/app"]);
    for (const mount of ["/tmp", "/app/.next/cache"]) expect(chart).toContain(`"mountPath":"${mount}"`);
    expect(chart).toContain('"command":["node","curfew.mjs","migrate"]');
    expect(stepsOf("build", "RUN").at(-1)).toBe("node lib/start/bundle-cli.mjs curfew.mjs");
    expect(stepsOf("run", "EXPOSE")).toEqual(["3000"]);
    expect(chart).toContain('"containerPort":3000');
  });
});
