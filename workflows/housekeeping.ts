import { patched, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { housekeepingPolicy } from './policies';

const {
  enforceRetention,
  foldOrders,
  purgeEvents,
  purgeExpiredKeys,
  purgeRequests,
  purgeSignIns,
  purgeSlipImages,
  rotatePartitions,
  sweepForgotten,
} = proxyActivities<Activities>(housekeepingPolicy);

export interface Housekeeping {
  /** Overdue work that was re-enqueued. */
  readonly forgotten: number;
  /** Expired idempotency keys that were removed. */
  readonly expiredKeys: number;
  /** Slip images removed after their retention. */
  readonly slipImages: number;
  /** Steps of the rollup of past orders and transfers. */
  readonly foldSteps: number;
  /** Events removed after 90 days, with their deliveries. */
  readonly oldEvents: number;
  /** Expired sessions, links, mails and counters; the largest count of one kind in each step. */
  readonly signIns: number;
  /** Logged API requests above a merchant's limit. */
  readonly oldRequests: number;
  /** Partitions that were created or dropped. */
  readonly rotations: number;
  /** Orders and accounts of which persons were erased after their retention. */
  readonly erased: number;
}

/** Started every minute by a Schedule. */
export async function housekeeping(): Promise<Housekeeping> {
  const forgotten = await sweepForgotten();
  const expiredKeys = await purgeExpiredKeys();
  const slipImages = await purgeSlipImages();
  const foldSteps = await foldOrders();
  const oldEvents = await purgeEvents();
  const signIns = patched('sign-ins') ? await purgeSignIns() : 0;
  const oldRequests = patched('old-requests') ? await purgeRequests() : 0;
  const rotations = patched('partitions') ? await rotatePartitions() : 0;
  const erased = patched('retention') ? await enforceRetention() : 0;
  return {
    forgotten,
    expiredKeys,
    slipImages,
    foldSteps,
    oldEvents,
    signIns,
    oldRequests,
    rotations,
    erased,
  };
}
