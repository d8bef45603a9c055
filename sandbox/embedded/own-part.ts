import type { ChildProcess } from 'node:child_process';
import type { Environment } from './cache-dir';
import { startPart } from './part';
import type { Part } from './part';
import type { Register } from './register';

export interface OwnPart {
  readonly name: string;
  /** Arguments of the `gateway` command, such as `['api']`. */
  readonly args: readonly string[];
  /** Ready when this URL answers 200. Null: the process reports readiness by IPC. */
  readonly readyUrl: string | null;
  readonly logFile: string;
}

export interface OwnProcesses {
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
  { name, args, readyUrl, logFile }: OwnPart,
  { entry, environment, register }: OwnProcesses,
): Part {
  return {
    name,
    start: (signal) =>
      startPart(
        {
          name,
          command: process.execPath,
          args: [entry, ...args],
          env: environment,
          hasChannel: true,
          logFile,
          stopSignal: 'SIGTERM',
          stopWithinMs: STOP_TIMEOUT_MS,
          readyWithinMs: READY_TIMEOUT_MS,
          probe: (child) => (readyUrl === null ? reported(child) : () => answersOk(readyUrl)),
        },
        { register, signal },
      ),
  };
}

function reported(child: ChildProcess): () => Promise<boolean> {
  let isReady = false;
  child.on('message', (message) => {
    isReady ||= (message as { readonly ready?: unknown } | null)?.ready === true;
  });
  return () => Promise.resolve(isReady);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    // Not listening yet, or too slow: polled again.
    return false;
  }
}
