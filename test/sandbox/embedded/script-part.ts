import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPart, type Part, type PartCommand } from '../../../sandbox/embedded/part';
import { closeAfterFile } from '../../support/close-after-file';

/** A folder of its own, removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-embedded-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Says that it is ready. */
export const ready = 'process.send({ ready: true });';
/** Keeps the process alive. */
export const stay = 'setInterval(() => {}, 1000);';

/** A part that runs a script in Node, and is ready when the script says so. */
export function scriptPart(
  name: string,
  script: string,
  overrides: Partial<PartCommand> = {},
): Part {
  const command: PartCommand = {
    name,
    command: process.execPath,
    args: ['-e', script],
    env: {},
    hasChannel: true,
    logFile: path.join(temporaryFolder(), `${name}.log`),
    stopSignal: 'SIGTERM',
    stopWithinMs: 5_000,
    readyWithinMs: 10_000,
    probe: (child) => {
      let isReady = false;
      child.once('message', () => {
        isReady = true;
      });
      return () => Promise.resolve(isReady);
    },
    ...overrides,
  };
  return { name, start: (signal) => startPart(command, { signal }) };
}
