import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';

export const historiesFolder = path.join(__dirname, '..', 'workflows', 'histories');

/**
 * With SAVE_HISTORIES set, keeps a finished workflow's history beside the tests: replay.test.ts
 * runs it against the code of every later day.
 */
export async function keepHistory(client: Client, workflowId: string, name: string): Promise<void> {
  if (process.env['SAVE_HISTORIES'] === undefined) return;
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  await mkdir(historiesFolder, { recursive: true });
  await writeFile(path.join(historiesFolder, `${name}.json`), `${historyToJSON(history)}\n`);
}
