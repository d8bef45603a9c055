import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../../src/config';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import { folderPaths } from '../../../sandbox/embedded/folder';
import { plannedPorts } from '../../../sandbox/embedded/ports';
import type { SandboxFacts } from '../../../sandbox/embedded/screen';
import { freePort } from '../../support/free-port';
import { until } from '../../support/until';
import { temporaryFolder } from './script-part';

const root = path.join(__dirname, '..', '..', '..');
const paths = folderPaths(path.join(temporaryFolder(), '.data'));
const patience = { describe: () => said };
/** Whatever the developer's own environment says. */
const embedded = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', PROVIDER: '', ENCRYPTION_KEYS: '' };
let settings: Record<string, string>;
let said = '';
let running: ChildProcess | null = null;

/** `npm start`, without npm. */
function start(...options: readonly string[]): ChildProcess {
  said = '';
  const child = spawn(process.execPath, ['scripts/start.mjs', 'start', ...options], {
    cwd: root,
    env: { ...process.env, ...embedded, ...settings, DATA_DIR: paths.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  running = child;
  return child;
}

async function runDemo(...options: readonly string[]) {
  const walking = spawn(process.execPath, ['scripts/start.mjs', 'demo', ...options], {
    cwd: root,
    env: { ...process.env, ...embedded, ...settings, DATA_DIR: paths.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [walking.stdout, walking.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
  }
  const [code] = (await once(walking, 'close')) as [number | null];
  return { code, told };
}

const isUp = () => said.includes('Stop: Ctrl-C');
const facts = () => JSON.parse(readFileSync(paths.sandboxFile, 'utf8')) as SandboxFacts;
const pids = () => {
  const entries = JSON.parse(readFileSync(paths.registerFile, 'utf8')) as { pid: number }[];
  return entries.map(({ pid }) => pid);
};
const commandLines = () =>
  pids()
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    .join('\n');

beforeAll(async () => {
  settings = {};
  for (const { variable } of plannedPorts(readConfig({}))) {
    settings[variable] = `${await freePort()}`;
  }
});

afterAll(() => running?.kill('SIGKILL'));

describe('npm start', () => {
  let first: SandboxFacts;

  it('starts all processes and writes their addresses for scripts', async () => {
    start();
    await until(isUp, patience);
    first = facts();
    expect(statSync(paths.sandboxFile).mode & 0o777).toBe(0o600);
    expect(pids()).toHaveLength(5);
    expect(commandLines()).toContain('drop index if exists by_task_queue');
    const answer = await fetch(`${first.apiUrl}/Thai/v1/payments`, {
      headers: { authorization: `Bearer ${first.apiKey}` },
    });
    expect(answer.status).toBe(200);
    expect(said).toContain(first.apiKey);
    // Links in mails lead to this host: a session of another one would not be known there.
    const { port } = new URL(first.apiUrl);
    expect(said).toContain(`Dashboard     http://localhost:${port}/dashboard `);
    expect(said).toContain(`Console       http://localhost:${port}/console `);
  });

  it('rejects a second start on its folder', async () => {
    const second = spawn(process.execPath, ['scripts/start.mjs', 'start'], {
      cwd: root,
      env: { ...process.env, ...embedded, DATA_DIR: paths.dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    second.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    await expect(once(second, 'close')).resolves.toEqual([1, null]);
    expect(complaint).toContain(`is already running on ${paths.dataDir}`);
  });

  it('is found by a command with the same DATA_DIR', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/start.mjs', 'merchant', 'list', '--json'],
      { cwd: root, env: { PATH: process.env['PATH'], DATA_DIR: paths.dataDir } },
    );
    const merchants = JSON.parse(stdout) as readonly { readonly id: string }[];
    expect(merchants.map(({ id }) => id)).toEqual([first.merchantId]);
  });

  it('has no demo of providers without --providers', async () => {
    const { code, told } = await runDemo('--providers');
    expect([code, told]).toEqual([2, expect.stringContaining('npm start -- --providers')]);
  });

  it('serves the demo: payment, refund, deposit and withdrawals', async () => {
    const { code, told } = await runDemo();
    expect([code, told]).toEqual([0, expect.stringContaining('removed the webhook')]);
    const steps = [
      'read the payment: succeeded',
      'the slip is parsed and verified',
      'a deposit of 250.50 baht',
      'withdrawal.succeeded',
      'read the refund: succeeded',
      // 100,000 to begin with, 150 and 250.50 paid in, 50 given back and 100.01 paid out.
      '100,250.49 baht available, 0.00 baht held',
      'withdrawal.failed',
      'hold -100.02 baht, void 100.02 baht',
    ];
    for (const step of steps) expect(told).toContain(step);
    expect(told.match(/100,250\.49 baht available, 0\.00 baht held/g)).toHaveLength(2);
  });

  it('leaves no process when it is killed', async () => {
    const left = pids();
    running?.kill('SIGKILL');
    await until(() => left.every((pid) => startTimeOf(pid) === null), patience);
    await until(() => !existsSync(paths.registerFile), patience);
  });

  it('keeps its data over a restart, with fake providers and all indexes', async () => {
    settings['TEMPORAL_ALL_INDEXES'] = 'true';
    start('--providers');
    await until(isUp, patience);
    const { providers, ...others } = facts();
    expect(others).toEqual(first);
    expect(pids()).toHaveLength(6);
    expect(commandLines()).toContain('create index if not exists by_task_queue');
    expect(said).toContain(providers?.controlsUrl);
  });

  it('serves the demo of hints, inquiries and routing', async () => {
    const { code, told } = await runDemo('--providers');
    expect([code, told]).toEqual([0, expect.stringContaining('A QR code that Omise issues')]);
    const steps = [
      'sent the confirmation of scb without a payment',
      'read the payment: pending',
      'read the payment: succeeded, by the second inquiry',
      'paid it at scb, which sends no confirmation',
      'the page of the waiting payer shows the payment',
      'paid it; the webhook of Omise is a hint',
      'read the payment: succeeded, by an inquiry',
      "the next is scb's",
    ];
    for (const step of steps) expect(told).toContain(step);
  });

  it('stops all processes on a signal and exits with 0', async () => {
    const left = pids();
    running?.kill('SIGINT');
    await expect(once(running as ChildProcess, 'exit')).resolves.toEqual([0, null]);
    expect(left.filter((pid) => startTimeOf(pid) !== null)).toEqual([]);
    const { sandboxFile, registerFile, instanceFile, lockFile } = paths;
    expect([sandboxFile, registerFile, instanceFile, lockFile].filter(existsSync)).toEqual([]);
  });
});
