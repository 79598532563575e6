import { ESLint } from "eslint";
import { expect, it } from "vitest";

// The project's own configuration; only what needs type information is off, since these files do not exist.
const eslint = new ESLint({
  overrideConfig: [
    {
      files: ["**/*.{ts,tsx}"],
      languageOptions: { parserOptions: { projectService: false } },
      rules: {
        "@typescript-eslint/no-floating-promises": "off",
        "@typescript-eslint/no-misused-promises": "off",
        "@typescript-eslint/await-thenable": "off",
        "@typescript-eslint/switch-exhaustiveness-check": "off",
      },
    },
  ],
});

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map((message) => `${message.ruleId}: ${message.message}`);
}

const uses = (specifier: string) => `import * as it from "${specifier}";\nexport const used = it;\n`;
const behindNext = (specifier: string) => `import "server-only";\n${uses(specifier)}`;

it.each([
  ["lib/domain/x.ts", uses("node:fs"), /domain may not import node:fs: the domain is pure/],
  ["lib/domain/x.ts", uses("zod"), /domain may not import zod/],
  ["lib/domain/x.ts", uses("@/lib/contracts/labs"), /domain may not import contracts/],
  ["lib/domain/x.ts", uses("../db/labs"), /domain may not import db \(lib\/db\/labs\)/],
  ["lib/domain/x.ts", 'export type { A } from "../db/labs";\n', /domain may not import db/],
  ["lib/domain/x.ts", 'export const a = () => import("../db/labs");\n', /domain may not import db/],
  ["lib/domain/x.ts", 'export type A = import("../db/labs").A;\n', /domain may not import db/],
  ["lib/contracts/x.ts", uses("react"), /contracts may not import react/],
  ["lib/contracts/x.ts", uses("@/lib/db/labs"), /contracts may not import db/],
  ["lib/cluster/x.ts", uses("@/lib/db/labs"), /cluster may not import db/],
  ["lib/cluster/x.ts", uses("pg"), /no Prisma type leaves lib\/db/],
  ["lib/db/x.ts", uses("@kubernetes/client-node"), /no Kubernetes SDK type leaves lib\/cluster/],
  ["lib/db/x.ts", uses("@/lib/cluster/cluster"), /db may not import cluster/],
  ["lib/usecases/end-lab.ts", uses("next/headers"), /usecases may not import next\/headers/],
  ["lib/usecases/end-lab.ts", uses("react"), /usecases may not import react/],
  ["lib/usecases/end-lab.ts", uses("./start-lab"), /a use case may not call another/],
  ["lib/usecases/end-lab.ts", uses("@/lib/usecases/start-lab"), /a use case may not call another/],
  ["lib/usecases/end-lab.ts", uses("@/lib/server/env"), /usecases may not import server/],
  ["lib/server/x.ts", behindNext("@/components/gauge"), /server may not import components/],
  ["lib/server/x.ts", behindNext("@/lib/client/clock"), /server may not import client/],
  ["lib/server/x.ts", uses("@/lib/db/labs"), /add import "server-only"/],
  ["lib/server/env.ts", behindNext("zod"), /server-only throws outside Next/],
  ["lib/actions/x.ts", behindNext("@/lib/db/labs"), /actions may not import db/],
  ["app/api/labs/route.ts", uses("@/lib/db/labs"), /api may not import db/],
  ["app/labs/page.tsx", uses("@/lib/usecases/list-labs"), /pages may not import usecases/],
  ["app/labs/page.tsx", uses("../../lib/db/labs"), /pages may not import db/],
  ["components/x.tsx", uses("@/lib/server/env"), /components may not import server/],
  ["components/x.tsx", uses("@/lib/actions/labs"), /components may not import actions/],
  ["lib/client/x.ts", uses("@/lib/usecases/list-labs"), /client may not import usecases/],
  ["lib/client/x.ts", uses("server-only"), /server-only throws outside Next/],
  ["proxy.ts", uses("@/lib/db/database"), /gate may not import db/],
  ["lib/simulator/x.ts", uses("../domain/names"), /simulator may not import domain/],
  ["lib/simulator/x.ts", uses("zod"), /the simulator must not share our bugs/],
  ["lib/usecases/x.ts", uses("../domain/names"), /by its alias @\/lib\/domain\/names/],
  ["lib/domain/utils/x.ts", "export const x = 1;\n", /"utils" says nothing/],
  ["lib/domain/index.ts", "export const x = 1;\n", /no barrel files/],
  ["lib/domain/labRules.ts", "export const x = 1;\n", /file names are kebab-case/],
  ["lib/domain/x.ts", "export const x = process.env.HOME;\n", /the environment is read once/],
  ["components/x.tsx", "export const x = process.env.NODE_ENV;\n", /the environment is read once/],
  ["lib/domain/x.ts", `export const x = 1;\n${"//\n".repeat(250)}`, /max-lines/],
  ["lib/domain/x.ts", "export const x: any = 1;\n", /no-explicit-any/],
])("refuses in %s: %s", async (file, code, complaint) => {
  expect(await complaints(file, code)).toEqual([expect.stringMatching(complaint)]);
});

it.each([
  ["lib/domain/x.ts", uses("./lifetime")],
  ["lib/contracts/x.ts", uses("zod") + 'export type { A } from "@/lib/domain/lab";\n'],
  ["lib/cluster/x.ts", uses("@kubernetes/client-node")],
  ["lib/db/x.ts", uses("pg")],
  ["lib/usecases/end-lab.ts", uses("./context")],
  [
    "lib/usecases/end-lab.int.test.ts",
    uses("./start-lab") + uses("@/lib/simulator/server").replaceAll("it", "sim").replace("used", "usedToo"),
  ],
  ["lib/server/x.ts", behindNext("@/lib/usecases/list-labs")],
  ["lib/server/env.ts", "export const x = process.env.HOME;\n"],
  ["lib/simulator/x.ts", uses("node:http")],
  ["lib/start/x.ts", uses("pg")],
  ["proxy.ts", uses("./lib/server/env")],
  ["app/layout.tsx", 'import "./globals.css";\nexport const x = 1;\n'],
])("accepts in %s: %s", async (file, code) => {
  expect(await complaints(file, code)).toEqual([]);
});
