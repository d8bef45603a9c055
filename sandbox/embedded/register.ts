import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startTimeOf } from './process-start';
import { readPrivateJson, writePrivateJson } from './private-file';

/** A child process and the signal that stops it gracefully. */
export interface Registered {
  readonly name: string;
  readonly pid: number;
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
}

/**
 * The running child processes, in a file, so that the guard or the next start can stop them after
 * the supervisor was killed. Without a file, in memory only.
 */
export interface Register {
  add(entry: Registered): void;
  remove(pid: number): void;
  /** Sends SIGKILL to all. */
  killAll(): void;
}

interface Entry extends Registered {
  readonly startTime: string;
}

export function createRegister(file: string | null = null): Register {
  const entries = new Map<number, Entry>();
  const write = () => {
    if (file !== null) writePrivateJson(file, [...entries.values()]);
  };
  return {
    add(entry) {
      const startTime = startTimeOf(entry.pid);
      if (startTime === null) return;
      entries.set(entry.pid, { ...entry, startTime });
      write();
    },
    remove(pid) {
      if (entries.delete(pid)) write();
    },
    killAll() {
      for (const entry of entries.values()) send(entry, 'SIGKILL');
    },
  };
}

/**
 * Stops the processes in the file: by their stop signal, and by SIGKILL after `graceMs`. Ignores
 * reused pids. Removes the file. Returns the names of the stopped processes.
 */
export async function stopRegistered(file: string, graceMs: number): Promise<string[]> {
  const running = ((readPrivateJson(file) ?? []) as Entry[]).filter(isRunning);
  await stopEntries(running, graceMs);
  rmSync(file, { force: true });
  return running.map(({ name }) => name);
}

/** Stops processes by their stop signal, and by SIGKILL after `graceMs`. */
export async function stopEntries(entries: readonly Entry[], graceMs: number): Promise<void> {
  for (const entry of entries) send(entry, entry.stopSignal);
  const deadline = Date.now() + graceMs;
  while (entries.some(isRunning)) {
    if (Date.now() > deadline) for (const entry of entries) send(entry, 'SIGKILL');
    await pause(50);
  }
}

function isRunning({ pid, startTime }: Entry): boolean {
  return startTimeOf(pid) === startTime;
}

function send(entry: Entry, signal: NodeJS.Signals): void {
  if (!isRunning(entry)) return;
  try {
    process.kill(entry.pid, signal);
  } catch (error) {
    // The process exited before the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
