import { outboxBacklog, type Backlog } from '../kernel/outbox/store/messages';
import type { Deps } from '../deps';

export type { Backlog };

/** Short enough for a health check. */
const TIMEOUT_MS = 2_000;

/** Null when Postgres does not answer within the timeout. */
export async function measureBacklog(deps: Pick<Deps, 'db' | 'log'>): Promise<Backlog | null> {
  return inTime(deps, outboxBacklog(deps.db));
}

/** Null when the measurement fails, or exceeds the timeout. */
export async function inTime<Measured>(
  { log }: Pick<Deps, 'log'>,
  measuring: Promise<Measured>,
): Promise<Measured | null> {
  const measured = measuring.catch((error: Error) => {
    log.warn({ reason: error.message }, 'not measured: Postgres query failed');
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
