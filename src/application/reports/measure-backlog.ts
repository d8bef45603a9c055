import { outboxBacklog } from '../../db/outbox/messages';
import type { Backlog } from '../../db/outbox/messages';
import { countOpenExceptions } from '../../db/ledger/exceptions';
import type { ExceptionCount } from '../../db/ledger/exceptions';
import type { Deps } from '../deps';

export type { Backlog, ExceptionCount };

/** An answer that comes later than this is of no use to whoever asks whether we are ready. */
const PATIENCE_MS = 2_000;

/** What waits for Temporal; null when Postgres, which knows, does not answer in time. */
export async function measureBacklog(deps: Pick<Deps, 'db' | 'log'>): Promise<Backlog | null> {
  return inTime(deps, outboxBacklog(deps.db));
}

/** What waits for an operator, by kind; null when Postgres does not answer in time. */
export async function measureExceptions(
  deps: Pick<Deps, 'db' | 'log'>,
): Promise<readonly ExceptionCount[] | null> {
  return inTime(deps, countOpenExceptions(deps.db));
}

async function inTime<Measured>(
  { log }: Pick<Deps, 'log'>,
  measuring: Promise<Measured>,
): Promise<Measured | null> {
  const measured = measuring.catch((error: Error) => {
    log.warn({ reason: error.message }, 'backlog not measured: Postgres query failed');
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const first = await Promise.race([measured, tooLate]);
  clearTimeout(timer);
  return first;
}
