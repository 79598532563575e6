import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "./postgres";

export interface TestDatabase {
  url: string;
  /** Removes it, closing what is still connected. */
  drop(): Promise<void>;
}

/** A fresh, migrated, empty database on the run's own PostgreSQL. Only for `*.int.test.ts`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  return { url: await createDatabase(url, name, template), drop: () => dropDatabase(url, name) };
}
