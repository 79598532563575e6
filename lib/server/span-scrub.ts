import "server-only";
import type { Attributes } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";

/**
 * Pure: the span as it may leave the process (design, law 18). Next writes addresses with their queries, in which a
 * sign-in's code stands, and messages of errors, which quote values: what is left are paths, classes and numbers.
 */
export function withoutSecrets(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    name: { value: pathOnly(span.name) },
    attributes: { value: cleaned(span.attributes) },
    events: {
      value: span.events.map((event) => ({ ...event, attributes: cleaned(event.attributes ?? {}) })),
    },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

const QUOTING = new Set(["exception.message", "exception.stacktrace", "error.message", "url.query"]);

function cleaned(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !QUOTING.has(name))
      .map(([name, value]) => [name, typeof value === "string" ? pathOnly(value) : value]),
  );
}

/** An address without its query and fragment; other text as it is. */
function pathOnly(text: string): string {
  return text.replace(/((?:https?:\/)?\/[^\s?#]*)[?#]\S*/g, "$1");
}
