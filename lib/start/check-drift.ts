import { diffSchema } from "./schema-engine";

// Exit status 2, as `prisma migrate diff --exit-code` has it, when the schema has moved on without a migration.
const sql = await diffSchema({ schemaFile: "prisma/schema.prisma", migrationsDir: "prisma/migrations" });
console.log(sql === null ? "schema and migrations agree" : `the migrations lack this:\n${sql}`);
process.exit(sql === null ? 0 : 2);
