import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from './process-start';
import { pause } from './pause';

const FAST_WITHIN_MS = 20_000;

/**
 * Stops a server of a killed supervisor on this cluster, or removes its pid file: Postgres does not
 * start if another process has reused the pid.
 */
export async function stopLeftover(clusterDir: string, note: (text: string) => void) {
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const pid = readPid(pidFile);
  const birth = pid === null ? null : startTimeOf(pid);
  if (pid === null || birth === null) return;
  if (!runsOn(pid, clusterDir)) {
    rmSync(pidFile);
    return;
  }
  note('stopping the server of an earlier run');
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + FAST_WITHIN_MS;
  while (startTimeOf(pid) === birth) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await pause(50);
  }
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
