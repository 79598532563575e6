import "server-only";
import type { AroundStatement } from "@/lib/db/database";
import { type Attributes, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

/** Runs `work` in a span. Where nothing is traced it costs next to nothing. What it throws goes on, named by class. */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return trace.getTracer("curfew").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute("error.type", errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A statement's span has the names of OpenTelemetry's conventions for databases, and nothing of its text. */
export const tracedStatement: AroundStatement = ({ operation, table }, run) =>
  traced(
    `database ${operation}${table === null ? "" : ` ${table}`}`,
    {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table !== null && { "db.collection.name": table }),
    },
    run,
  );

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
