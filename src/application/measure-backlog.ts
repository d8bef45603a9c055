import { dispatchBacklog } from '../db/dispatches';
import type { Backlog } from '../db/dispatches';
import type { Deps } from './deps';

export type { Backlog };

/** An answer that comes later than this is of no use to whoever asks whether we are ready. */
const PATIENCE_MS = 2_000;

/** What waits for Temporal; null when Postgres, which knows, does not answer in time. */
export async function measureBacklog(deps: Pick<Deps, 'db' | 'log'>): Promise<Backlog | null> {
  const backlog = dispatchBacklog(deps.db).catch((error: Error) => {
    deps.log.warn({ reason: error.message }, 'the dispatch backlog cannot be read');
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const first = await Promise.race([backlog, tooLate]);
  clearTimeout(timer);
  return first;
}
