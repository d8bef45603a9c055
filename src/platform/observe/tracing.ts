import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The position of a sampled span, in the format of W3C Trace Context:
 * `00-<trace id>-<span id>-01`. Spans that are not sampled have none.
 */
export type TraceParent = string;

/** Undefined values are omitted. No personal data, no amounts, no secrets. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  readonly name: string;
  /** `server` answers a request, `client` sends one, `producer` causes work of another process. */
  readonly kind?: 'server' | 'client' | 'producer' | 'internal';
  readonly attributes?: Attributes;
  /** Milliseconds since the epoch; by default now. */
  readonly startedAt?: number;
  /** Caused this span without being its parent. */
  readonly link?: TraceParent | null;
}

/** Only sampled spans exist. */
export interface Span {
  readonly traceParent: TraceParent;
  /** For log lines and exemplars. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  rename(name: string): void;
  set(attributes: Attributes): void;
  child(start: SpanStart): Span;
  /** `error`: a code or the name of an error class; never a message, which could quote data. */
  end(error?: string): void;
}

export interface Tracer {
  /** Null when the sampler does not choose the trace. */
  begin(start: SpanStart): Span | null;
  /** Null without a parent. */
  resume(parent: TraceParent | null, start: SpanStart): Span | null;
  /** Exports the remaining spans first, for at most the export timeout. */
  close(): Promise<void>;
}

/** Records nothing: tracing is off. */
export const noTracer: Tracer = {
  begin: () => null,
  resume: () => null,
  close: () => Promise.resolve(),
};

const traceParentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Reads a header from outside; null when it is malformed. */
export const readTraceParent = (header: string | undefined): TraceParent | null =>
  header !== undefined && traceParentForm.test(header) ? header : null;

/**
 * The span of the activity that runs. Only workers enter it, and only for sampled spans: the API
 * passes its span as an argument, because its statements serve several requests, and because
 * before Node 24 the first use of `AsyncLocalStorage` slows every promise of a process down.
 */
const active = new AsyncLocalStorage<Span>();

export const activeSpan = (): Span | null => active.getStore() ?? null;

/** Stored in a row that another process reads; null without a sampled span. */
export const activeTraceParent = (): TraceParent | null => active.getStore()?.traceParent ?? null;

/** The span is active during `work`, and ended then. A null span only runs `work`. */
export async function within<Result>(
  span: Span | null,
  work: () => Promise<Result>,
): Promise<Result> {
  return span === null ? work() : spanned(span, () => active.run(span, work));
}

/** Ends the span with the outcome of `work`, without making it active. */
export async function spanned<Result>(
  span: Span | null,
  work: () => Promise<Result>,
  outcomeOf?: (result: Result) => Attributes,
): Promise<Result> {
  if (span === null) return work();
  let error: string | undefined;
  try {
    const result = await work();
    if (outcomeOf !== undefined) span.set(outcomeOf(result));
    return result;
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.name : 'error';
    throw thrown;
  } finally {
    span.end(error);
  }
}

/** Its span begins when the parent is known. */
export class RequestTrace {
  /** Undefined until the sampler has decided. */
  private span: Span | null | undefined;
  private readonly startedAt = Date.now();

  /** `incoming`: the request's `traceparent` header; `isTrusted`: it is the parent, else a link. */
  constructor(
    private readonly tracer: Tracer,
    private readonly incoming: TraceParent | null,
    private readonly isTrusted: boolean,
  ) {}

  /** Null when the request is not sampled. The first call decides about the parent. */
  begin(parent: TraceParent | null = null): Span | null {
    if (this.span === undefined) this.span = this.start(parent);
    return this.span;
  }

  private start(parent: TraceParent | null): Span | null {
    const { tracer, incoming, isTrusted, startedAt } = this;
    const own = parent ?? (isTrusted ? incoming : null);
    const link = own === incoming ? null : incoming;
    const start: SpanStart = { name: 'HTTP', kind: 'server', startedAt, link };
    return own === null ? tracer.begin(start) : tracer.resume(own, start);
  }
}
