interface ErrorFields {
  /** The HTTP status; null when no answer came. */
  readonly status: number | null;
  /** As `insufficient_funds`; `unreachable` or `timeout` when no answer came. */
  readonly code: string;
  /** As `validation_error`, `payment_error`; `connection_error` when no answer came. */
  readonly type: string;
  /** The parameter at fault, as it is written on the wire. */
  readonly param: string | null;
  /** Where the code is documented; null when no answer came. */
  readonly docUrl: string | null;
  /** Finds the request in the gateway's log. */
  readonly requestId: string | null;
  /** How long the gateway asked to wait before another try. */
  readonly retryAfterMs: number | null;
}

/** An operation that did not succeed, after every retry that made sense. Thrown by every method. */
export class SaphanError extends Error implements ErrorFields {
  override readonly name = 'SaphanError';
  readonly status: number | null;
  readonly code: string;
  readonly type: string;
  readonly param: string | null;
  readonly docUrl: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: ErrorFields, options?: { readonly cause: unknown }) {
    super(message, options);
    this.status = fields.status;
    this.code = fields.code;
    this.type = fields.type;
    this.param = fields.param;
    this.docUrl = fields.docUrl;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** What an answer says is wrong, in either dialect: `{error}`, or `{status, message, error}`. */
export function refusalIn(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  answer: unknown,
  nowMs: number,
): SaphanError {
  const { message, error } = fieldsOf(answer);
  const said = fieldsOf(error);
  // What stands between us and the gateway may have answered, in words of its own.
  const text = textOf(said['message']) ?? textOf(message) ?? `HTTP ${status}, without a reason`;
  return new SaphanError(text, {
    status,
    code: textOf(said['code']) ?? 'unknown',
    type: textOf(said['type']) ?? 'api_error',
    param: textOf(said['param']),
    docUrl: textOf(said['doc_url']),
    requestId: textOf(said['request_id']) ?? headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers.get('retry-after'), nowMs),
  });
}

/** No answer came, or not all of it. */
export function silence(cause: unknown, timeoutMs: number): SaphanError {
  const isTimeout = fieldsOf(cause)['name'] === 'TimeoutError';
  const message = isTimeout
    ? `Saphan did not answer within ${timeoutMs} ms.`
    : `Saphan cannot be reached: ${reasonOf(cause)}.`;
  const fields = {
    status: null,
    code: isTimeout ? 'timeout' : 'unreachable',
    type: 'connection_error',
    param: null,
    docUrl: null,
    requestId: null,
    retryAfterMs: null,
  };
  return new SaphanError(message, fields, { cause });
}

/** fetch says "fetch failed" and has the reason, as ECONNREFUSED, within. */
function reasonOf(error: unknown): string {
  const { cause, message } = fieldsOf(error);
  return textOf(fieldsOf(cause)['code']) ?? textOf(message) ?? String(error);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Seconds, or a date. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
