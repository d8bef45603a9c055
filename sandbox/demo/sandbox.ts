import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isRunning } from '../embedded/instance';
import { UsageError } from '../../src/commands/command';
import type { Invocation } from '../../src/commands/command';

/** What `start` writes for scripts when all is ready. */
const sandboxFile = z.object({ apiUrl: z.url(), bankUrl: z.url(), apiKey: z.string() });
export type Sandbox = z.infer<typeof sandboxFile>;

const START_TIMEOUT_MS = 10 * 60_000;

/** Does the work with the sandbox that runs here; else with one that is started and stopped. */
export async function withSandbox<Result>(
  invocation: Invocation,
  work: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
  const running = await findSandbox(invocation);
  if (running !== null) return work(running);
  invocation.print('No sandbox is running here: starting one.');
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

/** The sandbox that runs on this folder, when it is ready. */
export async function findSandbox({ config }: Pick<Invocation, 'config'>): Promise<Sandbox | null> {
  // The file of a killed sandbox may name a port that another instance has now.
  if (!isRunning(config.dataDir)) return null;
  const file = path.join(config.dataDir, 'sandbox.json');
  try {
    const sandbox = sandboxFile.parse(JSON.parse(await readFile(file, 'utf8')));
    const answer = await fetch(`${sandbox.apiUrl}/readyz`);
    return answer.ok ? sandbox : null;
  } catch {
    // No file, a half-stopped sandbox or nobody listening all mean the same: none is running.
    return null;
  }
}

function startSandbox({ env }: Invocation): ChildProcess {
  const entry = process.argv[1];
  if (entry === undefined) throw new UsageError('Run the demo by `npm run demo`.');
  return spawn(process.execPath, [entry, 'start'], {
    env: { ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function sandboxOf(child: ChildProcess, invocation: Invocation): Promise<Sandbox> {
  const untilMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < untilMs) {
    if (child.exitCode !== null) throw new UsageError('The sandbox could not be started.');
    const sandbox = await findSandbox(invocation);
    if (sandbox !== null) return sandbox;
    await pause(500);
  }
  throw new UsageError('The sandbox was not ready in time.');
}
