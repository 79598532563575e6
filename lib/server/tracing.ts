import "server-only";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { withoutSecrets } from "./span-scrub";

export interface TracingOptions {
  /** The collector's base address; spans go to `/v1/traces` below it, as OTLP over HTTP with JSON. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly environment: string;
  /** Aborts when the process is told to stop; what is still kept is sent then. */
  readonly signal: AbortSignal;
}

/**
 * Sends the spans of this process to a collector: Next's own of each request, and ours of passes, calls to the cluster
 * and statements to the database. Sampler, headers and limits are OpenTelemetry's own variables (OTEL_TRACES_SAMPLER,
 * OTEL_EXPORTER_OTLP_HEADERS …). A collector that is away loses spans and nothing else. Answers what sends all that is
 * kept.
 */
export function startTracing(options: TracingOptions): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": options.serviceName,
      "deployment.environment.name": options.environment,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        export: (spans, done) => exporter.export(spans.map(withoutSecrets), done),
        forceFlush: () => exporter.forceFlush(),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  provider.register();
  const flush = (): Promise<void> => provider.forceFlush().catch(() => undefined);
  options.signal.addEventListener("abort", () => void flush(), { once: true });
  return flush;
}
