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
  /** Orders and deliveries that had been forgotten, and were told of again. */
  readonly forgotten: number;
  /** Idempotency keys that had outlived their 24 hours, and were removed. */
  readonly expiredKeys: number;
  /** Pictures of slips that had been kept long enough. */
  readonly slipImages: number;
  /** Steps in which orders of the past were added to their counts. */
  readonly foldSteps: number;
  /** Events that had been kept for 90 days, with what became of them. */
  readonly oldEvents: number;
  /** Sessions, links, mails and counts that were over; the most of one kind in each step. */
  readonly signIns: number;
  /** Requests of merchants that were old, or of which there were too many. */
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
