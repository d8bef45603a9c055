import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';

const historiesFolder = path.join(__dirname, '..', 'workflows', 'histories');

/** Histories of unreleased code; they may be replaced. */
export const NEXT = 'next';

export interface SavedHistory {
  /** The version whose workflows wrote it, or NEXT. */
  readonly version: string;
  /** Workflow type and path, such as `qr-payment-paid`. */
  readonly name: string;
  /** Version and name, such as `1.0.0/qr-payment-paid`. */
  readonly label: string;
  readonly sha256: string;
  readonly read: () => unknown;
}

/** All histories; each released version has a folder. */
export function savedHistories(): SavedHistory[] {
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

/** The index that scripts/release-histories.mjs writes: version, name, SHA-256. */
export function releasedHistories(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const file = path.join(historiesFolder, 'released.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
}

/**
 * With SAVE_HISTORIES set, saves an ended workflow's history for the next release; replay.test.ts
 * replays it on all later code. Stack traces are removed: they name folders of the machine.
 */
export async function saveHistory(client: Client, workflowId: string, name: string): Promise<void> {
  if (process.env['SAVE_HISTORIES'] === undefined) return;
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const folder = path.join(historiesFolder, NEXT);
  await mkdir(folder, { recursive: true });
  const text = historyToJSON(history).replaceAll(/("stackTrace": ")(?:[^"\\]|\\.)*/g, '$1');
  await writeFile(path.join(folder, `${name}.json`), `${text}\n`);
}
