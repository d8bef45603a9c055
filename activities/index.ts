import { stepReplay, type ReplayStep } from '../src/webhooks/store/replays';
import { KeyedSemaphore } from '../src/platform/keyed-semaphore';
import type { Metrics } from '../src/platform/observe/metrics';
import { CONCURRENT_ATTEMPTS_MAX } from '../src/webhooks/sending/circuit';
import { createAdvanceOrder } from './advance-order';
import { createAttemptAtOnce, createAttemptDelivery } from './attempt-delivery';
import type { ActivityDeps } from './deps';
import { createHousekeeping } from './housekeeping';
import { createReadSlip } from './read-slip';
import { createSendMail } from './send-mail';

export type { OrderAdvanced } from './advance';
export type Activities = ReturnType<typeof createActivities>;

interface Outside extends Omit<ActivityDeps, 'attemptSlots'> {
  /** Checks every invariant, stores the result and returns the number of differences. */
  readonly auditLedger: () => Promise<number>;
}

/** Events of one transaction. A replay has at most 10,000. */
const REPLAY_BATCH = 100;

/** The activities of one process share its attempt slots. */
export function createActivities({ auditLedger, ...outside }: Outside) {
  const deps: ActivityDeps = {
    ...outside,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
  };
  return withFailuresCounted(deps.metrics, {
    advanceOrder: createAdvanceOrder(deps),
    attemptAtOnce: createAttemptAtOnce(deps),
    attemptDelivery: createAttemptDelivery(deps),
    readSlip: createReadSlip(deps),
    sendMail: createSendMail(deps),
    ...createHousekeeping(deps),
    async runAudit(): Promise<number> {
      const differences = await auditLedger();
      if (differences > 0) deps.log.error({ differences }, 'the daily audit found differences');
      return differences;
    },
    async stepReplay(replayId: string): Promise<Omit<ReplayStep, 'messages'>> {
      const { messages, ...progress } = await stepReplay(deps.db, replayId, REPLAY_BATCH);
      deps.outbox.enqueue(messages);
      return progress;
    },
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
