import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

const DOC = readFileSync("docs/operations.md", "utf8");
const objects = readFileSync("deploy/manifests/production.yaml", "utf8")
  .split(/^---$/m)
  .map((part) => parse(part) as { kind: string; metadata: { name: string } } | null)
  .filter((object) => object !== null);

/** Calls of the command line, as they stand in the text: in back-quotes, or on a line of their own in a block. */
const calls = [...DOC.matchAll(/(?:^\s*|`)(curfew (?!-n\b)[a-z][^`\n]*?)(?:`|$)/gm)].map(
  ([, call = ""]) => call,
);
const lines = DOC.match(/kubectl [^`\n]*/g) ?? [];

/** The other pages call it from a checkout. */
const PAGES = [
  "README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const texts = PAGES.map((page) => readFileSync(page, "utf8"));
const fromCheckout = texts
  .flatMap((text) =>
    [...text.matchAll(/npm run -s (curfew) -- ([^`\n]*)/g)].map(
      ([, program = "", rest = ""]) => `${program} ${rest.trim()}`,
    ),
  )
  .filter((call) => !call.endsWith("--help"));
const scripts = texts.flatMap((text) =>
  [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name = ""]) => name),
);

/** As a shell splits them; what stands for a value is one. */
const words = (call: string): string[] =>
  [...call.replaceAll("ID…", "abcdefghij").matchAll(/"([^"]*)"|\S+/g)]
    .map(([whole, quoted]) => quoted ?? whole)
    .slice(1);

describe("docs/operations.md", () => {
  it("has calls of the command line to try", () => expect(new Set(calls).size).toBeGreaterThan(12));

  it("lets Helm make no namespace that a step before made", () => {
    const makes = objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata.name);
    const made = [...DOC.matchAll(/kubectl create namespace (\S+)/g)].map(([, name = ""]) => name);
    expect(made.filter((name) => makes.includes(name))).toEqual(["curfew"]);
    expect(DOC.slice(0, DOC.indexOf("helm install"))).toContain("`namespaces.createOwn: false`");
  });

  it("and every other page name scripts that there are", () => {
    const { scripts: made } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((name) => !Object.keys(made).includes(name))).toEqual([]);
    expect(fromCheckout.length).toBeGreaterThan(4);
  });

  it.each([...new Set([...calls, ...fromCheckout])])("%s can be called so", async (call) => {
    const said: string[] = [];
    const opened = new Error("it is understood");
    const io = {
      program: "curfew",
      out: (text: string) => void said.push(text),
      err: (text: string) => void said.push(text),
      open: () => Promise.reject(opened),
    };
    const status = await runCommand(COMMANDS, words(call), io);
    expect(said.join("\n")).toContain(opened.message);
    expect(status).toBe(1);
  });

  it("names in its calls of kubectl what the chart makes", () => {
    const named = lines.flatMap((line) => [
      ...line.matchAll(/\b(deploy|deployment|cronjob|job)[ /](curfew[\w-]*)/g),
    ]);
    const kinds: Readonly<Record<string, string>> = {
      ...{ deploy: "Deployment", deployment: "Deployment", cronjob: "CronJob", job: "Job" },
    };
    expect(named.length).toBeGreaterThan(3);
    const made = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    for (const [whole, kind = "", name = ""] of named)
      expect(made, whole).toContain(`${kinds[kind]} ${name}`);
    const labels = DOC.match(/app\.kubernetes\.io\/component=(\w+)/g) ?? [];
    for (const label of labels)
      expect(readFileSync("deploy/manifests/production.yaml", "utf8")).toContain(label.replace("=", ": "));
  });
});
