import { insertRequests, type ApiRequest } from './store/api-requests';
import { recordKeyUses } from '../kernel/merchants/store';
import type { Db } from '../platform/postgres/connect';
import type { Logger } from '../platform/observe/log';
import type { Metrics } from '../platform/observe/metrics';
import { createWriteBehind, type WriteBehind } from '../kernel/write-behind';

export type { ApiRequest };

/** Also records the last use of API keys. A request takes about 500 bytes of memory. */
export type RequestLog = WriteBehind<ApiRequest>;

export const createRequestLog = ({
  db,
  metrics,
  log,
}: {
  readonly db: Db;
  readonly metrics: Pick<Metrics, 'requestsWaiting' | 'requestsKept' | 'requestsDropped'>;
  readonly log: Logger;
}): RequestLog =>
  createWriteBehind({
    what: 'request log entries',
    async insert(requests, isAgain) {
      await insertRequests(db, requests, isAgain);
      const uses = requests.filter(({ isUseDue }) => isUseDue === true);
      if (uses.length > 0) await recordKeyUses(db, uses);
    },
    togetherMax: 500,
    waitingMax: 10_000,
    queued: metrics.requestsWaiting,
    kept: metrics.requestsKept,
    dropped: metrics.requestsDropped,
    log,
  });
