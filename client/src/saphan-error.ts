interface ErrorFields {
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** For example `insufficient_funds`; `unreachable` or `timeout` without a response. */
  readonly code: string;
  /** For example `validation_error`; `connection_error` without a response. */
  readonly type: string;
  /** The name of the invalid parameter. */
  readonly param: string | null;
  /** The documentation of `code`; null without a response. */
  readonly docUrl: string | null;
  /** Identifies the request in the gateway's log. */
  readonly requestId: string | null;
  /** The response's `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/** Thrown by every method when an operation fails, after all retries. */
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

/** The error of a response, in either format: `{error}`, or `{status, message, error}`. */
export function errorFromResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  answer: unknown,
  nowMs: number,
): SaphanError {
  const { message, error } = fieldsOf(answer);
  const fields = fieldsOf(error);
  // A proxy may have answered in a format of its own.
  const text =
    textOf(fields['message']) ?? textOf(message) ?? `HTTP ${status} without an error message`;
  return new SaphanError(text, {
    status,
    code: textOf(fields['code']) ?? 'unknown',
    type: textOf(fields['type']) ?? 'api_error',
    param: textOf(fields['param']),
    docUrl: textOf(fields['doc_url']),
    requestId: textOf(fields['request_id']) ?? headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers.get('retry-after'), nowMs),
  });
}

/** The error of a request without a complete response. */
export function connectionError(cause: unknown, timeoutMs: number): SaphanError {
  const isTimeout = fieldsOf(cause)['name'] === 'TimeoutError';
  const message = isTimeout
    ? `Saphan did not respond within ${timeoutMs} ms.`
    : `Cannot connect to Saphan: ${reasonOf(cause)}.`;
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

/** The error of `fetch` is "fetch failed"; its cause has the reason, for example ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { cause, message } = fieldsOf(error);
  return textOf(fieldsOf(cause)['code']) ?? textOf(message) ?? String(error);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads seconds or an HTTP date. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
