import { readFileSync, readdirSync } from 'node:fs';

const KB_PER_MB = 1024;

/**
 * Memory in MB by name, including children, as proportional set size: Postgres's processes share
 * most of their pages. Linux only: reads /proc.
 */
export function memoryOf<Name extends string>(
  pids: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) ? read(`/proc/${name}/status`, /^PPid:\s+(\d+)/m) : null;
    return parent === null ? [] : [{ pid: Number(name), parent }];
  });
  const named = Object.entries<number>(pids).map(([name, pid]) => {
    const family = [pid, ...parents.filter(({ parent }) => parent === pid).map((one) => one.pid)];
    const kb = family.reduce((sum, one) => sum + (proportionalKb(one) ?? 0), 0);
    return [name, kb / KB_PER_MB] as const;
  });
  return Object.fromEntries(named) as Record<Name, number>;
}

const proportionalKb = (pid: number) => read(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);

/** The number that the pattern captures. Null if the process has exited. */
function read(file: string, pattern: RegExp): number | null {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
