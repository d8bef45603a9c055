import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { HOUSEKEEPING, type HousekeepingStep } from './contract';
import { housekeepingPolicy } from './policies';

const activities = proxyActivities<Activities>(housekeepingPolicy);

/** The rows that each step has changed. */
export type Housekeeping = Readonly<Partial<Record<HousekeepingStep, number>>>;

/**
 * Started every minute by a Schedule. A step that fails does not prevent the next ones, and fails
 * the workflow after them.
 */
export async function housekeeping(): Promise<Housekeeping> {
  const failures: unknown[] = [];
  const changed: Partial<Record<HousekeepingStep, number>> = {};
  for (const step of HOUSEKEEPING) {
    try {
      changed[step] = await activities[step]();
    } catch (error) {
      if (isCancellation(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return changed;
}
