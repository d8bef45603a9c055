import { outboxBacklog } from '../../db/outbox/messages';
import type { Backlog } from '../../db/outbox/messages';
import { countOpenExceptions } from '../../db/ledger/exceptions';
import type { ExceptionCount } from '../../db/ledger/exceptions';
import type { Deps } from '../deps';

export type { Backlog, ExceptionCount };

/** Timeout of a measurement for a health check. */
const TIMEOUT_MS = 2_000;

/** The backlog of the outbox; null when Postgres does not answer within the timeout. */
export async function measureBacklog(deps: Pick<Deps, 'db' | 'log'>): Promise<Backlog | null> {
  return inTime(deps, outboxBacklog(deps.db));
}

/** Open exceptions by kind; null when Postgres does not answer within the timeout. */
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
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  const first = await Promise.race([measured, timeout]);
  clearTimeout(timer);
  return first;
}
