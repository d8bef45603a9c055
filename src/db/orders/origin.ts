import type { TraceParent } from '../../lib/tracing';

/** The request that created a row. */
export interface Origin {
  /** Null when created on the dashboard or by a command. */
  readonly apiKeyId: string | null;
  readonly address: string;
  readonly requestId: string;
  /** The span of the request. Stored with messages and events only. */
  readonly traceParent?: TraceParent | null;
}

/** The columns of an origin; nulls without one. */
export const originColumns = (origin: Origin | null) => ({
  api_key_id: origin?.apiKeyId ?? null,
  client_address: origin?.address ?? null,
  request_id: origin?.requestId ?? null,
});
