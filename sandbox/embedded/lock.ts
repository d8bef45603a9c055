import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startTimeOf } from './process-start';

/**
 * Acquires a lock file with the pid of this process. The lock is released when the process exits.
 * Returns `release`, or the pid of the running holder.
 */
export function tryLock(file: string): { readonly release: () => void } | { readonly pid: number } {
  const mine = `${process.pid} ${startTimeOf(process.pid) ?? ''}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      // Creating a link is atomic, a write is not.
      if (linked(draft, file)) return { release: () => rmSync(file, { force: true }) };
      const holder = readHolder(file);
      if (holder === null) continue;
      if (holder.isRunning) return { pid: holder.pid };
      removeStale(file, holder.text);
    }
  } finally {
    rmSync(draft);
  }
}

/** The pid of the running holder, or null. */
export function lockHolder(file: string): number | null {
  const holder = readHolder(file);
  return holder?.isRunning === true ? holder.pid : null;
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string) {
  try {
    const text = readFileSync(file, 'utf8');
    const [pid, startTime] = [Number(text.split(' ', 1)[0]), text.slice(text.indexOf(' ') + 1)];
    return { text, pid, isRunning: startTime !== '' && startTimeOf(pid) === startTime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the lock of a dead process. Another process may have replaced it meanwhile. */
function removeStale(file: string, deadText: string): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== deadText) linked(aside, file);
  rmSync(aside);
}
