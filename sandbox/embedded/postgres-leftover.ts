import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from './process-start';
import { stopEntries } from './register';

const FAST_WITHIN_MS = 20_000;

/**
 * Stops a server of a killed supervisor on this cluster, or removes its pid file: Postgres does not
 * start if another process has reused the pid.
 */
export async function stopLeftover(clusterDir: string): Promise<void> {
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const pid = readPid(pidFile);
  const startTime = pid === null ? null : startTimeOf(pid);
  if (pid === null || startTime === null) return;
  if (!runsOn(pid, clusterDir)) {
    rmSync(pidFile);
    return;
  }
  const entry = { name: 'postgres', pid, startTime, stopSignal: 'SIGINT' } as const;
  await stopEntries([entry], FAST_WITHIN_MS);
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Linux: the working directory is the cluster. Elsewhere: the command line contains it. */
function runsOn(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return command.includes(clusterDir);
  } catch (error) {
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
    // The process has exited or belongs to another user.
    if (code === 'ENOENT' || code === 'EACCES' || status === 1) return false;
    throw error;
  }
}
