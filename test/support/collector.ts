import { parse } from 'protobufjs';
import { startReceiver } from './receiver';

/** The part of OTLP that the tests read (opentelemetry-proto, trace/v1/trace.proto). */
const { root } = parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start = 7; fixed64 end = 8; repeated KeyValue attributes = 9;
    repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { string string_value = 1; bool bool_value = 2; int64 int_value = 3; }
`);
const requestType = root.lookupType('Request');

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, string | boolean>>;
}
interface Decoded {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly start: string;
        readonly attributes?: readonly KeyValue[];
        readonly links?: readonly { readonly traceId: string }[];
        readonly status?: { readonly code?: number };
      }[];
    }[];
  }[];
}

export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first span of a trace. */
  readonly parentId: string | null;
  readonly name: string;
  readonly startNs: bigint;
  readonly attributes: Readonly<Record<string, string | boolean | undefined>>;
  /** The traces that it is linked to. */
  readonly links: readonly string[];
  readonly isError: boolean;
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** An OTLP/HTTP receiver on a free port, which decodes what it gets. */
export async function startCollector() {
  const receiver = await startReceiver({ encoding: 'base64' });
  const spans = (): readonly ExportedSpan[] =>
    receiver.requests.flatMap(({ body }) => decode(body));
  return {
    url: receiver.url,
    receiver,
    spans,
    /** The spans of the trace that contains a span with this attribute. */
    traceOf(key: string, value: string): readonly ExportedSpan[] {
      const all = spans();
      const traceId = all.find(({ attributes }) => attributes[key] === value)?.traceId;
      return all.filter((span) => span.traceId === traceId);
    },
    /** Everything that was exported, as text. */
    text: () => JSON.stringify(receiver.requests.map(({ body }) => toObject(body))),
  };
}

const toObject = (body: string): Decoded =>
  requestType.toObject(requestType.decode(Buffer.from(body, 'base64')), {
    bytes: String,
    longs: String,
  });

function decode(body: string): readonly ExportedSpan[] {
  const { resourceSpans = [] } = toObject(body);
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: span.parentSpanId === undefined ? null : hex(span.parentSpanId),
        name: span.name,
        startNs: BigInt(span.start),
        attributes: Object.fromEntries(
          (span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
        ),
        links: (span.links ?? []).map(({ traceId }) => hex(traceId)),
        isError: span.status?.code === 2,
      })),
  );
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** A trace as text: a line per span, in the order of their starts, indented below its parent. */
export function drawTrace(spans: readonly ExportedSpan[]): string {
  const draw = (parentId: string | null, depth: number): string[] =>
    spans
      .filter((span) => span.parentId === parentId)
      .toSorted((one, other) => (one.startNs < other.startNs ? -1 : 1))
      .flatMap(({ spanId, name }) => ['  '.repeat(depth) + name, ...draw(spanId, depth + 1)]);
  return draw(null, 0).join('\n');
}
