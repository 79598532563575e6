import "server-only";

/**
 * One value per process. Next bundles instrumentation, routes and actions apart, each with its own copy of a module, so
 * what must exist once (database pool, metrics, shutdown) cannot live in a module's variable. A promise that was
 * rejected is forgotten, so that the next caller tries again.
 */
export function processWide<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const values = (store[KEY] ??= new Map<string, unknown>());
  if (values.has(name)) return values.get(name) as T;
  const value = make();
  values.set(name, value);
  if (value instanceof Promise) value.catch(() => values.delete(name));
  return value;
}

const KEY = Symbol.for("curfew.process-wide");
