import type { SaphanError } from './saphan-error';

/** What the hook `onRequest` gets: never the API key. */
export interface RequestAttempt {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  /** 1 for the first one. */
  readonly attempt: number;
  readonly idempotencyKey: string | null;
}

/** What the hook `onResponse` gets. */
export interface ResponseAttempt extends RequestAttempt {
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly durationMs: number;
  readonly error: SaphanError | null;
  /** The delay of the next attempt; null after the last one. */
  readonly retryInMs: number | null;
}
