import type { Logger } from '../platform/observe/log';
import { blamesRow } from '../platform/postgres/blames-row';

/** Writes rows of a diagnostic log asynchronously, many in one statement. */
export interface WriteBehind<Row> {
  /** Does not block or throw. */
  readonly note: (row: Row) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A killed process loses the rows of this interval: they serve diagnosis only. */
const FLUSH_EVERY_MS = 1_000;

interface WriteBehindOptions<Row> {
  /** Names the rows in the log. */
  readonly what: string;
  /** With `isAgain`, rows that exist already are skipped: the reply to their insert was lost. */
  readonly insert: (rows: readonly Row[], isAgain: boolean) => Promise<void>;
  /** Rows per statement. */
  readonly togetherMax: number;
  /** Limits the queue while Postgres is unavailable. */
  readonly waitingMax: number;
  readonly queued: { set(count: number): void };
  readonly kept: { inc(count: number): void };
  readonly dropped: { inc(labels: { readonly reason: string }, count: number): void };
  readonly log: Logger;
}

export function createWriteBehind<Row>(options: WriteBehindOptions<Row>): WriteBehind<Row> {
  const { what, insert, togetherMax, waitingMax, queued, kept, dropped, log } = options;
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let flight: Promise<void> | null = null;
  let isAgain = false;

  function plan(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, FLUSH_EVERY_MS).unref();
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, togetherMax);
      try {
        await insert(taken, isAgain);
        kept.inc(taken.length);
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException;
        // The other properties of a database error contain the statement's values.
        log.warn({ error: { name, code }, count: taken.length }, `${what} not stored`);
        // Retries while Postgres is unavailable. A row that Postgres rejects is dropped.
        isAgain = !blamesRow(error);
        if (isAgain) return plan();
        dropped.inc({ reason: 'refused' }, taken.length);
      }
      isAgain = false;
      waiting = waiting.slice(taken.length);
      queued.set(waiting.length);
    }
  }

  const flush = (): Promise<void> =>
    (flight ??= writeAll().finally(() => {
      flight = null;
    }));

  return {
    note(row) {
      if (waiting.length >= waitingMax) {
        dropped.inc({ reason: 'full' }, 1);
        return;
      }
      waiting.push(row);
      queued.set(waiting.length);
      plan();
    },
    flush,
    async close() {
      await flight;
      await flush();
      clearTimeout(timer ?? undefined);
      if (waiting.length > 0) dropped.inc({ reason: 'stopped' }, waiting.length);
    },
  };
}
