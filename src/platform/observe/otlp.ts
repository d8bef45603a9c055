import type { Span as OtelSpan, SpanContext, SpanOptions } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Config } from '../../config';
import type { Logger } from './log';
import type { Metrics } from './metrics';
import { noTracer, type Span, type SpanStart, type TraceParent, type Tracer } from './tracing';

/** The packages are loaded when tracing is on: they take 0.2 s and 17 MB. */
async function loadSdk() {
  const [api, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  return { ...sdk, ...resources, api, OTLPTraceExporter };
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/**
 * Exports sampled spans by OTLP over HTTP, in the background, if tracing is on. The SDK reads its
 * standard variables from the environment. `part` is the default name of the service, after
 * `saphan-`.
 */
export async function startTracing(
  { isOn, queueMax }: Config['tracing'],
  part: string,
  { log, metrics: { spans } }: { readonly log: Logger; readonly metrics: Pick<Metrics, 'spans'> },
): Promise<Tracer> {
  if (!isOn) return noTracer;
  for (const outcome of ['exported', 'failed', 'dropped']) spans.inc({ outcome }, 0);
  const sdk = await loadSdk();
  const warn = warnings(sdk, log);
  const { defaultResource, resourceFromAttributes, detectResources, envDetector } = sdk;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': `saphan-${part}` }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [boundedQueue(sdk, queueMax, spans)];
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors });
  return {
    ...tracerOf(sdk, provider.getTracer('saphan')),
    async close() {
      // A collector that is away must not fail a shutdown.
      await provider.shutdown().catch((error: unknown) => warn(String(error)));
    },
  };
}

/** The SDK reports failed exports as warnings. They name the endpoint, but no spans. */
function warnings({ api: { diag } }: Sdk, log: Logger): (message: string) => void {
  const warn = (message: string) => log.warn({ reason: message.slice(0, 300) }, 'trace export');
  const ignore = () => undefined;
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { suppressOverrideMessage: true });
  return warn;
}

type OtelTracer = ReturnType<InstanceType<Sdk['BasicTracerProvider']>['getTracer']>;

function tracerOf({ api }: Sdk, tracer: OtelTracer): Pick<Tracer, 'begin' | 'resume'> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    internal: SpanKind.INTERNAL,
  };

  function start(parent: SpanContext | null, given: SpanStart): OtelSpan {
    const { name, kind = 'internal', attributes = {}, startedAt, link = null } = given;
    const options: SpanOptions = {
      kind: kinds[kind],
      attributes,
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
      ...(link === null ? {} : { links: [{ context: contextOf(link) }] }),
    };
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    return tracer.startSpan(name, options, context);
  }

  function wrap(span: OtelSpan): Span {
    const { traceId, spanId } = span.spanContext();
    return {
      traceParent: `00-${traceId}-${spanId}-01`,
      ids: { trace_id: traceId, span_id: spanId },
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(attributes),
      child: (given) => wrap(start(span.spanContext(), given)),
      end(error) {
        if (error !== undefined) {
          span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  const sampled = (span: OtelSpan): Span | null => (span.isRecording() ? wrap(span) : null);
  return {
    begin: (given) => sampled(start(null, given)),
    resume: (parent, given) => (parent === null ? null : sampled(start(contextOf(parent), given))),
  };
}

function contextOf(parent: TraceParent): SpanContext {
  const [, traceId = '', spanId = '', flags = ''] = parent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** The SDK's queue and exporter, with a bound that includes spans in flight, and with counts. */
function boundedQueue(
  { OTLPTraceExporter, BatchSpanProcessor }: Sdk,
  maxQueueSize: number,
  spans: Metrics['spans'],
): SpanProcessor {
  let held = 0;
  const otlp = new OTLPTraceExporter();
  const exporter: SpanExporter = {
    export(batch: ReadableSpan[], done) {
      otlp.export(batch, (result) => {
        held -= batch.length;
        const outcome = result.error === undefined && result.code === 0 ? 'exported' : 'failed';
        spans.inc({ outcome }, batch.length);
        done(result);
      });
    },
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  };
  const queue = new BatchSpanProcessor(exporter, { maxQueueSize });
  return {
    onStart: (span, context) => queue.onStart(span, context),
    onEnd(span) {
      if (held >= maxQueueSize) {
        spans.inc({ outcome: 'dropped' });
        return;
      }
      held += 1;
      queue.onEnd(span);
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
}
