import nextVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import curfew from "./lib/start/import-walls.mjs";

const TESTS = ["**/*.test.{ts,tsx}", "**/test-*.ts", "**/testing/**", "e2e/**"];
const MAY_READ_ENV = ["lib/server/env.ts", "lib/start/**", "*.config.{ts,mjs}", ...TESTS];

/** Rules about React cost a third of the time and find nothing where there is none. */
const reactRules = nextVitals
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^react(-hooks)?\//.test(name));
const withoutReact = Object.fromEntries(reactRules.map((name) => [name, "off"]));

const config = [
  {
    ignores: [
      ".next/**",
      ".data/**",
      "lib/db/generated/**",
      "next-env.d.ts",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  ...nextVitals,
  ...nextTypescript,
  { files: ["lib/**/*.ts"], ignores: ["lib/client/**"], rules: withoutReact },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    plugins: { curfew },
    rules: {
      "curfew/walls": "error",
      "curfew/file-names": "error",
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", 50],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "the environment is read once, in lib/server/env.ts" },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "TSEnumDeclaration", message: "use a union of string literals" },
        {
          selector:
            "ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env']",
          message: "the environment is read once, in lib/server/env.ts",
        },
      ],
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  // A component is mostly its markup; a test file is one long list.
  { files: ["**/*.tsx"], rules: { "max-lines-per-function": ["error", 150] } },
  { files: TESTS, rules: { "max-lines": ["error", 400], "max-lines-per-function": "off" } },
  { files: MAY_READ_ENV, rules: { "no-restricted-properties": "off" } },
  {
    files: ["lib/start/**", "lib/cli/**", "lib/simulator/**/main.ts", "e2e/**"],
    rules: { "no-console": "off" },
  },
];

export default config;
