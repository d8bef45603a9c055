import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { temporalVersion } from './temporal-source';
import type { SourceOptions } from './temporal-source';

const ERROR_LINES_SHOWN = 6;

/** Builds `temporal` with the machine's Go, in a few minutes. Throws without Go, or if it fails. */
export async function goInstallTemporal(folder: string, options: SourceOptions): Promise<void> {
  const { environment, note, register, signal } = options;
  signal?.throwIfAborted();
  note?.('building it with Go, about three minutes, once');
  const program = `github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`;
  const child = spawn('go', ['install', program], {
    env: { ...environment, GOBIN: folder },
    // A group of its own, so that its compilers can be ended with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const { pid } = child;
  if (pid !== undefined) register?.add({ name: 'go install', pid, stopSignal: 'SIGTERM' });
  const end = () => {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(lines.slice(-ERROR_LINES_SHOWN).join('\n    '));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new Error('Go is not on the PATH', { cause: error }) : error;
  } finally {
    signal?.removeEventListener('abort', end);
    if (pid !== undefined) register?.remove(pid);
  }
}
