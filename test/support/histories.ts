import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';

const historiesFolder = path.join(__dirname, '..', 'workflows', 'histories');

/** Of what has not been released: may be replaced as long as nobody runs it. */
export const NEXT = 'next';

export interface KeptHistory {
  /** The version whose workflows made it, or NEXT. */
  readonly version: string;
  /** As `qr-payment-paid`: a workflow type and the path that it went. */
  readonly name: string;
  /** As `0.1.0/qr-payment-paid`. */
  readonly label: string;
  readonly sha256: string;
  readonly read: () => unknown;
}

/** Every history, those of each released version in a folder of their own. */
export function keptHistories(): KeptHistory[] {
  const versions = readdirSync(historiesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
  return versions.flatMap((version) =>
    readdirSync(path.join(historiesFolder, version))
      .toSorted()
      .map((file) => {
        const name = path.basename(file, '.json');
        const bytes = readFileSync(path.join(historiesFolder, version, file));
        return {
          version,
          name,
          label: `${version}/${name}`,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          read: (): unknown => JSON.parse(bytes.toString('utf8')),
        };
      }),
  );
}

/** What scripts/release-histories.mjs has written down: version, name, SHA-256. */
export function releasedHistories(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const file = path.join(historiesFolder, 'released.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
}

/**
 * With SAVE_HISTORIES set, keeps a finished workflow's history for the next release: replay.test.ts
 * runs it against the code of every later day.
 */
export async function keepHistory(client: Client, workflowId: string, name: string): Promise<void> {
  if (process.env['SAVE_HISTORIES'] === undefined) return;
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const folder = path.join(historiesFolder, NEXT);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), `${historyToJSON(history)}\n`);
}
