// The import walls as an ESLint plugin. Rooms and reasons are data; one rule resolves every import, by alias or
// relative, static or dynamic, value or type, and looks it up.
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCREEN = ["next", "react", "react-dom", "next-intl", "nuqs", "radix-ui", "@tanstack/", "lucide-react"];
const SERVER_ROOMS = ["domain", "contracts", "cluster", "db", "usecases", "server", "actions", "i18n"];

/**
 * Per room: the other rooms that it may import (`rooms`; absent = any), the packages (`only` these, or any but
 * `never`), whether Node's own modules are out (`isPure`), and why.
 */
const WALLS = {
  domain: {
    rooms: [],
    only: [],
    isPure: true,
    why: "the domain is pure: no clock, env, I/O, framework or SDK",
  },
  contracts: { rooms: ["domain"], only: ["zod"], isPure: true, why: "contracts also reach the browser" },
  cluster: {
    rooms: ["domain"],
    never: SCREEN,
    why: "a socket knows the domain and its SDK, nothing above it",
  },
  db: { rooms: ["domain"], never: SCREEN, why: "a socket knows the domain and its SDK, nothing above it" },
  usecases: {
    rooms: ["domain", "contracts", "cluster", "db"],
    never: SCREEN,
    why: "a use case runs the same behind a page, a route and a shell",
  },
  server: { rooms: SERVER_ROOMS, why: "the server joins the sockets; it knows no screen" },
  actions: {
    rooms: ["server", "usecases", "contracts"],
    why: "a door authenticates, calls one use case, answers",
  },
  api: {
    rooms: ["server", "usecases", "contracts"],
    why: "a door authenticates, calls one use case, answers",
  },
  cli: {},
  client: { rooms: ["contracts", "domain", "actions"], why: "client code runs in the browser" },
  components: {
    rooms: ["client", "contracts", "domain", "i18n"],
    why: "components only show what they are given",
  },
  pages: { rooms: ["components", "client", "i18n", "server", "contracts"], why: "pages compose; doors act" },
  i18n: { rooms: ["contracts", "domain"], why: "messages are read on both sides" },
  gate: { rooms: ["server"], why: "proxy and instrumentation only wake lib/server" },
  simulator: { rooms: [], only: [], why: "the simulator must not share our bugs: Node's own modules only" },
  start: {},
  e2e: {},
  tools: {},
};

/** Packages that one room has to itself. Tests, lib/start and lib/cli may use them too. */
const OWNED = [
  { test: /^@kubernetes\//, room: "cluster", why: "no Kubernetes SDK type leaves lib/cluster" },
  { test: /^(@prisma\/|prisma$|pg$)/, room: "db", why: "no Prisma type leaves lib/db" },
];

/** In lib/usecases: parts of a use case, not use cases. */
const USE_CASE_PART =
  /^lib\/usecases\/(context|create-session-resources|(reap|run-reap-pass)-[a-z-]+|steps\/[a-z-]+)$/;
/** In lib/server: what the command line and tests load too, where `server-only` throws. */
const ALSO_OUTSIDE_NEXT = /^lib\/server\/(env|env-problems|context|log)\.ts$/;

const walls = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = toProjectPath(context.filename);
    const room = roomOf(file);
    const isTest = isTestFile(file);
    let hasServerOnly = false;
    const check = (node, specifier) => {
      if (specifier === "server-only") hasServerOnly = true;
      const problem = isTest ? null : findProblem(file, room, specifier);
      if (problem) context.report({ node, message: problem });
    };
    const checkSource = (node) => node.source && check(node, node.source.value);
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: (node) => typeof node.source.value === "string" && check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value ?? node.argument?.literal?.value ?? ""),
      TSExternalModuleReference: (node) => check(node, node.expression.value),
      CallExpression: (node) =>
        node.callee.name === "require" &&
        typeof node.arguments[0]?.value === "string" &&
        check(node, node.arguments[0].value),
      "Program:exit": (node) => {
        const needsServerOnly =
          ["actions", "server"].includes(room) && !ALSO_OUTSIDE_NEXT.test(file) && !isTest;
        if (needsServerOnly && !hasServerOnly) context.report({ node, message: 'add import "server-only"' });
      },
    };
  },
};

const fileNames = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = toProjectPath(context.filename);
    return {
      Program(node) {
        const problem = findNameProblem(file);
        if (problem) context.report({ node, message: problem });
      },
    };
  },
};

const plugin = { meta: { name: "curfew" }, rules: { walls, "file-names": fileNames } };
export default plugin;

function findProblem(file, room, specifier) {
  const wall = WALLS[room];
  const target = targetOf(file, specifier);
  if (target === null) return findPackageProblem(file, room, wall, specifier);
  const targetRoom = roomOf(target);
  if (targetRoom === room) return room === "usecases" ? findUseCaseProblem(target) : null;
  if (!wall.rooms) return null;
  if (targetRoom === "tools" && /\.(css|json)$/.test(target)) return null;
  if (!wall.rooms.includes(targetRoom))
    return `${room} may not import ${targetRoom} (${target}): ${wall.why}`;
  return specifier.startsWith(".") && room !== "gate" ? `import ${target} by its alias @/${target}` : null;
}

function findPackageProblem(file, room, wall, specifier) {
  const name = specifier.replace(/^node:/, "");
  if (specifier.startsWith("node:") || builtinModules.includes(name)) {
    return wall.isPure ? `${room} may not import ${specifier}: ${wall.why}` : null;
  }
  if (specifier === "server-only") {
    const isFit = ["actions", "server"].includes(room) && !ALSO_OUTSIDE_NEXT.test(file);
    return isFit ? null : "server-only throws outside Next: keep it to lib/actions and lib/server";
  }
  const owner = OWNED.find(({ test }) => test.test(specifier));
  if (owner && ![owner.room, "start", "cli", "e2e", "tools"].includes(room)) {
    return `${room} may not import ${specifier}: ${owner.why}`;
  }
  const isIn = (names) => names.some((each) => specifier === each || specifier.startsWith(withSlash(each)));
  const isRefused = (wall.only && !isIn(wall.only)) || (wall.never && isIn(wall.never));
  return isRefused ? `${room} may not import ${specifier}: ${wall.why}` : null;
}

function findUseCaseProblem(target) {
  if (USE_CASE_PART.test(target)) return null;
  return `a use case may not call another (${target}): what both need lives in domain, cluster or db`;
}

function findNameProblem(file) {
  const parts = file.split("/");
  const banned = parts
    .map((part) => part.split(".")[0])
    .find((name) => /^(utils?|helpers?|common|managers?)$/.test(name));
  if (banned) return `"${banned}" says nothing: name files and folders by the thing or the verb`;
  const base = parts.at(-1).split(".")[0];
  if (base === "index" && roomOf(file) !== "tools")
    return "no barrel files: import from the file that has it";
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(base) ? null : `${parts.at(-1)}: file names are kebab-case`;
}

function toProjectPath(filename) {
  return path.relative(ROOT, filename).split(path.sep).join("/");
}

/** The file that a specifier names, from the project's root and without extension; null for a package. */
function targetOf(file, specifier) {
  if (specifier.startsWith("@/")) return withoutExtension(specifier.slice(2));
  if (!specifier.startsWith(".")) return null;
  return withoutExtension(path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)));
}

function withoutExtension(file) {
  return file.replace(/\.(m?[jt]sx?)$/, "");
}

function withSlash(name) {
  return name.endsWith("/") ? name : `${name}/`;
}

function roomOf(file) {
  const [top, second] = file.split("/");
  if (top === "lib") return second in WALLS ? second : "tools";
  if (top === "app") return second === "api" || /\/route(\.ts)?$/.test(file) ? "api" : "pages";
  if (top === "components" || top === "e2e") return top;
  return /^(proxy|instrumentation[a-z-]*)(\.ts)?$/.test(file) ? "gate" : "tools";
}

/** Tests reach across walls on purpose: real database, simulator, several use cases in a row. */
function isTestFile(file) {
  return /\.test\.tsx?$|(^|\/)(test-[^/]+\.ts$|testing\/)/.test(file);
}
