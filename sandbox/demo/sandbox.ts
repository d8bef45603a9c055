import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isRunning } from '../embedded/instance';
import { UsageError, type Invocation } from '../../src/commands/command';

/** The file that `start` writes for scripts. */
const sandboxFile = z.object({
  apiUrl: z.url(),
  bankUrl: z.url(),
  apiKey: z.string(),
  providers: z.object({ apiKey: z.string(), controlsUrl: z.url() }).optional(),
});
export type Sandbox = z.infer<typeof sandboxFile>;

const START_TIMEOUT_MS = 10 * 60_000;

/** Runs the work with the running sandbox, or with one that it starts and stops. */
export async function withSandbox<Result>(
  invocation: Invocation,
  work: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
  const running = await findSandbox(invocation);
  if (running !== null) return work(running);
  invocation.print('No sandbox is running on DATA_DIR. Starting one.');
  const child = startSandbox(invocation);
  try {
    return await work(await sandboxOf(child, invocation));
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

/** The running and ready sandbox of DATA_DIR, or null. */
export async function findSandbox({ config }: Pick<Invocation, 'config'>): Promise<Sandbox | null> {
  // Another instance may now use the ports of a killed sandbox.
  if (!isRunning(config.dataDir)) return null;
  const file = path.join(config.dataDir, 'sandbox.json');
  try {
    const sandbox = sandboxFile.parse(JSON.parse(await readFile(file, 'utf8')));
    const answer = await fetch(`${sandbox.apiUrl}/readyz`);
    return answer.ok ? sandbox : null;
  } catch {
    // No file, a stopping sandbox or no listener: none is running.
    return null;
  }
}

function startSandbox({ env, options }: Invocation): ChildProcess {
  const entry = process.argv[1];
  if (entry === undefined) throw new UsageError('Run the demo with `npm run demo`.');
  const args = options['providers'] === true ? ['start', '--providers'] : ['start'];
  return spawn(process.execPath, [entry, ...args], {
    env: { ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function sandboxOf(child: ChildProcess, invocation: Invocation): Promise<Sandbox> {
  const untilMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < untilMs) {
    if (child.exitCode !== null) throw new UsageError('The sandbox did not start.');
    const sandbox = await findSandbox(invocation);
    if (sandbox !== null) return sandbox;
    await pause(500);
  }
  throw new UsageError('The sandbox was not ready in time.');
}
