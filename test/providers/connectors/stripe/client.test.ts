import type { Socket } from 'node:net';
import type { ProviderRequest } from '../../../../src/providers/connectors/connector';
import { startReceiver, type Answer, type Receiver } from '../../../support/receiver';
import {
  closedPort,
  onRequest,
  startSocketReceiver,
} from '../../../webhooks/sending/socket-receiver';
import { accountAt, clientOf, inquiryOf, intentOf, orderId, refundOf, secretKey } from './account';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});

const client = () => clientOf(accountAt(receiver.url));
const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });
const errorOf = (status: number, error: object): Answer => json(status, { error });
const listOf = (...data: readonly object[]): Answer =>
  json(200, { object: 'list', data, has_more: false });

const qr = { orderId, amountSatang: 150_000, expiresAt: new Date(Date.now() + 900_000) };
const charge: ProviderRequest = {
  kind: 'charge',
  orderId,
  amountSatang: 99_999_999,
  token: 'pm_1QfA',
};
const refund: ProviderRequest = {
  kind: 'refund',
  orderId,
  amountSatang: 150_001,
  paymentId: 'another-order',
  paymentRef: 'pi_3QfA',
  account: null,
};

/** The calls that create something, with an answer that each of them accepts. */
const creations = [
  { call: 'openQr', run: () => client().openQr?.(qr), good: intentOf() },
  {
    call: 'a charge',
    run: () => client().send(charge),
    good: intentOf({ amount: 99_999_999, status: 'succeeded', amount_received: 1 }),
  },
  { call: 'a refund', run: () => client().send(refund), good: refundOf({ amount: 150_001 }) },
] as const;

describe('the request of', () => {
  const lastRequest = () => {
    const { method, path, headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' };
    return { method, path, headers, fields: Object.fromEntries(new URLSearchParams(body)) };
  };
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'stripe-version': '2026-08-26.dahlia',
    'idempotency-key': orderId,
  };

  it('openQr asks for a PromptPay code in satang, under the order id', async () => {
    receiver.answerWith(json(200, intentOf()));
    expect(await client().openQr?.(qr)).toEqual({
      kind: 'opened',
      providerRef: 'pi_3QfA',
      payload: '000201PAYLOAD',
      expiresAt: null,
    });
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/payment_intents', headers });
    expect(lastRequest().fields).toEqual({
      amount: '150000',
      currency: 'thb',
      confirm: 'true',
      'payment_method_types[]': 'promptpay',
      'payment_method_data[type]': 'promptpay',
      'payment_method_data[billing_details][email]': 'payments@merchant.example',
      'metadata[saphan_order_id]': orderId,
    });
  });

  it.each([
    ['pm_1QfA', 'payment_method'],
    ['ctoken_1QfA', 'confirmation_token'],
  ])('a charge of %s names it as %s', async (token, field) => {
    receiver.answerWith(json(200, intentOf({ amount: 99_999_999, status: 'processing' })));
    const sent = await client().send({ ...charge, token });
    expect(sent).toEqual({ kind: 'accepted', providerRef: 'pi_3QfA' });
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/payment_intents', headers });
    expect(lastRequest().fields).toEqual({
      amount: '99999999',
      currency: 'thb',
      confirm: 'true',
      'payment_method_types[]': 'card',
      error_on_requires_action: 'true',
      [field]: token,
      'metadata[saphan_order_id]': orderId,
    });
  });

  it('a refund names the payment intent and its part', async () => {
    receiver.answerWith(json(200, refundOf({ amount: 150_001 })));
    expect(await client().send(refund)).toEqual({ kind: 'accepted', providerRef: 'pyr_1QfA' });
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/refunds', headers });
    expect(lastRequest().fields).toEqual({
      payment_intent: 'pi_3QfA',
      amount: '150001',
      'metadata[saphan_order_id]': orderId,
    });
  });

  it.each<[string, ProviderRequest, string]>([
    [
      'a payout',
      { kind: 'payout', orderId, amountSatang: 1, account: {} as never },
      'not_supported',
    ],
    ['a card number', { ...charge, token: '4242424242424242' }, 'invalid_token'],
    ['a token that leaves its field', { ...charge, token: 'pm_1&amount=1' }, 'invalid_token'],
    ['a refund of an unknown payment', { ...refund, paymentRef: '' }, 'payment_not_found'],
    ['a refund with a path as id', { ...refund, paymentRef: 'pi_1/../x' }, 'payment_not_found'],
  ])('%s is refused without being sent', async (_, request, code) => {
    const before = receiver.requests.length;
    expect(await client().send(request)).toMatchObject({ kind: 'refused', code });
    expect(receiver.requests).toHaveLength(before);
  });

  it('an account with a key of the other mode is not sent', async () => {
    const before = receiver.requests.length;
    const live = clientOf(accountAt(receiver.url, { secretKey: 'sk_live_x' }));
    const test = clientOf(accountAt(receiver.url, { secretKey: 'rk_test_x' }, 'live'));
    const unreachable = { kind: 'unreachable', reason: 'key_of_other_mode' };
    expect(await live.openQr?.(qr)).toEqual(unreachable);
    expect(await test.send(charge)).toEqual(unreachable);
    expect(await test.probe()).toEqual({ ...unreachable, kind: 'rejected' });
    expect(receiver.requests).toHaveLength(before);
  });
});

describe.each(creations)('$call', ({ run, good }) => {
  it.each([400, 402, 404])('answered %d by Stripe is refused', async (status) => {
    for (const type of ['invalid_request_error', 'card_error']) {
      receiver.answerWith(errorOf(status, { type, code: 'some_code', message: 'Because.' }));
      const refused = { kind: 'refused', code: 'some_code', message: 'Because.' };
      expect(await run()).toEqual(refused);
    }
  });

  it('names the reason of the bank when a card is declined', async () => {
    const error = { type: 'card_error', code: 'card_declined', decline_code: 'stolen_card' };
    receiver.answerWith(errorOf(402, error));
    expect(await run()).toMatchObject({ kind: 'refused', code: 'stolen_card' });
  });

  it.each([401, 403, 429])('answered %d was not processed', async (status) => {
    for (const body of ['{"error":{"type":"invalid_request_error"}}', '<h1>No</h1>']) {
      receiver.answerWith({ status, body });
      expect(await run()).toEqual({ kind: 'unreachable', reason: `HTTP ${status}` });
    }
  });

  it.each<[string, Answer, string]>([
    ['400 about the idempotency key', errorOf(400, { type: 'idempotency_error' }), 'HTTP 400'],
    [
      '409',
      errorOf(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }),
      'HTTP 409',
    ],
    ['400 of a proxy', { status: 400, body: 'Bad request' }, 'HTTP 400'],
    ['400 of their own fault', errorOf(400, { type: 'api_error' }), 'HTTP 400'],
    ['404 of a proxy', { status: 404, body: '{"error":"not found"}' }, 'HTTP 404'],
    ['424', errorOf(424, { type: 'api_error' }), 'HTTP 424'],
    ['500', errorOf(500, { type: 'api_error' }), 'HTTP 500'],
    ['502 in HTML', { status: 502, body: '<h1>Bad gateway</h1>' }, 'HTTP 502'],
    ['503', { status: 503 }, 'HTTP 503'],
    ['301', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }, 'HTTP 301'],
    ['200 without JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['200 null', json(200, null), 'unreadable_answer'],
    ['200 with a list', listOf(), 'unreadable_answer'],
  ])('answered %s may have been carried out', async (_, answer, reason) => {
    receiver.answerWith(answer);
    expect(await run()).toEqual({ kind: 'unknown', reason });
  });

  it('answered well succeeds', async () => {
    receiver.answerWith(json(200, good));
    expect((await run())?.kind).toMatch(/^(opened|accepted)$/);
  });

  it.each<[string, object]>([
    ['another order', { metadata: { saphan_order_id: 'another' } }],
    ['another amount', { amount: 150_002 }],
    ['no order', { metadata: {} }],
    ['another currency', { currency: 'usd' }],
    ['an unknown status', { status: 'paid' }],
    ['an amount as text', { amount: '150000' }],
    ['half a satang', { amount: 150_000.5 }],
    ['a negative amount', { amount: -150_000 }],
    ['more than any bank moves', { amount: 2_000_000_001 }],
    ['an id of another form', { id: 'pi_1/../../x' }],
    ['another object', { object: 'customer' }],
  ])('answered with %s is unknown', async (_, fields) => {
    receiver.answerWith(json(200, { ...good, ...fields }));
    expect(await run()).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
  });

  it('that reaches nobody is unreachable, and a lost answer is unknown', async () => {
    const answers = async (url: string) => {
      const made = clientOf(accountAt(url), { timeoutMs: 2_000 });
      return Promise.all([made.openQr?.(qr), made.send(charge), made.send(refund)]);
    };
    const port = await closedPort();
    for (const one of await answers(`http://127.0.0.1:${port}`)) {
      expect(one).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    }
    const broken = async (behave: (socket: Socket) => void) => {
      const socket = await startSocketReceiver((one) => onRequest(one, () => behave(one)));
      return answers(`http://127.0.0.1:${socket.port}`);
    };
    const reset = await broken((socket) => socket.destroy());
    const silent = await broken(() => undefined);
    const cut = await broken((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"id":'),
    );
    for (const one of [...reset, ...silent, ...cut]) expect(one).toMatchObject({ kind: 'unknown' });
  });
});

it('a QR code of another mode or amount, or without a payload, is unknown', async () => {
  for (const fields of [{ livemode: true }, { amount: 150_001 }, { next_action: null }]) {
    receiver.answerWith(json(200, intentOf(fields)));
    expect(await client().openQr?.(qr)).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
  }
});

describe('an inquiry by the id of a payment intent', () => {
  const find = (answer: Answer) => {
    receiver.answerWith(answer);
    return client().find(inquiryOf({ providerRef: 'pi_3QfA' }));
  };

  it('reads only', async () => {
    await find(json(200, intentOf()));
    const { method, path } = receiver.requests.at(-1) ?? {};
    expect([method, path]).toEqual([
      'GET',
      '/v1/payment_intents/pi_3QfA?expand%5B%5D=latest_charge.balance_transaction',
    ]);
  });

  it.each([149_999, 150_000, 150_001])('finds the received amount of %d satang', async (amount) => {
    expect(
      await find(json(200, intentOf({ status: 'succeeded', amount_received: amount }))),
    ).toEqual({
      kind: 'succeeded',
      movements: [{ transactionId: 'pi_3QfA', amountSatang: amount, movedAt: null, payer: null }],
    });
  });

  describe('reads the cost of a balance transaction', () => {
    const costs = { object: 'balance_transaction', amount: 150_000, currency: 'thb', fee: 2_648 };
    const charge = { object: 'charge', status: 'succeeded', amount_refunded: 0 };
    it.each<[string, unknown, object]>([
      ['with its tax', costs, { costSatang: 2_648 }],
      ['that is not yet created', null, {}],
      ['that is not expanded', 'txn_1', {}],
      ['in another currency', { ...costs, currency: 'usd' }, {}],
      ['of another form', { ...costs, fee: -1 }, {}],
    ])('%s', async (_, balanceTransaction, cost) => {
      const latest = { ...charge, refunded: false, disputed: false };
      const intent = intentOf({
        status: 'succeeded',
        amount_received: 150_000,
        latest_charge: { ...latest, balance_transaction: balanceTransaction },
      });
      const money = { transactionId: 'pi_3QfA', amountSatang: 150_000, movedAt: null, payer: null };
      const movements = [{ ...money, ...cost }];
      expect(await find(json(200, intent))).toEqual({ kind: 'succeeded', movements });
    });
  });

  it.each(['requires_action', 'processing', 'requires_confirmation', 'requires_capture'])(
    'waits while it is %s',
    async (status) => {
      expect(await find(json(200, intentOf({ status })))).toEqual({ kind: 'waiting' });
    },
  );

  it('waits before the first attempt, and fails after it failed or was canceled', async () => {
    const status = 'requires_payment_method';
    expect(await find(json(200, intentOf({ status })))).toEqual({ kind: 'waiting' });
    const error = { code: 'payment_intent_payment_attempt_expired', message: 'It has expired.' };
    expect(await find(json(200, intentOf({ status, last_payment_error: error })))).toEqual({
      kind: 'failed',
      ...error,
    });
    const canceled = { status: 'canceled', cancellation_reason: 'abandoned' };
    expect(await find(json(200, intentOf(canceled)))).toMatchObject({
      kind: 'failed',
      code: 'abandoned',
    });
  });

  it.each<[string, Answer, string]>([
    ['success without money', json(200, intentOf({ status: 'succeeded' })), 'unreadable_answer'],
    ['another currency', json(200, intentOf({ currency: 'jpy' })), 'unreadable_answer'],
    ['the other mode', json(200, intentOf({ livemode: true })), 'unreadable_answer'],
    ['another order', json(200, intentOf({ metadata: null })), 'unreadable_answer'],
    ['404', errorOf(404, { type: 'invalid_request_error', code: 'resource_missing' }), 'HTTP 404'],
    ['401', errorOf(401, { type: 'invalid_request_error' }), 'HTTP 401'],
    ['429', errorOf(429, { type: 'invalid_request_error' }), 'HTTP 429'],
    ['500', { status: 500 }, 'HTTP 500'],
  ])('finds out nothing from %s', async (_, answer, reason) => {
    expect(await find(answer)).toEqual({ kind: 'unreachable', reason });
  });

  it('with an id of another form is not sent', async () => {
    const before = receiver.requests.length;
    for (const providerRef of ['pi_1/../x', 'ch_1', '', `pi_${'1'.repeat(300)}`]) {
      const found = await client().find(inquiryOf({ providerRef }));
      expect(found).toEqual({ kind: 'unreachable', reason: 'invalid_reference' });
    }
    const refundFound = await client().find(inquiryOf({ kind: 'refund', paymentRef: 'pi_1?x' }));
    expect(refundFound).toEqual({ kind: 'unreachable', reason: 'invalid_reference' });
    expect(receiver.requests).toHaveLength(before);
  });
});

describe('an inquiry by a list', () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const settled = inquiryOf({ kind: 'charge', createdAt: anHourAgo, sentForMs: 3_600_000 });
  const foreign = intentOf({ id: 'pi_other', metadata: { saphan_order_id: 'another' } });

  it('is short around the call, and then from an hour before the order until now', async () => {
    receiver.answerWith(listOf());
    const createdAt = new Date('2026-11-22T03:00:00Z');
    const sentForMs = Date.now() - Date.parse('2026-11-22T03:00:30.100Z');
    const startedAt = Date.now() / 1_000;
    await client().find({ ...settled, createdAt, sentForMs });
    const queries = receiver.requests
      .slice(-2)
      .map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
    const page = { 'expand[]': 'data.latest_charge.balance_transaction', limit: '100' };
    expect(queries).toEqual([
      { 'created[gte]': '1795316340', 'created[lte]': '1795316490', ...page },
      { 'created[gte]': '1795312800', 'created[lte]': expect.any(String), ...page },
    ]);
    expect(Number(queries[1]?.['created[lte]'])).toBeGreaterThan(startedAt - 1);
  });

  it.each([60_000, -60_000])(
    'proves nothing while the clock of Stripe is %d ms ahead',
    async (ms) => {
      const date = new Date(Date.now() + ms).toUTCString();
      const body = JSON.stringify({ object: 'list', data: [foreign], has_more: false });
      receiver.answerWith({ status: 200, body, headers: { date } });
      const unproved = { kind: 'unreachable', reason: 'clock_differs' };
      expect(await client().find(settled)).toEqual(unproved);
      const asked = { ...settled, kind: 'refund', paymentRef: 'pi_3QfA' } as const;
      expect(await client().find(asked)).toEqual(unproved);
    },
  );

  it("names the payment intent's id to an order without it", async () => {
    receiver.answerWith(listOf(intentOf({ status: 'processing', next_action: null })));
    expect(await client().find(settled)).toEqual({ kind: 'waiting', providerRef: 'pi_3QfA' });
  });

  it('reads all pages', async () => {
    const first = json(200, { object: 'list', data: [foreign], has_more: true });
    const paid = intentOf({ status: 'succeeded', amount_received: 150_000 });
    receiver.answerWith(first, listOf(paid));
    expect(await client().find(settled)).toMatchObject({
      kind: 'succeeded',
      movements: [{ amountSatang: 150_000 }],
    });
    expect(receiver.requests.at(-1)?.path).toContain('starting_after=pi_other');
  });

  it('denies the order only when the list is complete and its time is over', async () => {
    receiver.answerWith(listOf(foreign));
    expect(await client().find(settled)).toEqual({ kind: 'not_found' });
    expect(await client().find({ ...settled, sentForMs: null })).toEqual({ kind: 'not_found' });
    expect(await client().find({ ...settled, sentForMs: 50_000 })).toEqual({ kind: 'waiting' });
    const refund = { ...settled, kind: 'refund', paymentRef: 'pi_1' } as const;
    expect(await client().find(refund)).toEqual({ kind: 'not_found' });
    expect(await client().find({ ...refund, sentForMs: 50_000 })).toEqual({ kind: 'waiting' });
    receiver.answerWith(json(200, { object: 'list', data: [foreign], has_more: true }));
    const cut = { kind: 'unreachable', reason: 'list_too_long' };
    expect(await client().find(settled)).toEqual(cut);
    receiver.answerWith(json(200, { object: 'list', data: [], has_more: true }));
    expect(await client().find(settled)).toMatchObject({ kind: 'unreachable' });
  });

  it('does not deny an order whose object is unreadable', async () => {
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    for (const fields of [{ currency: 'usd' }, { status: 'new' }, { livemode: true }]) {
      receiver.answerWith(listOf(intentOf(fields)));
      expect(await client().find(settled)).toEqual(unreadable);
    }
    receiver.answerWith(listOf(refundOf({ status: null })));
    const asked = { ...settled, kind: 'refund', paymentRef: 'pi_3QfA' } as const;
    expect(await client().find(asked)).toEqual(unreadable);
  });

  it.each<[string, Answer]>([
    ['500', { status: 500 }],
    ['404', errorOf(404, { type: 'invalid_request_error' })],
    ['200 without JSON', { status: 200, body: 'ok' }],
    ['200 without has_more', json(200, { object: 'list', data: [] })],
    ['a reset', 'reset'],
  ])('finds out nothing from %s', async (_, answer) => {
    receiver.answerWith(answer);
    expect(await client().find(settled)).toMatchObject({ kind: 'unreachable' });
  });

  it.each<[string, object]>([
    [
      'succeeded',
      {
        kind: 'succeeded',
        movements: [
          { transactionId: 'pyr_1QfA', amountSatang: 150_000, movedAt: null, payer: null },
        ],
        providerRef: 'pyr_1QfA',
      },
    ],
    ['pending', { kind: 'waiting', providerRef: 'pyr_1QfA' }],
    ['requires_action', { kind: 'waiting', providerRef: 'pyr_1QfA' }],
    [
      'failed',
      { kind: 'failed', code: 'expired_or_canceled_card', message: 'Stripe gave no reason.' },
    ],
    [
      'canceled',
      { kind: 'failed', code: 'expired_or_canceled_card', message: 'Stripe gave no reason.' },
    ],
  ])('finds a refund that is %s among those of its payment', async (status, found) => {
    const ours = refundOf({ status, failure_reason: 'expired_or_canceled_card' });
    receiver.answerWith(listOf(refundOf({ id: 're_other', metadata: {} }), ours));
    const asked = inquiryOf({ kind: 'refund', paymentRef: 'pi_3QfA' });
    expect(await client().find(asked)).toMatchObject(found);
    expect(receiver.requests.at(-1)?.path).toBe('/v1/refunds?payment_intent=pi_3QfA&limit=100');
  });
});

describe('the probe', () => {
  const probe = (answer: Answer) => {
    receiver.answerWith(answer);
    return client().probe();
  };

  it('reads the balance', async () => {
    const balance = { object: 'balance', available: [], pending: [] };
    expect(await probe(json(200, { ...balance, livemode: false }))).toEqual({ kind: 'ok' });
    const { method, path } = receiver.requests.at(-1) ?? {};
    expect([method, path]).toEqual(['GET', '/v1/balance']);
    const other = { kind: 'rejected', reason: 'other_mode' };
    expect(await probe(json(200, { ...balance, livemode: true }))).toEqual(other);
  });

  it.each<[string, Answer, object]>([
    ['401', { status: 401 }, { kind: 'rejected', reason: 'HTTP 401' }],
    ['403', { status: 403 }, { kind: 'rejected', reason: 'HTTP 403' }],
    ['500', { status: 500 }, { kind: 'unreachable', reason: 'HTTP 500' }],
    ['HTML', { status: 200, body: '<p>' }, { kind: 'unreachable', reason: 'unreadable_answer' }],
  ])('answered with %s', async (_, answer, result) => {
    expect(await probe(answer)).toEqual(result);
  });
});
