import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export type TraceSettings = {
  protocol: 'http/json' | 'http/protobuf';
  /** Whether the caller's decision counts. */
  isParentBased: boolean;
  /** The part of the other requests that is traced, from 0 to 1. */
  ratio: number;
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export type Traces = Awaited<ReturnType<typeof openTraces>>;

/**
 * Spans of requests and of what they call, sent by OTLP. The library reads the endpoint, headers and names from its usual
 * variables (OTEL_EXPORTER_OTLP_…, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES). Nothing is registered globally, so no
 * library can add spans of its own, with data of its own, to these traces.
 */
export async function openTraces({ warn, ...settings }: TraceSettings & { warn: (reason: string) => void }) {
  diag.setLogger(diagLoggerOf(warn), DiagLogLevel.WARN);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'keepsake' }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: await exporterFor(settings.protocol) })],
  });
  const tracer = provider.getTracer('keepsake');
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  return {
    /** Does the work in a span below the one that runs. */
    async span<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const parent = current.getStore();
      // The janitor's own calls would be thousands of traces of one span each.
      if (parent === undefined) return await work();
      const span = tracer.startSpan(name, {}, parent);
      try {
        return await current.run(trace.setSpan(parent, span), work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },

    /** The span of a request. `headers` name the parent span (W3C Trace Context); undefined when they are not trusted. */
    request(name: string, attributes: Attributes, headers: Headers | undefined) {
      const caller = headers === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, headers, getter);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
      return {
        traceId: span.spanContext().traceId,
        run: <Result>(work: () => Result): Result => current.run(trace.setSpan(caller, span), work),
        end(status: number) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    /** Sends what is not sent yet. */
    close: () => provider.shutdown().catch((error: unknown) => warn(String(error))),
  };
}

/** Loads only the package that is needed. */
async function exporterFor(protocol: TraceSettings['protocol']) {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function samplerOf({ isParentBased, ratio }: Pick<TraceSettings, 'isParentBased' | 'ratio'>): Sampler {
  const root = rootSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(ratio: number): Sampler {
  if (ratio === 1) return new AlwaysOnSampler();
  return ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

/** The message of an error may hold what a person typed; its name does not. */
function fail(span: Span, error: unknown) {
  const name = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR, message: name });
}

const getter = {
  get: (headers: Headers, name: string) => headers[name] as string | undefined,
  keys: (headers: Headers) => Object.keys(headers),
};

/** Passes on the messages of the library, which come as text or as an error in JSON. */
function diagLoggerOf(warn: (reason: string) => void) {
  const log = (text: string) => warn(text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text);
  const ignore = () => {};
  return { error: log, warn: log, info: ignore, debug: ignore, verbose: ignore };
}
