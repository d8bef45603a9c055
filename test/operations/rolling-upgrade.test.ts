import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { upgrade } from '../../src/commands/upgrade';
import { migrations } from '../../src/db/migrations';
import { findViolations } from '../../src/db/ledger/invariants';
import { migrate } from '../../src/db/postgres/migrate';
import { harmlessMigrations } from '../db/planted-migrations';
import { ENCRYPTION_KEYS, runInProcess } from '../commands/gateway';
import { closeAfterFile } from '../support/close-after-file';
import { ownerUrl, testDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { testMerchant } from '../support/gateway';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { hasServed, startProxy } from './proxy';

const CLIENTS = 6;
const PROVIDER_KEY = 'provider-key-of-upgrades';
const script = path.join(__dirname, '..', 'commands', 'run-gateway.js');
const STARTED = { describe: 'the process serves', timeoutMs: 180_000 };

interface Answer {
  readonly what: string;
  readonly status: number;
}

/** A process of the installation that can be replaced. */
async function startProcess(command: string, port: number, env: Readonly<Record<string, string>>) {
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [script, command], { env, stdio: 'ignore' });
    const health = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      return answer?.ok === true;
    };
    await until(health, STARTED);
  };
  const stop = async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  };
  await start();
  closeAfterFile(stop);
  return { stop, start };
}

test('an upgrade under load fails no request and loses no payment', async () => {
  const [{ url, knex }, temporal] = await Promise.all([
    testDatabase({ asApp: true }),
    testTemporal(),
  ]);
  const { merchant, apiKey } = await testMerchant(knex);
  const ports = await Promise.all(Array.from({ length: 3 }, () => freePort()));
  const [first = 0, second = 0, workerPort = 0] = ports;
  const proxy = await startProxy([first, second]);
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    PUBLIC_URL: proxy,
    TRUSTED_PROXIES: '1',
    PROVIDER: 'sandbox',
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_KEY,
    ENCRYPTION_KEYS,
    RATE_LIMIT_PER_SECOND: '100000',
    CONNECTIONS_PER_ADDRESS: '10000',
    LOG_LEVEL: 'silent',
  };
  const processes = await Promise.all([
    startProcess('api', first, { ...env, PORT: `${first}` }),
    startProcess('api', second, { ...env, PORT: `${second}` }),
    startProcess('worker', workerPort, { ...env, WORKER_PORT: `${workerPort}` }),
  ]);

  const answers: Answer[] = [];
  const call = async (what: string, key: string, body: object) => {
    const answer = await fetch(`${proxy}${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    answers.push({ what, status: answer.status });
    return (await answer.json()) as { readonly payment_id?: string };
  };
  let isOver = false;
  const paid: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const { payment_id: id = '' } = await call('/Thai/v1/qr-codes', apiKey, {
        amount: 100,
        currency: 'THB',
      });
      await call('/payment/gw/webhook', PROVIDER_KEY, {
        orderId: id,
        status: 'success',
        transactionId: `T-${id}`,
        amount: 100,
      });
      paid.push(id);
    }
  });
  const continues = async () => {
    const before = answers.length;
    await until(() => answers.length > before + 30, { describe: 'the load', timeoutMs: 60_000 });
  };
  const check = async () => {
    const { code, out } = await runInProcess(upgrade, env, { options: { check: true } });
    const rows = JSON.parse(out) as readonly { readonly name: string; readonly found: string }[];
    return [code, rows.find(({ name }) => name === 'next step')?.found];
  };

  await continues();
  expect(await check()).toEqual([0, 'none: every process runs this version']);
  await migrate(ownerUrl(url), [...migrations, ...harmlessMigrations('later')]);
  for (const [index, each] of processes.entries()) {
    await continues();
    await each.stop();
    await continues();
    await each.start();
    const port = ports[index] ?? 0;
    if (port !== workerPort) await until(() => hasServed(port), STARTED);
  }
  await continues();
  isOver = true;
  await Promise.all(clients);

  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  const settled = () => knex('orders').where('merchant_id', merchant.id).pluck('status');
  await until(async () => (await settled()).every((status) => status === 'succeeded'), {
    describe: settled,
    timeoutMs: 60_000,
  });
  expect(await settled()).toHaveLength(paid.length);
  expect(await findViolations(knex)).toEqual([]);
}, 600_000);
