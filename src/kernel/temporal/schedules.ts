import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { ORDERS_QUEUE } from '../../../workflows/contract';
import { MARKED_SCHEDULE, demandOwnNamespace } from './own-namespace';

interface GatewaySchedule {
  /** Of the schedule, its workflow and its workflow's type. */
  readonly name: 'housekeeping' | 'audit';
  readonly interval: string;
  readonly options: Pick<ScheduleOptions, 'spec' | 'policies' | 'state'>;
}

export const schedules: readonly GatewaySchedule[] = [
  {
    name: MARKED_SCHEDULE,
    interval: 'every minute',
    options: {
      spec: { intervals: [{ every: '1 minute' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    },
  },
  {
    name: 'audit',
    interval: 'daily at 03:30 in Bangkok',
    options: {
      spec: {
        calendars: [{ hour: 3, minute: 30 }],
        timezone: 'Asia/Bangkok',
        // So that installations on one Postgres server do not begin together.
        jitter: '10 minutes',
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '12 hours' },
      // A new installation has a result at once.
      state: { triggerImmediately: true },
    },
  },
];

/**
 * Creates missing schedules, marked with the installation. Idempotent and safe to run concurrently.
 * Throws ConfigError for a namespace of another installation.
 */
export async function ensureSchedules(client: Client, installation: string): Promise<void> {
  for (const { name, options } of schedules) {
    try {
      await client.schedule.create({
        scheduleId: name,
        memo: { installation },
        ...options,
        action: {
          type: 'startWorkflow',
          workflowType: name,
          workflowId: name,
          taskQueue: ORDERS_QUEUE,
          args: [],
        },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await demandOwnNamespace(client, installation);
    }
  }
}
