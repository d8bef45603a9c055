import { createGatewayApp } from '../../../../src/app';
import { listen } from '../../../../src/http/server';
import { findViolations } from '../../../../src/reports/store/invariants';
import { closeAfterFile } from '../../../support/close-after-file';
import { testConfig, testDeposit, testMerchant, testWithdrawal } from '../../../support/gateway';
import {
  accepted,
  startProvider,
  type Script,
  type ScriptedProvider,
} from '../../../support/provider';
import { startRunning, type Running } from '../../../support/running';
import { until } from '../../../support/until';
import { untilAdmitted } from '../../../http/api';
import { depositRequest, withdrawalRequest } from '../../../http/api/transfers';

/* The bank-transfer family with HTTP, workers and a faulty provider. */

const PROVIDER_KEY = 'a-provider-key-for-tests';
let bank: ScriptedProvider;
let running: Running;
let url: string;
beforeAll(async () => {
  bank = await startProvider();
  const config = testConfig({ PAYOUT_INQUIRY_SECONDS: '1,2', PROVIDER_KEY });
  running = await startRunning(config, { provider: bank.provider });
  const { deps, outbox } = running;
  const http = { ...config.http, host: '127.0.0.1', port: 0 };
  const server = await listen(createGatewayApp({ ...deps, outbox }), http, deps);
  closeAfterFile(() => server.close());
  url = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function shop(openingSatang: number) {
  const { merchant, apiKey } = await testMerchant(running.knex, { openingSatang });
  const send = async (path: string, body: object | null, key = apiKey) => {
    const answer = await fetch(`${url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
  };
  const balance = async () => {
    const { body } = await send('/v1/balance', null);
    return [body['available'], body['held']];
  };
  return {
    send,
    balance,
    withdraw: (amount: number) =>
      untilAdmitted(() => send('/withdraw/gw', { ...withdrawalRequest, amount })),
    sendCallback: (route: 'deposit' | 'withdraw', body: object) =>
      send(`/${route}/gw/webhook`, body, PROVIDER_KEY),
    merchant,
  };
}

test('a hundred concurrent payouts each complete once with a faulty provider', async () => {
  const { withdraw, balance, sendCallback } = await shop(100_000);
  const refused = { error: { code: 'closed', message: 'Closed.' } };
  const worst: readonly Script[] = [
    accepted,
    'hang',
    'cut',
    { status: 422, body: refused },
    { status: 503, body: {} },
    { status: 429, body: {} },
    { status: 201, body: { orderId: 'another' } },
    { status: 409, body: { error: { code: 'duplicate_reference', message: 'x' } } },
    { status: 302, body: {} },
    accepted,
  ];
  bank.scripts.send.push(...worst);
  bank.otherwise.ask = { status: 200, body: { status: 'processing', amount: 100 } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(100)));
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body['orderId']);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(100 - made.length);
  // Ten, or eleven when the hold of the refused one was voided in time.
  expect([10, 11]).toContain(made.length);
  const ids = made.map(String);
  const sentTo = () => ids.filter((id) => bank.sends(id) > 0).length;
  await until(() => sentTo() === ids.length, {
    describe: () => bank.asked.length,
  });

  // The provider sends several callbacks for each, independent of its responses.
  await Promise.all(
    ids.flatMap((orderId, index) =>
      [1, 2, 3].map(() =>
        sendCallback('withdraw', { orderId, status: index % 2 === 0 ? 'success' : 'failed' }),
      ),
    ),
  );
  await Promise.all(ids.map((id) => running.closed(id)));
  const { knex } = running;
  const rows = await knex('orders').whereIn('id', ids).select('status');
  const succeeded = rows.filter(({ status }) => status === 'succeeded').length;
  expect(rows.every(({ status }) => ['succeeded', 'failed'].includes(status))).toBe(true);
  expect(await balance()).toEqual([1_000 - succeeded * 100, 0]);
  // Only requests answered 429 were submitted again.
  const again = ids.filter((id) => bank.sends(id) > 1);
  expect(again.length).toBeLessThanOrEqual(1);
});

test('a deposit with twenty concurrent callbacks is credited once', async () => {
  const { send, sendCallback, balance } = await shop(0);
  const { body } = await send('/deposit/gw', depositRequest);
  const { orderId } = body['data'] as { orderId: string };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendCallback('deposit', { orderId, status: 'success' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  await running.closed(orderId);
  expect(await balance()).toEqual([100, 0]);
});

test('an order of a crashed process is started by another process', async () => {
  const { knex, deps } = running;
  const { balance, merchant } = await shop(10_000);
  // An outbox row of a crashed process: not dispatched.
  const dying = { ...deps, outbox: { enqueue: () => {} } };
  const id = await testWithdrawal(dying, merchant);
  await until(() => bank.sends(id) === 1, { describe: 'the payout' });
  await until(async () => (await knex('outbox_messages').where('subject', id)).length === 0, {
    describe: 'an empty outbox',
  });
  expect(await balance()).toEqual([0, 100]);
  await running.call(id, { reported: 'succeeded' });
  await running.closed(id);
  expect(await balance()).toEqual([0, 0]);
});

test('a callback before its order is stored, and applied when repeated', async () => {
  const { sendCallback, balance, merchant } = await shop(0);
  const creating = await running.knex.transaction();
  const deps = { ...running.deps, db: creating };
  const { orderId } = await testDeposit(deps, merchant);
  const body = { orderId, status: 'success', transactionId: 'T1' };
  expect((await sendCallback('deposit', body)).status).toBe(404);
  await creating.commit();
  for (let times = 0; times < 2; times++)
    expect((await sendCallback('deposit', body)).status).toBe(201);
  await running.closed(orderId);
  expect(await balance()).toEqual([100, 0]);
  const kept = await running.knex('exceptions').where('kind', 'unknown_order');
  expect(kept).toHaveLength(1);
});
