import { defineConfig } from "prisma/config";

// `prisma generate`, `validate` and `format` never run the schema engine, yet the command line downloads one unless
// this names an executable. Any will do: migrations are written and applied by lib/start and lib/db.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
