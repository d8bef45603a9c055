import { keepRequests } from '../../db/accounts/api-requests';
import type { ApiRequest } from '../../db/accounts/api-requests';
import type { Db } from '../../db/postgres/connect';
import type { Logger } from '../../lib/log';
import type { Metrics } from '../../lib/metrics';
import { blamesRow } from '../batched';

export type { ApiRequest };

/** Logs the API requests of merchants asynchronously. */
export interface RequestLog {
  /** Queues an answered request. Does not block or throw. */
  note(request: ApiRequest): void;
  /** Writes the queued requests. */
  flush(): Promise<void>;
  /** Writes the queued requests and stops. */
  close(): Promise<void>;
}

/** A killed process loses the requests of this interval: they serve diagnosis only. */
const FLUSH_EVERY_MS = 1_000;
/** Rows per statement, which takes a few milliseconds. */
const TOGETHER_MAX = 500;
/** Bound of the queue while Postgres is unavailable. A request takes about 500 bytes. */
const WAITING_MAX = 10_000;

export function createRequestLog({
  db,
  metrics,
  log,
}: {
  readonly db: Db;
  readonly metrics: Pick<Metrics, 'requestsKept' | 'requestsDropped'>;
  readonly log: Logger;
}): RequestLog {
  let waiting: ApiRequest[] = [];
  let timer: NodeJS.Timeout | null = null;
  let flight: Promise<void> | null = null;
  /** Whether the queued rows may exist already: the reply to their insert was lost. */
  let isAgain = false;

  function plan(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, FLUSH_EVERY_MS).unref();
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, TOGETHER_MAX);
      try {
        await keepRequests(db, taken, isAgain);
        metrics.requestsKept.inc(taken.length);
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException;
        // The other properties of a database error contain the statement's values.
        log.warn({ error: { name, code }, count: taken.length }, 'request log entries not stored');
        // Retries while Postgres is unavailable. A row that Postgres rejects is dropped.
        isAgain = !blamesRow(error);
        if (isAgain) return plan();
        metrics.requestsDropped.inc({ reason: 'refused' }, taken.length);
      }
      isAgain = false;
      waiting = waiting.slice(taken.length);
    }
  }

  const flush = (): Promise<void> =>
    (flight ??= writeAll().finally(() => {
      flight = null;
    }));

  return {
    note(request) {
      if (waiting.length >= WAITING_MAX) {
        metrics.requestsDropped.inc({ reason: 'full' });
        return;
      }
      waiting.push(request);
      plan();
    },
    flush,
    async close() {
      await flight;
      await flush();
      clearTimeout(timer ?? undefined);
      if (waiting.length > 0) metrics.requestsDropped.inc({ reason: 'stopped' }, waiting.length);
    },
  };
}
