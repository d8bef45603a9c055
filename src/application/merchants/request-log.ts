import { keepRequests } from '../../db/accounts/api-requests';
import type { ApiRequest } from '../../db/accounts/api-requests';
import type { Db } from '../../db/postgres/connect';
import type { Logger } from '../../lib/log';
import type { Metrics } from '../../lib/metrics';
import { blamesRow } from '../batched';

export type { ApiRequest };

/** What merchants asked of the API of late is written down for them beside their requests. */
export interface RequestLog {
  /** Takes a request that was answered. Never waits and never fails. */
  note(request: ApiRequest): void;
  /** Writes down what has been noted. */
  flush(): Promise<void>;
  /** The same for the last time. */
  close(): Promise<void>;
}

/** A process that is killed takes what was noted since with it: nothing but a diagnosis is lost. */
const FLUSH_EVERY_MS = 1_000;
/** In one statement, of a few milliseconds. */
const TOGETHER_MAX = 500;
/** While Postgres is away. A request takes some half a kilobyte. */
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
  /** Whether what waits may have been written, by a statement that nothing was heard of. */
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
        // Only these: a database error carries the values of its statement in all the others.
        log.warn({ error: { name, code }, count: taken.length }, 'requests were not written down');
        // Postgres is away, and they wait for it; unless it is them that it does not take.
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
