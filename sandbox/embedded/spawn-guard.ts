import { spawn } from 'node:child_process';
import path from 'node:path';

/** Starts the guard process for the processes in `registerFile`. It exits after this process. */
export function spawnGuard(registerFile: string, entry = path.join(__dirname, 'guard.js')): void {
  const guard = spawn(process.execPath, [entry, registerFile], {
    // A new session: no signal of the terminal or of this process group reaches it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  guard.unref();
}
