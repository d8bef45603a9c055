import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { housekeepingPolicy } from './policies';

const {
  enforceRetention,
  rollUpOrders,
  purgeEvents,
  purgeExpiredKeys,
  purgeRequests,
  purgeSignIns,
  purgeSlipImages,
  rotatePartitions,
  sweepForgotten,
} = proxyActivities<Activities>(housekeepingPolicy);

export interface Housekeeping {
  /** Messages for overdue work, enqueued again. */
  readonly forgotten: number;
  /** Removed idempotency keys. */
  readonly expiredKeys: number;
  /** Images removed after their retention. */
  readonly slipImages: number;
  /** Steps of the rollup of past orders and transfers. */
  readonly rollupSteps: number;
  /** Events removed after 90 days, with their deliveries. */
  readonly oldEvents: number;
  /** Expired sessions, links, mails and counters; the largest count of one kind in each step. */
  readonly signIns: number;
  /** Removed API requests above a merchant's limit. */
  readonly oldRequests: number;
  /** Partitions created or dropped. */
  readonly rotations: number;
  /** Orders and accounts whose persons were erased after their retention. */
  readonly erased: number;
}

/**
 * Started every minute by a Schedule. A step that fails does not prevent the next ones, and fails
 * the workflow after them.
 */
export async function housekeeping(): Promise<Housekeeping> {
  const failures: unknown[] = [];
  const run = async (step: () => Promise<number>): Promise<number> => {
    try {
      return await step();
    } catch (error) {
      if (isCancellation(error)) throw error;
      failures.push(error);
      return 0;
    }
  };
  const forgotten = await run(sweepForgotten);
  const expiredKeys = await run(purgeExpiredKeys);
  const slipImages = await run(purgeSlipImages);
  const rollupSteps = await run(rollUpOrders);
  const oldEvents = await run(purgeEvents);
  const signIns = await run(purgeSignIns);
  const oldRequests = await run(purgeRequests);
  const rotations = await run(rotatePartitions);
  const erased = await run(enforceRetention);
  if (failures.length > 0) throw failures[0];
  return {
    forgotten,
    expiredKeys,
    slipImages,
    rollupSteps,
    oldEvents,
    signIns,
    oldRequests,
    rotations,
    erased,
  };
}
