import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import { ORDERS_QUEUE, WEBHOOKS_QUEUE } from '../../workflows/contract';
import type { WorkflowFact } from './facts';

/** Started every minute; a run that failed in an outage is not a finding. */
const SCHEDULED: readonly string[] = ['housekeeping', 'audit'];

const queries = {
  running: `ExecutionStatus = 'Running'`,
  failed: `ExecutionStatus in ('Failed', 'Terminated', 'TimedOut', 'Canceled')`,
} as const;

/** The running and the failed workflows. */
export async function readWorkflows(address: string): Promise<readonly WorkflowFact[]> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace: 'default' });
    const found: WorkflowFact[] = [];
    for (const status of ['running', 'failed'] as const) {
      for await (const listed of client.workflow.list({ query: queries[status] })) {
        if (isOurs(listed)) found.push({ id: listed.workflowId, status });
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}

/** Excludes Temporal's own workflows, such as schedules. */
const isOurs = ({ type, taskQueue }: WorkflowExecutionInfo): boolean =>
  (taskQueue === ORDERS_QUEUE || taskQueue === WEBHOOKS_QUEUE) && !SCHEDULED.includes(type);
