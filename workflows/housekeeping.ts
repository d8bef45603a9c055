import { patched, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { housekeepingPolicy } from './policies';

const {
  foldOrders,
  purgeEvents,
  purgeExpiredKeys,
  purgeRequests,
  purgeSignIns,
  purgeSlipImages,
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
  /** Logged API requests that were old or above a merchant's limit. */
  readonly oldRequests: number;
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
  return { forgotten, expiredKeys, slipImages, foldSteps, oldEvents, signIns, oldRequests };
}
