import type { TraceParent } from '../platform/observe/tracing';

/** The API or dashboard request that created a row. */
export interface Origin {
  /** Null when created on the dashboard or by a command. */
  readonly apiKeyId: string | null;
  readonly address: string;
  readonly requestId: string;
  /** The span of the request. Stored with messages and events only. */
  readonly traceParent?: TraceParent | null;
}

/** Nulls without an origin. */
export const originColumns = (origin: Origin | null) => ({
  api_key_id: origin?.apiKeyId ?? null,
  client_address: origin?.address ?? null,
  request_id: origin?.requestId ?? null,
});
