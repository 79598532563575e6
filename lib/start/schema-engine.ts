import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { DiffResult, MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import { PrismaPGlite } from "pglite-prisma-adapter";

/** The two places that Prisma's migrations are made from. */
export interface SchemaSources {
  schemaFile: string;
  migrationsDir: string;
}

/**
 * The SQL that leads from the migrations to the schema, or null when they agree. Prisma's own engine compares them,
 * on a throw-away database in memory, so that neither a download nor a server is needed.
 * @throws Error when a migration does not apply or the schema is not valid.
 */
export async function diffSchema({ schemaFile, migrationsDir }: SchemaSources): Promise<string | null> {
  const content = readFileSync(schemaFile, "utf8");
  const engine = await openEngine(path.basename(schemaFile), content);
  const result: DiffResult = await engine.diff({
    from: { tag: "migrations", ...listMigrations(migrationsDir) },
    to: { tag: "schemaDatamodel", files: [{ path: path.basename(schemaFile), content }] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return result.exitCode === 0 ? null : (result.stdout ?? "");
}

/** Names of the migrations in a folder, in the order in which they apply. */
export function migrationNames(migrationsDir: string): string[] {
  if (!existsSync(migrationsDir)) return [];
  const entries = readdirSync(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

interface EngineBindings {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: typeof SchemaEngine;
}

async function openEngine(name: string, content: string): Promise<SchemaEngine> {
  const file = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bindings = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as EngineBindings;
  const { instance } = await WebAssembly.instantiate(readFileSync(file.replace(/\.js$/, ".wasm")), {
    "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();

  const main = new PrismaPGlite(new PGlite());
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: main.adapterName,
    connect: () => main.connect(),
    connectToShadowDb: () => new PrismaPGlite(new PGlite()).connect(),
  });
  return bindings.SchemaEngine.new({ datamodels: [[name, content]] }, () => undefined, factory);
}

function listMigrations(dir: string): MigrationList {
  const lock = path.join(dir, "migration_lock.toml");
  return {
    baseDir: path.resolve(dir),
    shadowDbInitScript: "",
    lockfile: { path: "migration_lock.toml", content: existsSync(lock) ? readFileSync(lock, "utf8") : null },
    migrationDirectories: migrationNames(dir).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(dir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}
