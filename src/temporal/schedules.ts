import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ORDERS_QUEUE } from '../../workflows/contract';

/** The schedule and its workflow. */
export const HOUSEKEEPING = 'housekeeping';

/** Creates missing schedules. Safe to run concurrently. */
export async function ensureSchedules(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: HOUSEKEEPING,
      spec: { intervals: [{ every: '1 minute' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: 'housekeeping',
        workflowId: 'housekeeping',
        taskQueue: ORDERS_QUEUE,
        args: [],
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
