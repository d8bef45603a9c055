import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startTimeOf } from './process-start';
import { pause } from './pause';

/**
 * Takes a lock that dies with its holder: a file that names the process. Returns the pid of the
 * holder when another process has it, and otherwise how to let it go.
 */
export function tryLock(file: string): { readonly release: () => void } | { readonly pid: number } {
  const mine = `${process.pid} ${startTimeOf(process.pid) ?? ''}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      // A link, unlike a write, puts the file there whole or not at all.
      if (linked(draft, file)) return { release: () => rmSync(file, { force: true }) };
      const holder = readHolder(file);
      if (holder === null) continue;
      if (holder.isRunning) return { pid: holder.pid };
      takeAway(file, holder.text);
    }
  } finally {
    rmSync(draft);
  }
}

/** The pid of the running process that holds the lock; null when nobody does. */
export function lockHolder(file: string): number | null {
  const holder = readHolder(file);
  return holder?.isRunning === true ? holder.pid : null;
}

/** Waits for the lock, and calls `onWait` once if it has to. */
export async function waitForLock(
  file: string,
  onWait: (pid: number) => void,
  signal?: AbortSignal,
): Promise<() => void> {
  for (let told = false; ; told = true) {
    const result = tryLock(file);
    if ('release' in result) return result.release;
    if (!told) onWait(result.pid);
    await pause(200, signal);
  }
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
    const [pid, birth] = [Number(text.split(' ', 1)[0]), text.slice(text.indexOf(' ') + 1)];
    return { text, pid, isRunning: birth !== '' && startTimeOf(pid) === birth };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the lock of a dead process, and nobody else's: another may have been quicker. */
function takeAway(file: string, deadText: string): void {
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
