import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process as comparable text, which distinguishes reused pids. Null if the
 * process does not exist or is a zombie.
 */
export function startTimeOf(pid: number): string | null {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command is in parentheses and may contain any character: parse from its end.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const startedAtTicks = rest[18];
    if (startedAtTicks === undefined) return null;
    // Ticks are counted from the boot.
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
    const [state, ...startTime] = listed.trim().split(/\s+/);
    return state === undefined || state.startsWith('Z') ? null : startTime.join(' ');
  } catch (error) {
    // ps exits with 1 if the process does not exist.
    if ((error as { status?: unknown }).status === 1) return null;
    throw error;
  }
}
