import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGatewayApp } from '../../src/app';
import { listen } from '../../src/http/server';
import type { Logger } from '../../src/platform/observe/log';
import { startTracing } from '../../src/platform/observe/otlp';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import type { Provider } from '../../src/providers/connectors/connector';
import { createSandboxMailbox } from '../../src/platform/mail/sandbox-mailbox';
import { exposeWorkers } from '../../src/kernel/temporal/worker-gauges';
import { startSandboxServer } from '../../sandbox/server';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { testConfig, testDeps, testMerchant } from '../support/gateway';
import { testTemporal } from '../support/temporal';
import { runGateway } from '../support/worker';

export const PROVIDER_KEY = 'provider-key-end-to-end';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // Tests assert the fields that they read.
  readonly body: Readonly<Record<string, unknown>>;
}

/** The whole installation in one process: API, workers, relay and sandbox bank. */
export async function startInstallation(
  options: {
    readonly log?: Logger;
    readonly env?: Readonly<Record<string, string>>;
    /** Replaces the provider, which nobody reaches by default. */
    readonly provider?: Provider;
    /** Payouts and refunds reach the sandbox bank. */
    readonly paysOut?: boolean;
  } = {},
) {
  const { knex } = await testDatabase();
  const temporal = await testTemporal();
  // Pages and mails need the URLs before the servers listen.
  const [apiPort, bankPort] = [await freePort(), await freePort()];
  const [apiUrl, bankUrl] = [apiPort, bankPort].map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ];
  const urls = { PUBLIC_URL: apiUrl, PROVIDER_URL: bankUrl };
  const config = testConfig({ PROVIDER_KEY, ...urls, ...options.env });
  const plain = testDeps(knex, config);
  const base = { ...plain, log: options.log ?? plain.log };
  const tracer = await startTracing(config.tracing, 'test', base);
  closeAfterFile(() => tracer.close());
  const outside = {
    mailer: createSandboxMailbox({ url: bankUrl, key: PROVIDER_KEY }),
    ...(options.provider === undefined ? {} : { provider: options.provider }),
    ...(options.paysOut === true
      ? { provider: createGenericClient({ url: bankUrl, key: PROVIDER_KEY }) }
      : {}),
  };
  const runWorkers = () => runGateway({ ...base, tracer }, temporal, outside);
  const { deps, outbox, workers } = await runWorkers();
  exposeWorkers(deps.metrics.registry, workers);
  const app = createGatewayApp({ ...deps, outbox });
  const http = { ...config.http, host: '127.0.0.1', port: apiPort };
  const api = await listen(app, http, deps);
  closeAfterFile(() => api.close());

  const folder = await mkdtemp(path.join(tmpdir(), 'saphan-bank-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const bank = await startSandboxServer(
    {
      gatewayUrl: apiUrl,
      providerKey: PROVIDER_KEY,
      billerId: config.provider.billerId,
      dataDir: folder,
      log: deps.log,
    },
    bankPort,
  );
  closeAfterFile(() => bank.close());

  return {
    knex,
    deps,
    temporal: temporal.client,
    apiUrl,
    bankUrl,
    workers,
    /** Starts further workers, as another process does. */
    runWorkers,
    merchant: await testMerchant(knex),
    other: await testMerchant(knex),
    post: (route: string, body: object, key: string) => send(`${apiUrl}${route}`, body, key),
    get: (route: string, key: string) => send(`${apiUrl}${route}`, null, key),
    pay: (body: object) => send(`${bankUrl}/api/payments`, body, null),
    book: () => send(`${bankUrl}/api/book`, null, null),
  };
}

async function send(url: string, body: object | null, key: string | null): Promise<Answered> {
  const answer = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Readonly<Record<string, unknown>>;
  return { status: answer.status, headers: answer.headers, body: read };
}
