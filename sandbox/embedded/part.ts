import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastLines, openLogFile } from './log-file';
import { createRegister, type Register, type Registered } from './register';
import { SetupError } from './setup-error';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last log lines. */
  readonly lastLines: readonly string[];
}

/** A child process that is ready for use. */
export interface RunningPart {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has exited. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Sends the stop signal, and SIGKILL after the timeout. Resolves when the process has exited. */
  stop(): Promise<void>;
}

/** A restartable process. */
export interface Part<Running extends RunningPart = RunningPart> {
  readonly name: string;
  /** Resolves when it is ready. On abort, stops the process and rejects. */
  start(signal: AbortSignal): Promise<Running>;
}

export interface PartCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The user, if not the current one. */
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** True for a gateway process: it gets an IPC channel. */
  readonly hasChannel?: boolean;
  readonly logFile: string;
  readonly stopSignal: Registered['stopSignal'];
  readonly stopWithinMs: number;
  readonly readyWithinMs: number;
  /** Receives the child process. The returned function is polled until it returns true. */
  readonly probe: (child: ChildProcess) => () => Promise<boolean>;
}

export interface Keeping {
  readonly register?: Register | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PROBE_EVERY_MS = 50;
const LINES_SHOWN = 6;

/**
 * Starts a process in a new session, so that Ctrl-C reaches only its supervisor, and resolves when
 * it is ready. Throws SetupError, with the last log lines, if it exits before or times out.
 */
export async function startPart(command: PartCommand, keeping: Keeping = {}): Promise<RunningPart> {
  const { register = createRegister(), signal } = keeping;
  signal?.throwIfAborted();
  const log = openLogFile(command.logFile);
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    uid: command.uid,
    gid: command.gid,
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
    signal?.throwIfAborted();
    throw error;
  }
  return part;
}

async function pidOf(child: ChildProcess, { name, command }: PartCommand): Promise<number> {
  const { pid } = child;
  if (pid !== undefined) {
    // Later errors are of the channel or of signals; `exited` reports the exit.
    child.on('error', () => undefined);
    return pid;
  }
  const [error] = await new Promise<[Error]>((resolve) => {
    child.once('error', (reason) => resolve([reason]));
  });
  throw new SetupError(`${name} could not be started from ${command}: ${error.message}`);
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
    const exit = await Promise.race([exited, pause(PROBE_EVERY_MS, undefined, { signal })]);
    if (exit !== undefined) {
      throw new SetupError(
        [`${name} exited during its start (${describeExit(exit)}):`, ...exit.lastLines].join(
          '\n  ',
        ),
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
  // An open channel keeps the process alive.
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
