import type { Config } from '../src/config';
import type { Db } from '../src/db/connect';
import type { Dispatch } from '../src/db/dispatches';
import type { Logger } from '../src/lib/log';
import type { Metrics } from '../src/lib/metrics';
import type { Vault } from '../src/lib/vault';
import type { Sender } from '../src/webhooks/send';
import { createAdvanceOrder } from './advance-order';
import { createAttemptDelivery } from './attempt-delivery';
import { createPurgeExpiredKeys } from './purge-expired-keys';
import { createSweepForgotten } from './sweep-forgotten';

/** What activities reach the world through. */
export interface ActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  readonly sender: Sender;
  readonly dispatcher: { offer(dispatches: readonly Dispatch[]): void };
  readonly metrics: Metrics;
}

export type Activities = ReturnType<typeof createActivities>;

export function createActivities(deps: ActivityDeps) {
  return {
    advanceOrder: createAdvanceOrder(deps),
    attemptDelivery: createAttemptDelivery(deps),
    purgeExpiredKeys: createPurgeExpiredKeys(deps),
    sweepForgotten: createSweepForgotten(deps),
  };
}
