import { KeyedSemaphore } from '../src/lib/keyed-semaphore';
import type { Metrics } from '../src/lib/metrics';
import { CONCURRENT_ATTEMPTS_MAX } from '../src/webhooks/circuit';
import { createAdvanceInquired } from './advance-inquired';
import { createAdvanceOrder } from './advance-order';
import { createAdvanceRequest } from './advance-request';
import { createAttemptAtOnce, createAttemptDelivery } from './attempt-delivery';
import type { ActivityDeps } from './deps';
import { createEnforceRetention } from './enforce-retention';
import { createRollUpAndSeal } from './seal-ledger';
import { createPurgeEvents } from './purge-events';
import { createPurgeExpiredKeys } from './purge-expired-keys';
import { createPurgeRequests } from './purge-requests';
import { createPurgeSlipImages } from './purge-slip-images';
import { createPurgeSignIns } from './purge-sign-ins';
import { createReadSlip } from './read-slip';
import { createRotatePartitions } from './rotate-partitions';
import { createRunAudit, type AuditDeps } from './run-audit';
import { createSendMail } from './send-mail';
import { createStepReplay } from './step-replay';
import { createSweepForgotten } from './sweep-forgotten';

export type Activities = ReturnType<typeof createActivities>;

/** The activities of one process share its attempt slots. */
export function createActivities(outside: Omit<ActivityDeps, 'attemptSlots'> & AuditDeps) {
  const deps: ActivityDeps = {
    ...outside,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
  };
  return withFailuresCounted(deps.metrics, {
    advanceInquired: createAdvanceInquired(deps),
    advanceOrder: createAdvanceOrder(deps),
    advanceRequest: createAdvanceRequest(deps),
    attemptAtOnce: createAttemptAtOnce(deps),
    attemptDelivery: createAttemptDelivery(deps),
    enforceRetention: createEnforceRetention(deps),
    rollUpOrders: createRollUpAndSeal(deps),
    purgeEvents: createPurgeEvents(deps),
    purgeExpiredKeys: createPurgeExpiredKeys(deps),
    purgeRequests: createPurgeRequests(deps),
    purgeSignIns: createPurgeSignIns(deps),
    purgeSlipImages: createPurgeSlipImages(deps),
    readSlip: createReadSlip(deps),
    rotatePartitions: createRotatePartitions(deps),
    runAudit: createRunAudit(outside),
    sendMail: createSendMail(deps),
    stepReplay: createStepReplay(deps),
    sweepForgotten: createSweepForgotten(deps),
  });
}

type AnyActivity = (...args: never[]) => Promise<unknown>;

/** Temporal retries a failed attempt. */
function withFailuresCounted<All extends Readonly<Record<string, AnyActivity>>>(
  { activityFailures }: Pick<Metrics, 'activityFailures'>,
  activities: All,
): All {
  const counted = Object.entries(activities).map(([activity, work]) => {
    // Starts the series at 0: a rate needs a first value.
    activityFailures.inc({ activity }, 0);
    const counting: AnyActivity = (...args) =>
      work(...args).catch((error: unknown) => {
        activityFailures.inc({ activity });
        throw error;
      });
    return [activity, counting] as const;
  });
  return Object.fromEntries(counted) as All;
}
