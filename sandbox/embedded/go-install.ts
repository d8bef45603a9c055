import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SourceOptions } from './temporal-source';

const ERROR_LINES_SHOWN = 6;

/** Builds Go programs into a folder. Takes minutes. Throws without Go, or if the build fails. */
export async function goInstall(
  programs: readonly string[],
  folder: string,
  { environment, register, signal }: SourceOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn('go', ['install', ...programs], {
    env: { ...environment, GOBIN: folder },
    // A process group, so that its compilers are stopped with it.
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
