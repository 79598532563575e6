// Loading some thousand small modules one by one takes seconds; as one file they are there at once.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const FOLDER = "node_modules/.cache/curfew";
const NEVER_IN_IT = /^lib\/(simulator|client|actions|i18n)\/|\.test\.ts$/;
/** These find files of their own beside them. */
const EXTERNAL = ["pg", "pino", "@prisma/client"];
/** What is bundled from CommonJS still asks for `require`. */
const BANNER =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** A program and all that it imports, but for the packages in `external`, as one file's contents. */
export async function bundleFile(entry, external) {
  // The one that tsx brings.
  const { build } = createRequire(createRequire(import.meta.url).resolve("tsx"))("esbuild");
  const options = { entryPoints: [entry], bundle: true, platform: "node", format: "esm", external };
  const result = await build({ ...options, banner: { js: BANNER }, write: false, logLevel: "silent" });
  return result.outputFiles[0].contents;
}

/** Path of the bundle, made anew where its sources have changed; null where it cannot be made. */
export async function bundleEntry(entry) {
  const name = entry.replace(/\.ts$/, "").replaceAll("/", "-");
  const bundle = `${FOLDER}/${name}.mjs`;
  const stamp = `${FOLDER}/${name}.made-from`;
  const wanted = hashSources();
  if (existsSync(bundle) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return bundle;
  try {
    const contents = await bundleFile(entry, EXTERNAL);
    mkdirSync(FOLDER, { recursive: true });
    const partial = `${bundle}.${process.pid}`;
    writeFileSync(partial, contents);
    renameSync(partial, bundle);
    writeFileSync(stamp, wanted);
    return bundle;
  } catch {
    return null;
  }
}

function hashSources() {
  const files = readdirSync("lib", { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(".ts"))
    .map((each) =>
      path
        .join(each.parentPath ?? each.path, each.name)
        .split(path.sep)
        .join("/"),
    )
    .filter((file) => !NEVER_IN_IT.test(file));
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
