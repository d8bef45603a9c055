import { createExchangeLog, findExchanges } from '../../../src/providers/accounts/exchange-log';
import { newId } from '../../../src/platform/new-id';
import { createLog } from '../../../src/platform/observe/log';
import { createMetrics } from '../../../src/platform/observe/metrics';
import type { ProviderAccount } from '../../../src/providers/connectors/connector';
import type { Exchange } from '../../../src/providers/connectors/http-client';
import { registeredConnectors } from '../../../src/providers/connectors/registry';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import { testConfig, testDeps } from '../../support/gateway';

const SECRET = 'sec/ret "key" ก+1';

async function setUp() {
  const { knex } = await testDatabase();
  const { vault, providers } = testDeps(knex, testConfig());
  const metrics = createMetrics();
  const log = createExchangeLog({
    db: knex,
    vault,
    metrics,
    log: createLog('silent', 'test'),
    connectors: registeredConnectors,
  });
  closeAfterFile(() => log.close());
  const standard = providers.default;
  const settings = { ...standard.settings, keys: [SECRET, 'an-older-key'] };
  const account: ProviderAccount = { ...standard, settings };
  return {
    knex,
    vault,
    log,
    account,
    read: (id: string) => findExchanges({ db: knex, vault }, id),
  };
}

const exchange = (changed: Partial<Exchange> = {}): Exchange => ({
  orderId: newId('pay_'),
  method: 'POST',
  path: '/payouts',
  requestBody: null,
  statusCode: 200,
  responseBody: null,
  reason: null,
  startedAt: new Date('2026-11-22T03:00:00.250Z'),
  durationMs: 12.4,
  ...changed,
});

test('an exchange is stored sealed and read with its bodies', async () => {
  const { knex, log, account, read } = await setUp();
  const requestBody = JSON.stringify({ amount: 100.5, accountNumber: '1234567890' });
  const responseBody = Buffer.from('{"status":"processing","payer":{"accountName":"Somchai"}}');
  const one = exchange({ requestBody, responseBody });
  log.record(account, one);
  const later = new Date(one.startedAt.getTime() + 1);
  const broken = { statusCode: null, responseBody: null, reason: 'timeout', startedAt: later };
  log.record(account, { ...one, ...broken }, 'in');
  await log.flush();
  const stored = JSON.stringify(await knex('provider_exchanges').select('*'));
  expect(stored).not.toContain('1234567890');
  expect(stored).not.toContain('Somchai');
  expect(await read(String(one.orderId))).toEqual([
    {
      id: expect.stringMatching(/^pex_/) as string,
      orderId: one.orderId,
      accountId: 'default',
      at: one.startedAt,
      direction: 'out',
      method: 'POST',
      status: 200,
      reason: null,
      durationMs: 12,
      path: '/payouts',
      request: { amount: 100.5, accountNumber: '••••••7890' },
      response: { status: 'processing', payer: { accountName: '•••' } },
    },
    expect.objectContaining({ direction: 'in', status: null, reason: 'timeout', response: null }),
  ]);
});

test.each([
  ['JSON', JSON.stringify({ key: SECRET, other: 1 })],
  ['a form', new URLSearchParams({ key: SECRET, other: '1' }).toString()],
  ['text', `key ${SECRET} other`],
])('no secret of the account is stored in %s', async (_form, requestBody) => {
  const { log, account, read } = await setUp();
  const path = `/pay?key=${encodeURIComponent(SECRET)}&old=an-older-key`;
  const one = exchange({ path, requestBody, responseBody: Buffer.from(requestBody) });
  log.record(account, one);
  await log.flush();
  const [shown] = await read(String(one.orderId));
  expect(shown?.path).toBe('/pay?key=[secret]&old=[secret]');
  expect(JSON.stringify([shown?.request, shown?.response])).toMatch(/\[secret\].*\[secret\]/);
  expect(JSON.stringify(shown)).toContain('other');
});

test('neither the callback token nor a JSON Web Token is stored', async () => {
  const { log, account, read } = await setUp();
  const token = 'abcdefghijklmnopqrstuvwxy2';
  const callbackUrl = `https://pay.example.th/callbacks/omise/${token}`;
  const requestBody = JSON.stringify({
    backgroundUrl: callbackUrl,
    payload: 'eyJhbGc.eyJuYW1l.c2ln',
  });
  const one = exchange({ requestBody });
  log.record({ ...account, callbackUrl }, one);
  await log.flush();
  const [shown] = await read(String(one.orderId));
  expect(shown?.request).toEqual({
    backgroundUrl: 'https://pay.example.th/callbacks/omise/[secret]',
    payload: '[token]',
  });
});

test('an exchange without an order is not stored', async () => {
  const { knex, log, account } = await setUp();
  log.record(account, exchange({ orderId: null, requestBody: 'a token request' }));
  await log.flush();
  expect(await knex('provider_exchanges').select('*')).toEqual([]);
});

test('a body is stored up to 16 KiB', async () => {
  const { log, account, read } = await setUp();
  const one = exchange({ responseBody: Buffer.alloc(100_000, 'x') });
  log.record(account, one);
  await log.flush();
  const [shown] = await read(String(one.orderId));
  expect(shown?.response).toBe('x'.repeat(16 * 1024));
});

test('a secret at the end of what is stored is removed as a whole', async () => {
  const { log, account, read } = await setUp();
  const body = `${'x'.repeat(16 * 1024 - 4)}an-older-key`;
  const one = exchange({ responseBody: Buffer.from(body) });
  log.record(account, one);
  await log.flush();
  const [shown] = await read(String(one.orderId));
  expect(shown?.response).not.toContain('an-o');
  expect(shown?.response).toHaveLength(16 * 1024);
});
