import { trace } from "@opentelemetry/api";
import pino from "pino";
import type { Log, LogFields } from "@/lib/usecases/context";
import type { LogLevel } from "./env";

/**
 * One JSON line a message on stdout (fd 1) or stderr (fd 2). What is logged of an error is its class, code, status and
 * the places it passed, never its message: those of the database and the cluster quote values (design, law 18).
 */
export function createLog(level: LogLevel, fd: 1 | 2 = 1): Log {
  const logger = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceOf,
    },
    pino.destination({ fd, sync: true }),
  );
  return {
    info: (fields, message) => logger.info(scrub(fields), message),
    warn: (fields, message) => logger.warn(scrub(fields), message),
    error: (fields, message) => logger.error(scrub(fields), message),
  };
}

/** The trace that the line belongs to, so that one is found from the other. */
function traceOf(): { traceId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId } : {};
}

/** For tests and for callers that want no log. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

const SECRET_NAMES =
  /token|password|secret|authorization|cookie|credential|cloudinit|userdata|kubeconfig|stringdata/i;
const LONGEST_TEXT = 500;
const DEEPEST = 3;

/** Pure: the fields with every secret, error message and deep object taken out. */
export function scrub(fields: LogFields, depth = 1): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAMES.test(name) ? "[removed]" : scrubValue(value, depth),
    ]),
  );
}

function scrubValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return errorFields(value);
  if (typeof value === "string")
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value;
  if (depth >= DEEPEST) return "[object]";
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => scrubValue(item, depth + 1));
  return scrub(value as LogFields, depth + 1);
}

/** What may be said of an error: class, code, status and where it came from. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { class: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    class: error.name,
    ...(isPlain(code) ? { code } : {}),
    ...(isPlain(status) ? { status } : {}),
    at: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: error.cause.name } : {}),
  };
}

const isPlain = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
