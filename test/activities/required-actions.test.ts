import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { findPayment } from '../../src/orders/payment/find-payment';
import { findViolations } from '../../src/reports/store/invariants';
import { requireAction } from '../../src/orders/payment/store/required-actions';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type {
  Found,
  Provider,
  ProviderRequest,
  Sent,
} from '../../src/providers/connectors/connector';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testDatabase } from '../support/database';
import { testCallback, testConfig, testDeps, testMerchant, testWebhook } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { testTokenPayment } from '../support/refunds';

const nextAction = { type: 'redirect', url: 'https://bank.example/3ds/marker' } as const;
const returnUrl = 'https://shop.example/done';
const accepted = { kind: 'accepted', providerRef: 'chrg_1', nextAction } as const;
const waiting = { kind: 'waiting', nextAction } as const;

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

/** A worker and a token payment, whose provider answers `sent` and then `found`. */
async function setUp(sent: Sent, found: Found) {
  const submissions: (readonly [ProviderRequest, accountId: string])[] = [];
  const provider: Provider = {
    send: async (...submission) => {
      submissions.push(submission);
      return sent;
    },
    find: async () => found,
    close: async () => {},
  };
  const base = testDeps(knex, testConfig());
  const deps: ActivityDeps = {
    ...base,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider,
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  await testWebhook(base, merchant, receiver.url, ['payment.requires_action']);
  const id = await testTokenPayment(base, merchant, { returnUrl });
  const advance = createAdvanceOrder(deps);
  return {
    base,
    id,
    submissions,
    receiver,
    advance: () => advance(id),
    inquire: async () => {
      await knex('provider_requests')
        .where('order_id', id)
        .update({ next_inquiry_at: knex.raw("now() - interval '1 second'") });
      await advance(id);
    },
    read: () => findPayment(base, merchant, id),
    events: async () =>
      (await knex('events').where('order_id', id).orderBy('sequence').pluck('name')) as string[],
    row: () => knex('provider_requests').where('order_id', id).first(),
  };
}

const announced = ['payment.pending', 'payment.requires_action'];

test('a charge that its payer must authenticate is announced once', async () => {
  const { id, submissions, receiver, advance, inquire, read, events } = await setUp(
    accepted,
    waiting,
  );
  await advance();
  expect(await read()).toMatchObject({ status: 'pending', nextAction });
  const { body } = await receiver.waitFor(({ body: text }) => text.includes(id));
  expect(JSON.parse(body)).toMatchObject({
    event: 'payment.requires_action',
    sequence: 2,
    data: { payment_id: id, status: 'pending', failure: null },
  });
  await inquire();
  await inquire();
  expect(await events()).toEqual(announced);
  expect(submissions).toEqual([
    [
      expect.objectContaining({
        kind: 'charge',
        orderId: id,
        returnUrl: `${returnUrl}?payment_id=${id}`,
      }),
      'default',
    ],
  ]);
  const tables = ['events', 'provider_requests', 'orders', 'status_changes', 'outbox_messages'];
  const rows = await Promise.all(tables.map((table) => knex(table).select('*')));
  expect(JSON.stringify([rows, receiver.requests])).not.toContain('marker');
});

test('a charge whose answer was lost is announced by the inquiry', async () => {
  const { advance, inquire, read, events } = await setUp(
    { kind: 'unknown', reason: 'timeout' },
    waiting,
  );
  await advance();
  expect(await read()).toMatchObject({ nextAction: null });
  await inquire();
  expect(await read()).toMatchObject({ status: 'pending', nextAction });
  expect(await events()).toEqual(announced);
});

test.each<[string, Found, string]>([
  [
    'succeeded',
    {
      kind: 'succeeded',
      movements: [{ transactionId: 'C1', amountSatang: 10_000, movedAt: null, payer: null }],
    },
    'payment.succeeded',
  ],
  ['failed', { kind: 'failed', code: 'expired', message: 'Not in time.' }, 'payment.failed'],
])('an inquiry that finds the charge %s removes its URL', async (status, found, event) => {
  const { advance, inquire, read, events, row } = await setUp(accepted, found);
  await advance();
  await inquire();
  expect(await read()).toMatchObject({ status, nextAction: null });
  expect(await events()).toEqual([...announced, event]);
  expect(await row()).toMatchObject({ next_action_sealed: null, required_actions: 1 });
});

test('a callback decides the charge without an inquiry', async () => {
  const { base, id, advance, read } = await setUp(accepted, { kind: 'not_found' });
  await advance();
  const paid = { reported: 'succeeded', transactionId: 'C2', amountSatang: 10_000 } as const;
  await testCallback(base, id, paid);
  await advance();
  expect(await read()).toMatchObject({ status: 'succeeded', nextAction: null });
});

describe('requireAction', () => {
  const action = (orderId: string, claims = 1) => ({ orderId, claims, nextActionSealed: 'sealed' });

  test('announces once when ten processes have the answer', async () => {
    const { id, advance, events } = await setUp({ kind: 'accepted', providerRef: null }, waiting);
    await advance();
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => requireAction(knex, action(id))),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await events()).toEqual(announced);
  });

  test('announces nothing after a newer claim or the end of the order', async () => {
    const { base, id, advance, events } = await setUp(
      { kind: 'accepted', providerRef: null },
      waiting,
    );
    await advance();
    expect(await requireAction(knex, action(id, 0))).toBe(false);
    await testCallback(base, id, { reported: 'failed', failure: { code: 'x', message: 'x' } });
    await advance();
    expect(await requireAction(knex, action(id))).toBe(false);
    expect(await events()).toEqual(['payment.pending', 'payment.failed']);
  });
});
