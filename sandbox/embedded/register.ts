import { rmSync } from 'node:fs';
import { startTimeOf } from './process-start';
import { pause } from './pause';
import { readPrivateJson, writePrivateJson } from './private-file';

/** A process of ours, and the signal that it ends by in good order. */
export interface Registered {
  readonly name: string;
  readonly pid: number;
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
}

/**
 * The file that names our running processes, so that the guard, or the next start, can end what a
 * killed supervisor left behind. Without a file it is kept in memory only.
 */
export interface Register {
  add(entry: Registered): void;
  remove(pid: number): void;
  /** Ends all of them at once and for certain. */
  killAll(): void;
}

interface Entry extends Registered {
  readonly birth: string;
}

export function createRegister(file: string | null = null): Register {
  const entries = new Map<number, Entry>();
  const write = () => {
    if (file !== null) writePrivateJson(file, [...entries.values()]);
  };
  return {
    add(entry) {
      const birth = startTimeOf(entry.pid);
      if (birth === null) return;
      entries.set(entry.pid, { ...entry, birth });
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
 * Ends the processes that the file names and that still are the ones it means: in good order, and
 * by SIGKILL what still runs after `graceMs`. Then removes the file. Gives the names of what ran.
 */
export async function endRegistered(file: string, graceMs: number): Promise<string[]> {
  const running = ((readPrivateJson(file) ?? []) as Entry[]).filter(isRunning);
  for (const entry of running) send(entry, entry.stopSignal);
  const deadline = Date.now() + graceMs;
  while (running.some(isRunning)) {
    if (Date.now() > deadline) for (const entry of running) send(entry, 'SIGKILL');
    await pause(50);
  }
  rmSync(file, { force: true });
  return running.map(({ name }) => name);
}

function isRunning({ pid, birth }: Entry): boolean {
  return startTimeOf(pid) === birth;
}

function send(entry: Entry, signal: NodeJS.Signals): void {
  if (!isRunning(entry)) return;
  try {
    process.kill(entry.pid, signal);
  } catch (error) {
    // It ended between the look and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
