import type { Config } from '../src/config';
import type { Db } from '../src/db/postgres/connect';
import type { OutboxMessage } from '../src/db/outbox/messages';
import type { Logger } from '../src/lib/log';
import type { Metrics } from '../src/lib/metrics';
import type { Vault } from '../src/lib/vault';
import type { Mailer } from '../src/mail/mailer';
import type { Provider } from '../src/providers/connector';
import type { SlipVerifier } from '../src/providers/slip-verifier';
import type { SlipReader } from '../src/slips/slip-reader';
import { createPlaces } from '../src/webhooks/semaphore';
import type { Places } from '../src/webhooks/semaphore';
import type { Sender } from '../src/webhooks/send';
import { createAdvanceOrder } from './advance-order';
import { createAdvanceRequest } from './advance-request';
import { createAttemptAtOnce, createAttemptDelivery } from './attempt-delivery';
import { createFoldOrders } from './fold-orders';
import { createPurgeEvents } from './purge-events';
import { createPurgeExpiredKeys } from './purge-expired-keys';
import { createPurgeRequests } from './purge-requests';
import { createPurgeSlipImages } from './purge-slip-images';
import { createPurgeSignIns } from './purge-sign-ins';
import { createReadSlip } from './read-slip';
import { createSendMail } from './send-mail';
import { createStepReplay } from './step-replay';
import { createSweepForgotten } from './sweep-forgotten';

/** What activities reach the world through. */
export interface ActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  readonly sender: Sender;
  readonly provider: Provider;
  readonly slips: SlipReader;
  readonly slipVerifier: SlipVerifier;
  readonly outbox: { enqueue(dispatches: readonly OutboxMessage[]): void };
  readonly metrics: Metrics;
  readonly places: Places;
  readonly mailer: Mailer;
}

export type Activities = ReturnType<typeof createActivities>;

/** Those of one worker process, which share its places. */
export function createActivities(outside: Omit<ActivityDeps, 'places'>) {
  const deps: ActivityDeps = { ...outside, places: createPlaces() };
  return {
    advanceOrder: createAdvanceOrder(deps),
    advanceRequest: createAdvanceRequest(deps),
    attemptAtOnce: createAttemptAtOnce(deps),
    attemptDelivery: createAttemptDelivery(deps),
    foldOrders: createFoldOrders(deps),
    purgeEvents: createPurgeEvents(deps),
    purgeExpiredKeys: createPurgeExpiredKeys(deps),
    purgeRequests: createPurgeRequests(deps),
    purgeSignIns: createPurgeSignIns(deps),
    purgeSlipImages: createPurgeSlipImages(deps),
    readSlip: createReadSlip(deps),
    sendMail: createSendMail(deps),
    stepReplay: createStepReplay(deps),
    sweepForgotten: createSweepForgotten(deps),
  };
}
