import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from './process-start';
import { pause } from './pause';

const FAST_WITHIN_MS = 20_000;

/**
 * Stops the server of a killed supervisor that still runs on this cluster, and forgets one that
 * does not: a pid that went to another process since would keep Postgres from starting.
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

/** A server works in its cluster's folder; elsewhere than on Linux, its command line names it. */
function runsOn(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return command.includes(clusterDir);
  } catch (error) {
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
    // It ended meanwhile, or it belongs to somebody else.
    if (code === 'ENOENT' || code === 'EACCES' || status === 1) return false;
    throw error;
  }
}
