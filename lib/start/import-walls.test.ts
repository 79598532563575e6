import { ESLint } from "eslint";
import { beforeAll, expect, it } from "vitest";

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

// The first file that ESLint reads loads all its plugins.
beforeAll(() => complaints("lib/domain/x.ts", ""), 120_000);

const uses = (specifier: string) => `import * as it from "${specifier}";\nexport const used = it;\n`;
const behindNext = (specifier: string) => `import "server-only";\n${uses(specifier)}`;

it.each([
  ["lib/domain/x.ts", /domain may not import node:fs: the domain is pure/, uses("node:fs")],
  ["lib/domain/x.ts", /domain may not import zod/, uses("zod")],
  ["lib/domain/x.ts", /domain may not import contracts/, uses("@/lib/contracts/labs")],
  ["lib/domain/x.ts", /domain may not import db \(lib\/db\/labs\)/, uses("../db/labs")],
  ["lib/domain/x.ts", /domain may not import db/, 'export type { A } from "../db/labs";\n'],
  ["lib/domain/x.ts", /domain may not import db/, 'export const a = () => import("../db/labs");\n'],
  ["lib/domain/x.ts", /domain may not import db/, 'export type A = import("../db/labs").A;\n'],
  ["lib/contracts/x.ts", /contracts may not import react/, uses("react")],
  ["lib/contracts/x.ts", /contracts may not import db/, uses("@/lib/db/labs")],
  ["lib/cluster/x.ts", /cluster may not import db/, uses("@/lib/db/labs")],
  ["lib/cluster/x.ts", /no Prisma type leaves lib\/db/, uses("pg")],
  ["lib/db/x.ts", /no Kubernetes SDK type leaves lib\/cluster/, uses("@kubernetes/client-node")],
  ["lib/db/x.ts", /db may not import cluster/, uses("@/lib/cluster/cluster")],
  ["lib/usecases/end-lab.ts", /usecases may not import next\/headers/, uses("next/headers")],
  ["lib/usecases/end-lab.ts", /usecases may not import react/, uses("react")],
  ["lib/usecases/end-lab.ts", /a use case may not call another/, uses("./start-lab")],
  ["lib/usecases/end-lab.ts", /a use case may not call another/, uses("@/lib/usecases/start-lab")],
  ["lib/usecases/end-lab.ts", /usecases may not import server/, uses("@/lib/server/env")],
  ["lib/server/x.ts", /server may not import components/, behindNext("@/components/gauge")],
  ["lib/server/x.ts", /server may not import client/, behindNext("@/lib/client/clock")],
  ["lib/server/x.ts", /add import "server-only"/, uses("@/lib/db/labs")],
  ["lib/server/env.ts", /server-only throws outside Next/, behindNext("zod")],
  ["lib/actions/x.ts", /actions may not import db/, behindNext("@/lib/db/labs")],
  ["app/api/labs/route.ts", /api may not import db/, uses("@/lib/db/labs")],
  ["app/labs/page.tsx", /pages may not import usecases/, uses("@/lib/usecases/list-labs")],
  ["app/labs/page.tsx", /pages may not import db/, uses("../../lib/db/labs")],
  ["components/x.tsx", /components may not import server/, uses("@/lib/server/env")],
  ["components/x.tsx", /components may not import actions/, uses("@/lib/actions/labs")],
  ["lib/client/x.ts", /client may not import usecases/, uses("@/lib/usecases/list-labs")],
  ["lib/client/x.ts", /server-only throws outside Next/, uses("server-only")],
  ["proxy.ts", /gate may not import db/, uses("@/lib/db/database")],
  ["lib/simulator/x.ts", /simulator may not import domain/, uses("../domain/names")],
  ["lib/simulator/x.ts", /the simulator must not share our bugs/, uses("zod")],
  ["lib/usecases/x.ts", /by its alias @\/lib\/domain\/names/, uses("../domain/names")],
  ["lib/domain/utils/x.ts", /"utils" says nothing/, "export const x = 1;\n"],
  ["lib/domain/index.ts", /no barrel files/, "export const x = 1;\n"],
  ["lib/domain/labRules.ts", /file names are kebab-case/, "export const x = 1;\n"],
  ["lib/domain/x.ts", /the environment is read once/, "export const x = process.env.HOME;\n"],
  ["components/x.tsx", /the environment is read once/, "export const x = process.env.NODE_ENV;\n"],
  ["lib/domain/x.ts", /max-lines/, `export const x = 1;\n${"//\n".repeat(250)}`],
  ["lib/domain/x.ts", /no-explicit-any/, "export const x: any = 1;\n"],
])("refuses in %s: %s", async (file, complaint, code) => {
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
])("accepts in %s (%#)", async (file, code) => {
  expect(await complaints(file, code)).toEqual([]);
});
