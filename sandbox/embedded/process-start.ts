import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process was born, as text to compare: a pid alone may have gone to another process since.
 * Null when no such process runs (a zombie does not run).
 */
export function startTimeOf(pid: number): string | null {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command stands in parentheses and may hold any character, so count from its end.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const startedAtTicks = rest[18];
    if (startedAtTicks === undefined) return null;
    // Ticks count from the boot, so they need its name.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}/${startedAtTicks}`;
  } catch (error) {
    if (hasGone(error)) return null;
    throw error;
  }
}

function hasGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ESRCH';
}

function startTimeFromPs(pid: number): string | null {
  try {
    const listed = execFileSync('ps', ['-o', 'state=,lstart=', '-p', `${pid}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [state, ...born] = listed.trim().split(/\s+/);
    return state === undefined || state.startsWith('Z') ? null : born.join(' ');
  } catch (error) {
    // ps answers 1 when there is no such process.
    if ((error as { status?: unknown }).status === 1) return null;
    throw error;
  }
}
