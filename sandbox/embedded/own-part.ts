import type { ChildProcess } from 'node:child_process';
import type { Environment } from '../../src/config';
import { startPart, type Part } from './part';
import type { Register } from './register';

export interface OwnPart {
  readonly name: string;
  /** Arguments of the `gateway` command, such as `['api']`. */
  readonly args: readonly string[];
  readonly logFile: string;
}

export interface OwnProcesses {
  /** The path of Node; that of this process by default. */
  readonly node?: string;
  /** The compiled src/main.ts. */
  readonly entry: string;
  readonly environment: Environment;
  readonly register: Register;
}

/** Enough for a worker on a slow machine that waits for Temporal. */
const READY_TIMEOUT_MS = 90_000;
/** Longer than the grace periods of requests and activities. */
const STOP_TIMEOUT_MS = 35_000;

/** A `gateway` command as a part. */
export function ownPart(
  { name, args, logFile }: OwnPart,
  { node = process.execPath, entry, environment, register }: OwnProcesses,
): Part {
  return {
    name,
    start: (signal) =>
      startPart(
        {
          name,
          command: node,
          args: [entry, ...args],
          env: environment,
          hasChannel: true,
          logFile,
          stopSignal: 'SIGTERM',
          stopWithinMs: STOP_TIMEOUT_MS,
          readyWithinMs: READY_TIMEOUT_MS,
          probe: reportsReady,
        },
        { register, signal },
      ),
  };
}

/** The process reports by IPC that it is ready. */
function reportsReady(child: ChildProcess): () => Promise<boolean> {
  let isReady = false;
  child.on('message', (message) => {
    isReady ||= (message as { readonly ready?: unknown } | null)?.ready === true;
  });
  return () => Promise.resolve(isReady);
}
