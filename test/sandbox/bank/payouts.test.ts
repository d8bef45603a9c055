import { cp, readdir } from 'node:fs/promises';
import { until } from '../../support/until';
import {
  chargeOf,
  newDirectory,
  payoutOf,
  providerKey,
  refundOf,
  startBank,
  type RequestApi,
  type TestBank,
} from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;

/** Longer than the test. */
const hour = 3_600_000;
const callbackDelays = { unansweredMs: hour, lateMs: hour, returnedMs: hour };
const prompt = { unansweredMs: 50, lateMs: 50, returnedMs: 50 };

beforeEach(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url, callbackDelays });
});
afterEach(async () => {
  await bank.close();
  await gateway.close();
});

const reopen = async (fields: object = {}) => {
  await bank.close();
  const { dataDir } = bank;
  bank = await startBank({ gatewayUrl: gateway.url, dataDir, callbackDelays, ...fields });
};
const codeOf = ({ status, body }: Awaited<ReturnType<RequestApi['send']>>) => [
  status,
  body.error.code,
];
const processing = (orderId: string) => ({ status: 202, body: { orderId, status: 'processing' } });
const none = { count: 0, amountSatang: 0 };

describe('payout', () => {
  it('stays pending and sends no callback until a person decides it', async () => {
    expect(await bank.payouts.send(payoutOf('W1', 1_234.5))).toEqual(processing('W1'));
    expect(await bank.payouts.find('W1')).toEqual({
      status: 200,
      body: { orderId: 'W1', status: 'processing', amount: 1_234.5 },
    });
    expect((await bank.payouts.read('W1')).body).toMatchObject({
      status: 'waiting',
      callbacks: [],
    });
    const waiting = { count: 1, amountSatang: 123_450 };
    expect((await bank.book()).totals.payouts).toEqual({ waiting, succeeded: none, failed: none });
    expect(gateway.callbacks).toEqual([]);
  });

  it('claims amount, transaction id and time with the provider key when it succeeds', async () => {
    await bank.payouts.send(payoutOf('W1', 1_234.5));
    const decided = await bank.payouts.decide('W1', 'succeed');
    expect(decided).toMatchObject({ status: 200, body: { status: 'succeeded', failure: null } });
    const [callback] = await gateway.received(1);
    const { transactionId } = decided.body;
    expect(transactionId).toMatch(/^SBX[0-9A-Z]{20}$/);
    expect(callback).toEqual({
      path: '/withdraw/gw/webhook',
      authorization: `Bearer ${providerKey}`,
      body: {
        orderId: 'W1',
        status: 'success',
        amount: 1_234.5,
        transactionId,
        paidAt: decided.body.decidedAt,
      },
    });
    const found = { orderId: 'W1', status: 'success', amount: 1_234.5, transactionId };
    expect((await bank.payouts.find('W1')).body).toEqual(found);
  });

  it('reports the failure by inquiry and by callback', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    const { body } = await bank.payouts.decide('W1', 'fail');
    const failure = {
      code: 'bank_rejected',
      message: 'The receiving bank rejected the transfer.',
    };
    expect(body).toMatchObject({ status: 'failed', failure });
    const [callback] = await gateway.received(1);
    const { transactionId } = body;
    const said = { orderId: 'W1', status: 'failed', amount: 100, transactionId, failure };
    expect(callback?.body).toEqual(said);
    expect((await bank.payouts.find('W1')).body).toEqual(said);
  });

  it('is in the book with its outcome, to the satang', async () => {
    await bank.payouts.send(payoutOf('W1', 100.1));
    await bank.payouts.send(payoutOf('W2', 200.2));
    await bank.payouts.send(payoutOf('W3', 300.3));
    const sent = (await bank.payouts.decide('W2', 'succeed')).body;
    const failed = (await bank.payouts.decide('W3', 'fail')).body;
    const check = async () => {
      const { totals, payouts } = await bank.book();
      expect(totals.payouts).toEqual({
        waiting: { count: 1, amountSatang: 10_010 },
        succeeded: { count: 1, amountSatang: 20_020 },
        failed: { count: 1, amountSatang: 30_030 },
      });
      expect(payouts).toEqual([
        {
          transactionId: sent.transactionId,
          orderId: 'W2',
          amountSatang: 20_020,
          state: 'succeeded',
          decidedAt: sent.decidedAt,
        },
        {
          transactionId: failed.transactionId,
          orderId: 'W3',
          amountSatang: 30_030,
          state: 'failed',
          decidedAt: failed.decidedAt,
        },
      ]);
    };
    await check();
    await reopen();
    await check();
    expect((await bank.payouts.find('W1')).body).toMatchObject({ status: 'processing' });
    expect((await bank.payouts.decide('W1', 'succeed')).status).toBe(200);
  });
});

describe('order id', () => {
  it('is paid once when it is sent 20 times concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bank.payouts.send(payoutOf('W1', 100.01))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const repeats = answers.filter(({ status }) => status !== 202);
    expect(new Set(repeats.map((answer) => codeOf(answer).join()))).toEqual(
      new Set(['409,duplicate_reference']),
    );
    const { totals, payouts } = await bank.book();
    expect(totals.payouts.succeeded).toEqual({ count: 1, amountSatang: 10_001 });
    expect(payouts).toHaveLength(1);
    await until(async () => (await bank.book()).totals.delivered === 1, { describe: 'delivery' });
    expect(gateway.callbacks).toHaveLength(1);
  });

  it('is a duplicate after a restart and after the decision', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    await reopen();
    const again = () => bank.payouts.send(payoutOf('W1', 100));
    expect(codeOf(await again())).toEqual([409, 'duplicate_reference']);
    await bank.payouts.decide('W1', 'fail');
    expect(codeOf(await again())).toEqual([409, 'duplicate_reference']);
    expect((await bank.book()).totals.payouts.failed.count).toBe(1);
  });

  it.each([
    ['amount', 100.01],
    ['bankCode', '004'],
    ['bankName', 'KBANK'],
    ['accountNumber', '9999999999'],
    ['accountName', 'ANOTHER'],
  ])('is rejected with another %s', async (field, value) => {
    await bank.payouts.send(payoutOf('W1', 100));
    const other = await bank.payouts.send({ ...payoutOf('W1', 100), [field]: value });
    expect(codeOf(other)).toEqual([409, 'reference_reused']);
    const { waiting, succeeded } = (await bank.book()).totals.payouts;
    expect([waiting, succeeded]).toEqual([{ count: 1, amountSatang: 10_000 }, none]);
  });
});

describe('decision', () => {
  it('is idempotent, and a different outcome returns 409', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    const first = (await bank.payouts.decide('W1', 'succeed')).body;
    await gateway.received(1);
    const again = await bank.payouts.decide('W1', 'succeed');
    expect(again).toMatchObject({ status: 200, body: { transactionId: first.transactionId } });
    expect(codeOf(await bank.payouts.decide('W1', 'fail'))).toEqual([409, 'already_decided']);
    expect((await bank.book()).payouts).toHaveLength(1);
    expect(gateway.callbacks).toHaveLength(1);
  });

  it('is made once when several are sent concurrently', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    const outcomes = ['succeed', 'fail', 'succeed', 'fail', 'succeed', 'fail'] as const;
    const answers = await Promise.all(
      outcomes.map((outcome) => bank.payouts.decide('W1', outcome)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409, 200, 409]);
    expect((await bank.book()).payouts).toHaveLength(1);
  });

  it('about an unknown payout is a 404, an invalid outcome a 400', async () => {
    expect(codeOf(await bank.payouts.decide('W1', 'succeed'))).toEqual([404, 'payout_not_found']);
    expect(codeOf(await bank.payouts.decide('W1', 'perhaps'))).toEqual([400, 'invalid_request']);
  });
});

/** The received callbacks in order: whether the key was valid, and the status. */
const receivedCallbacks = () =>
  gateway.callbacks.map(({ authorization, body }) => [
    authorization === `Bearer ${providerKey}`,
    body['status'],
  ]);

async function afterCallbacks(count: number) {
  await gateway.received(count);
  await until(async () => (await bank.book()).totals.waiting === 0, {
    describe: 'all callbacks are delivered',
  });
  return receivedCallbacks();
}

describe('amount that ends in', () => {
  it.each<[string, number, [boolean, string][], 'succeeded' | 'failed']>([
    ['.01 succeeds at once', 50.01, [[true, 'success']], 'succeeded'],
    ['.02 fails at once', 50.02, [[true, 'failed']], 'failed'],
    ['.04 succeeds and sends the callback late', 50.04, [[true, 'success']], 'succeeded'],
    [
      '.05 succeeds and sends the callback twice',
      50.05,
      [
        [true, 'success'],
        [true, 'success'],
      ],
      'succeeded',
    ],
    [
      '.06 succeeds and sends a callback with a wrong key first',
      50.06,
      [
        [false, 'success'],
        [true, 'success'],
      ],
      'succeeded',
    ],
    [
      '.08 succeeds and then sends a contradicting callback',
      50.08,
      [
        [true, 'success'],
        [true, 'failed'],
      ],
      'succeeded',
    ],
  ])('%s', async (_, amount, callbacks, state) => {
    await reopen({ callbackDelays: prompt });
    expect(await bank.payouts.send(payoutOf('W1', amount))).toEqual(processing('W1'));
    expect((await bank.payouts.read('W1')).body.status).toBe(state);
    expect(await afterCallbacks(callbacks.length)).toEqual(callbacks);
    const transactions = gateway.callbacks.map(({ body }) => body['transactionId']);
    expect(new Set(transactions).size).toBe(1);
    const { totals, payouts } = await bank.book();
    expect(totals.payouts[state]).toEqual({ count: 1, amountSatang: Math.round(amount * 100) });
    expect(payouts).toHaveLength(1);
  });

  it('.03 is stored without a response and found by an inquiry', async () => {
    const giveUp = AbortSignal.timeout(300);
    await expect(bank.payouts.send(payoutOf('W1', 50.03), giveUp)).rejects.toThrow();
    expect((await bank.payouts.find('W1')).body).toMatchObject({
      status: 'success',
      amount: 50.03,
    });
    const again = await bank.payouts.send(payoutOf('W1', 50.03));
    expect(codeOf(again)).toEqual([409, 'duplicate_reference']);
    const [callback] = (await bank.payouts.read('W1')).body.callbacks;
    expect(callback).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(gateway.callbacks).toEqual([]);

    await reopen({ clock: () => Date.now() + hour });
    expect(await afterCallbacks(1)).toEqual([[true, 'success']]);
  });

  it('.03 does not block the server from closing', async () => {
    const hanging = expect(bank.payouts.send(payoutOf('W1', 50.03))).rejects.toThrow();
    await until(async () => (await bank.payouts.find('W1')).status === 200, {
      describe: 'a payout',
    });
    await bank.close();
    await hanging;
  });

  it('.07 is rejected each time and never stored', async () => {
    const send = () => bank.payouts.send(payoutOf('W1', 50.07));
    for (const answer of [await send(), await send()]) {
      expect(codeOf(answer)).toEqual([422, 'account_not_found']);
    }
    expect(codeOf(await bank.payouts.find('W1'))).toEqual([404, 'payout_not_found']);
    expect(await readdir(`${bank.dataDir}/records`)).toEqual([]);
  });

  it('.09 gets a 500 and is not stored; the second request succeeds', async () => {
    const first = await bank.payouts.send(payoutOf('W1', 50.09));
    expect(codeOf(first)).toEqual([500, 'internal_error']);
    expect(codeOf(await bank.payouts.find('W1'))).toEqual([404, 'payout_not_found']);
    expect(await bank.payouts.send(payoutOf('W1', 50.09))).toEqual(processing('W1'));
    expect(await afterCallbacks(1)).toEqual([[true, 'success']]);
    const third = await bank.payouts.send(payoutOf('W1', 50.09));
    expect(codeOf(third)).toEqual([409, 'duplicate_reference']);
  });

  it.each([50.1, 51, 50.91])('another satang stays pending: %d', async (amount) => {
    await bank.payouts.send(payoutOf('W1', amount));
    expect((await bank.payouts.find('W1')).body).toMatchObject({ status: 'processing' });
  });
});

describe('callback of a payout', () => {
  it('waits until it is due, and is sent at once on request', async () => {
    await bank.payouts.send(payoutOf('W1', 50.04));
    const [callback] = (await bank.payouts.read('W1')).body.callbacks;
    expect(callback).toMatchObject({ state: 'waiting', attempts: 0, reason: null });
    await bank.sendAgain(callback?.callbackId ?? '');
    expect(await afterCallbacks(1)).toEqual([[true, 'success']]);
  });

  it('that contradicts another follows its delivery, also over a restart', async () => {
    gateway.status = 503;
    const retry = { delayMs: () => hour, attemptsMax: 20 };
    await reopen({ retry, callbackDelays: { ...callbackDelays, returnedMs: 0 } });
    await bank.payouts.send(payoutOf('W1', 50.08));
    await gateway.received(1);
    await reopen({ retry });
    await gateway.received(2);
    expect(receivedCallbacks()).toEqual([
      [true, 'success'],
      [true, 'success'],
    ]);
    gateway.status = 201;
    await reopen({ retry });
    expect((await afterCallbacks(4)).slice(2)).toEqual([
      [true, 'success'],
      [true, 'failed'],
    ]);
  });

  it('is sent again when the bank was killed before it stored the delivery', async () => {
    gateway.status = 'none';
    await bank.payouts.send(payoutOf('W1', 100));
    await bank.payouts.decide('W1', 'succeed');
    await gateway.received(1);
    // A killed process leaves its files as they are at that moment.
    const dataDir = await newDirectory();
    await cp(bank.dataDir, dataDir, { recursive: true });
    await bank.close();

    gateway.status = 201;
    bank = await startBank({ gatewayUrl: gateway.url, dataDir });
    expect(await afterCallbacks(2)).toEqual([
      [true, 'success'],
      [true, 'success'],
    ]);
    const [first, second] = gateway.callbacks;
    expect(second).toEqual(first);
    expect((await bank.book()).totals.payouts.succeeded.count).toBe(1);
    await reopen();
    expect((await bank.book()).totals).toMatchObject({ waiting: 0, delivered: 1 });
  });
});

describe('account name', () => {
  // Four bytes and two UTF-16 units each, but one character.
  it.each(['', null, 'x'.repeat(250), '\u{20BB7}'.repeat(250)])(
    'may be %j',
    async (accountName) => {
      const named = { ...payoutOf('W1', 100), accountName };
      expect(await bank.payouts.send(named)).toEqual(processing('W1'));
      await reopen();
      expect(codeOf(await bank.payouts.send(named))).toEqual([409, 'duplicate_reference']);
    },
  );

  it('null equals an empty one', async () => {
    await bank.payouts.send({ ...payoutOf('W1', 100), accountName: null });
    const again = await bank.payouts.send({ ...payoutOf('W1', 100), accountName: '' });
    expect(codeOf(again)).toEqual([409, 'duplicate_reference']);
  });
});

describe('invalid payout', () => {
  it.each<[string, object]>([
    ['no order id', { orderId: undefined }],
    ['an order id with a slash', { orderId: 'a/b' }],
    ['an order id that is too long', { orderId: 'x'.repeat(65) }],
    ['nothing', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['a third of a satang', { amount: 1.005 }],
    ['an amount in text', { amount: '100' }],
    ['dollars', { currency: 'USD' }],
    ['no currency', { currency: undefined }],
    ['a bank code of two digits', { bankCode: '14' }],
    ['no bank code, not even null', { bankCode: undefined }],
    ['no bank', { bankName: ' ' }],
    ['an account of five digits', { accountNumber: '12345' }],
    ['an account with letters', { accountNumber: '12345x7890' }],
    ['a name of 251 characters', { accountName: 'x'.repeat(251) }],
  ])('with %s is a 400 that does not contain the account', async (_, fields) => {
    const answer = await bank.payouts.send({ ...payoutOf('W1', 100), ...fields });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(answer.body)).not.toMatch(/12345|ACCOUNT NAME/);
    expect((await bank.book()).totals.payouts.waiting.count).toBe(0);
  });

  it.each([
    undefined,
    'Bearer ',
    `Basic ${providerKey}`,
    `Bearer ${providerKey}x`,
    `Bearer ${providerKey.slice(1)}`,
  ])('and every other request with the key %p is a 401', async (authorization) => {
    await bank.payouts.send(payoutOf('W1', 100));
    const before = (await bank.book()).totals;
    const headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const ask = (address: string, body?: object) =>
      fetch(`${bank.url}${address}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const asked = [
      await ask('/payouts', payoutOf('W2', 100)),
      await ask('/refunds', refundOf('R2', 100)),
      await ask('/charges', chargeOf('C2', 100)),
      await ask('/payouts/W1'),
      await ask('/refunds/W1'),
      await ask('/charges/W1'),
      await ask('/slips/999/SBX1'),
    ];
    for (const response of asked) {
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
    expect((await bank.book()).totals).toEqual(before);
  });
});
