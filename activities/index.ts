import { KeyedSemaphore } from '../src/lib/keyed-semaphore';
import { CONCURRENT_ATTEMPTS_MAX } from '../src/webhooks/circuit';
import { createAdvanceInquired } from './advance-inquired';
import { createAdvanceOrder } from './advance-order';
import { createAdvanceRequest } from './advance-request';
import { createAttemptAtOnce, createAttemptDelivery } from './attempt-delivery';
import type { ActivityDeps } from './deps';
import { createEnforceRetention } from './enforce-retention';
import { createFoldOrders } from './fold-orders';
import { createPurgeEvents } from './purge-events';
import { createPurgeExpiredKeys } from './purge-expired-keys';
import { createPurgeRequests } from './purge-requests';
import { createPurgeSlipImages } from './purge-slip-images';
import { createPurgeSignIns } from './purge-sign-ins';
import { createReadSlip } from './read-slip';
import { createRotatePartitions } from './rotate-partitions';
import { createSendMail } from './send-mail';
import { createStepReplay } from './step-replay';
import { createSweepForgotten } from './sweep-forgotten';

export type Activities = ReturnType<typeof createActivities>;

/** The activities of one worker process, which share its attempt slots. */
export function createActivities(outside: Omit<ActivityDeps, 'attemptSlots'>) {
  const deps: ActivityDeps = {
    ...outside,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
  };
  return {
    advanceInquired: createAdvanceInquired(deps),
    advanceOrder: createAdvanceOrder(deps),
    advanceRequest: createAdvanceRequest(deps),
    attemptAtOnce: createAttemptAtOnce(deps),
    attemptDelivery: createAttemptDelivery(deps),
    enforceRetention: createEnforceRetention(deps),
    foldOrders: createFoldOrders(deps),
    purgeEvents: createPurgeEvents(deps),
    purgeExpiredKeys: createPurgeExpiredKeys(deps),
    purgeRequests: createPurgeRequests(deps),
    purgeSignIns: createPurgeSignIns(deps),
    purgeSlipImages: createPurgeSlipImages(deps),
    readSlip: createReadSlip(deps),
    rotatePartitions: createRotatePartitions(deps),
    sendMail: createSendMail(deps),
    stepReplay: createStepReplay(deps),
    sweepForgotten: createSweepForgotten(deps),
  };
}
