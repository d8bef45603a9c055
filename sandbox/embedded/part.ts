import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { lastLines, openLogFile } from './log-file';
import { pause } from './pause';
import { createRegister } from './register';
import type { Register, Registered } from './register';
import { SetupError } from './setup-error';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last that it said, for a person. */
  readonly lastLines: readonly string[];
}

/** A child process that is ready for use. */
export interface RunningPart {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process is gone, whatever ended it. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Ends it in good order, by SIGKILL after its bound, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Something that can be started, and started again. */
export interface Part<Running extends RunningPart = RunningPart> {
  readonly name: string;
  /** Resolves when it is ready. On abort it ends what it has begun, and rejects. */
  start(signal: AbortSignal): Promise<Running>;
}

export interface PartCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Whom it runs as, when that is not us. */
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** True for a process of ours: it gets a channel for `process.send`. */
  readonly hasChannel?: boolean;
  readonly logFile: string;
  readonly stopSignal: Registered['stopSignal'];
  readonly stopWithinMs: number;
  readonly readyWithinMs: number;
  /** Told the child as soon as it runs; what it returns is asked until it says true. */
  readonly probe: (child: ChildProcess) => () => Promise<boolean>;
}

export interface Keeping {
  readonly register?: Register | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PROBE_EVERY_MS = 50;
const LINES_SHOWN = 6;

/**
 * Starts a process in a session of its own, so that a Ctrl-C in the terminal reaches only its
 * supervisor, and resolves when it is ready. Throws SetupError, with its last lines, when it ends
 * before that or takes too long.
 */
export async function startPart(command: PartCommand, keeping: Keeping = {}): Promise<RunningPart> {
  const { register = createRegister(), signal } = keeping;
  signal?.throwIfAborted();
  const log = openLogFile(command.logFile);
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
    detached: true,
    stdio: [
      'ignore',
      log.descriptor,
      log.descriptor,
      ...(command.hasChannel === true ? ['ipc' as const] : []),
    ],
  });
  closeSync(log.descriptor);
  const isReady = command.probe(child);
  const pid = await pidOf(child, command);
  register.add({ name: command.name, pid, stopSignal: command.stopSignal });
  const exited = new Promise<Exit>((resolve) => {
    const settle = (code: number | null, ending: NodeJS.Signals | null) => {
      register.remove(pid);
      resolve({ code, signal: ending, lastLines: lastLines(log, LINES_SHOWN) });
    };
    if (hasExited(child)) settle(child.exitCode, child.signalCode);
    else child.once('exit', settle);
  });
  const part = {
    name: command.name,
    pid,
    exited,
    stop: () => stopChild(child, exited, command),
  };
  try {
    await becomeReady(exited, command, isReady, signal);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return part;
}

async function pidOf(child: ChildProcess, { name, command }: PartCommand): Promise<number> {
  const { pid } = child;
  if (pid !== undefined) {
    // Later errors are of its channel or of signals to it; its exit says what matters.
    child.on('error', () => undefined);
    return pid;
  }
  const [error] = await new Promise<[Error]>((resolve) => {
    child.once('error', (reason) => resolve([reason]));
  });
  throw new SetupError(`${name} cannot be started from ${command}: ${error.message}`);
}

async function becomeReady(
  exited: Promise<Exit>,
  { name, readyWithinMs, logFile }: PartCommand,
  isReady: () => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady())) {
    if (Date.now() > deadline) {
      throw new SetupError(
        `${name} was not ready within ${readyWithinMs / 1000} s: see ${logFile}`,
      );
    }
    const exit = await Promise.race([exited, pause(PROBE_EVERY_MS, signal)]);
    if (exit !== undefined) {
      throw new SetupError(
        [`${name} ended at its start (${describeExit(exit)}):`, ...exit.lastLines].join('\n  '),
      );
    }
  }
}

async function stopChild(
  child: ChildProcess,
  exited: Promise<Exit>,
  { stopSignal, stopWithinMs }: PartCommand,
): Promise<void> {
  if (!hasExited(child)) child.kill(stopSignal);
  // An open channel would keep a process alive that has nothing left to do.
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await exited;
  clearTimeout(force);
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export function describeExit({ code, signal }: Pick<Exit, 'code' | 'signal'>): string {
  return signal ?? `exit code ${code}`;
}
