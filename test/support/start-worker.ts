import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { closeAfterFile } from './close-after-file';
import { freePort } from './free-port';

const script = path.join(__dirname, '..', 'commands', 'run-gateway.js');

/** Starts `gateway worker` until the end of the file. `lines` are those of its log. */
export async function startWorker(env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const child = spawn(process.execPath, [script, 'worker'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      WORKER_PORT: String(await freePort()),
      PROVIDER_KEY: 'a-provider-key-of-this-test',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const exited = once(child, 'exit');
  closeAfterFile(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { child, exited, lines };
}
