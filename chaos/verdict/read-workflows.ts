import { Client, Connection } from '@temporalio/client';
import type { WorkflowFact } from './facts';

/** It begins anew every minute; a run that an outage has used up says nothing. */
const HOUSEKEEPING = 'housekeeping';

const queries = {
  running: `ExecutionStatus = 'Running'`,
  failed: `ExecutionStatus in ('Failed', 'Terminated', 'TimedOut', 'Canceled')`,
} as const;

/** The workflows that run, and those that did not end as they should. */
export async function readWorkflows(address: string): Promise<readonly WorkflowFact[]> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace: 'default' });
    const found: WorkflowFact[] = [];
    for (const status of ['running', 'failed'] as const) {
      for await (const { workflowId, type } of client.workflow.list({ query: queries[status] })) {
        if (isOurs(type)) found.push({ id: workflowId, status });
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}

/** Temporal has workflows of its own for its schedules. */
const isOurs = (type: string): boolean => type !== HOUSEKEEPING && !type.startsWith('temporal-sys');
