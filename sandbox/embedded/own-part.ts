import type { ChildProcess } from 'node:child_process';
import type { Environment } from './cache-dir';
import { startPart } from './part';
import type { Part } from './part';
import type { Register } from './register';

export interface OwnPart {
  readonly name: string;
  /** Of the `gateway` command, as `['api']`. */
  readonly args: readonly string[];
  /** Ready is when this answers 200. Null for what serves nothing: it says itself when it is. */
  readonly readyUrl: string | null;
  readonly logFile: string;
}

export interface OwnProcesses {
  /** The compiled src/main.ts. */
  readonly entry: string;
  readonly environment: Environment;
  readonly register: Register;
}

/** Room for a worker that begins on a slow machine, or waits for Temporal for a while. */
const READY_WITHIN_MS = 90_000;
/** Longer than requests and activities take to finish. */
const STOP_WITHIN_MS = 35_000;

/** A command of ours as a part. */
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
          stopWithinMs: STOP_WITHIN_MS,
          readyWithinMs: READY_WITHIN_MS,
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
    // Nobody listens yet, or it is too busy to answer: it is asked again.
    return false;
  }
}
