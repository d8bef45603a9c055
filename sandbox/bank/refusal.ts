import type { Logger } from '../../src/lib/log';

/** What the bank will not do, and why, in words for a person. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/**
 * Any error as one that can be answered. Koa's and raw-body's own errors carry a status and say
 * whether their message may be shown; what was not foreseen goes to the log and is a plain 500.
 */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && 'expose' in error && error.expose === true) {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : 400;
    return new Refusal(status, 'invalid_request', error.message);
  }
  log.error({ err: error }, 'a request failed');
  return new Refusal(500, 'internal_error', 'Something went wrong at the bank. Its log has more.');
}
