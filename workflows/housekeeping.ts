import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { purgePolicy } from './policies';

const { purgeExpiredKeys } = proxyActivities<Activities>(purgePolicy);

/** Started by a Schedule: removes what has outlived its promise. Returns what it removed. */
export async function housekeeping(): Promise<{ readonly idempotencyKeys: number }> {
  return { idempotencyKeys: await purgeExpiredKeys() };
}
