import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Starts the process of guard.ts over the processes that `registerFile` names. Nothing has to be
 * stopped: it ends with this process, or soon after.
 */
export function spawnGuard(registerFile: string, entry = path.join(__dirname, 'guard.js')): void {
  const guard = spawn(process.execPath, [entry, registerFile], {
    // A session of its own, so that neither the terminal's signals nor a killed group reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  guard.unref();
}
