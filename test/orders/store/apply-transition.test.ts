import { applyPending, expireNow } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import type { EventName } from '../../../src/kernel/events/rules/events';
import { definitionOf, orderKinds } from '../../../src/orders/rules/kinds';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
} from '../../support/gateway';

const noAudit = async () => {};

async function setUp() {
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const balance = () => knex('balances').where('merchant_id', merchant.id).first();
  const events = (orderId: string) =>
    knex('events').where('order_id', orderId).orderBy('sequence').pluck('name');
  const exceptions = (orderId: string) =>
    knex('exceptions').where('order_id', orderId).orderBy('opened_at').pluck('kind');
  const suspended = async (orderId: string) => {
    const amounts = await knex('transfers')
      .where({ order_id: orderId, kind: 'suspend' })
      .orderBy('id')
      .pluck('amount_satang');
    return amounts as number[];
  };
  const pastDeadline = (orderId: string) =>
    knex('orders')
      .where('id', orderId)
      .update({ expires_at: knex.raw("now() - interval '1 s'") });
  return { deps, merchant, balance, events, exceptions, suspended, pastDeadline };
}

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

test('allowed_transitions has exactly the transitions of the order definitions', async () => {
  const seeded = await knex('allowed_transitions').select(
    'kind',
    'transition',
    'from_status',
    'to_status',
  );
  const coded = orderKinds.flatMap((kind) =>
    Object.entries(definitionOf(kind).machine.steps).flatMap(([transition, each]) =>
      each.map(({ from, to }) => ({ kind, transition, from_status: from, to_status: to })),
    ),
  );
  const byText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(byText(seeded)).toEqual(byText(coded));
});

test.each([
  ['of an unknown kind', 'bonus', 'provider_clearing', 'available'],
  ['of a voided hold to the provider', 'void', 'held', 'provider_clearing'],
  ['between unknown accounts', 'receive', 'nowhere', 'available'],
])('a transfer %s is refused by the database', async (_what, kind, debit, credit) => {
  const { merchant } = await setUp();
  const transfer = { merchant_id: merchant.id, kind, debit, credit, amount_satang: 100 };
  await expect(knex('transfers').insert(transfer)).rejects.toThrow('transfers_kind');
});

test('a success is credited once, with one transfer and one event', async () => {
  const { deps, merchant, balance, events } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, {
    reported: 'succeeded',
    transactionId: `A ${id}`,
    amountSatang: 10_000,
  });
  expect(await applyPending(knex, id)).toEqual({
    kind: 'payment',
    status: 'succeeded',
    amountSatang: 10_000,
    callbackWaitedMs: expect.any(Number),
    isOpen: false,
    remainingMs: null,
    transitions: ['pay'],
    more: false,
    undispatched: [],
  });
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await events(id)).toEqual(['payment.pending', 'payment.succeeded']);
});

test('a transition that cannot be written as decided is rolled back', async () => {
  const { deps, merchant, events } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, {
    reported: 'succeeded',
    transactionId: `A ${id}`,
    amountSatang: 10_000,
  });
  await knex('balances').where('merchant_id', merchant.id).delete();
  await expect(applyPending(knex, id)).rejects.toThrow(
    'changed 1 orders, 0 balances, 1 callbacks instead of 1, 1, 1',
  );
  expect(await knex('orders').where({ id }).first('status')).toEqual({ status: 'pending' });
  expect(await knex('callbacks').where({ order_id: id, applied_at: null })).toHaveLength(1);
  expect(await knex('transfers').where('order_id', id)).toEqual([]);
  expect(await events(id)).toEqual(['payment.pending']);
  await knex('balances').insert({ merchant_id: merchant.id });
  expect(await applyPending(knex, id)).toMatchObject({ status: 'succeeded', transitions: ['pay'] });
});

test('fifty concurrent copies of a success are credited once', async () => {
  const { deps, merchant, balance, events } = await setUp();
  const id = await testPayment(deps, merchant);
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      await testCallback(deps, id, { reported: 'succeeded', transactionId: `A ${id}` });
      await applyPending(knex, id);
    }),
  );
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await events(id)).toHaveLength(2);
  expect(await knex('callbacks').where({ order_id: id, applied_at: null })).toEqual([]);
});

test('a failure after a success reverses nothing and opens an exception', async () => {
  const { deps, merchant, balance, exceptions } = await setUp();
  const id = await testPayment(deps, merchant);
  for (const reported of ['succeeded', 'failed'] as const) {
    await testCallback(deps, id, { reported });
    await applyPending(knex, id);
  }
  expect(await knex('orders').where('id', id).first()).toMatchObject({ status: 'succeeded' });
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await exceptions(id)).toEqual(['conflict']);
});

test('a success after a failure is late money, credited once', async () => {
  const { deps, merchant, balance, events } = await setUp();
  const id = await testPayment(deps, merchant);
  for (const reported of ['failed', 'succeeded', 'succeeded'] as const) {
    await testCallback(deps, id, { reported });
    await applyPending(knex, id);
  }
  expect(await knex('orders').where('id', id).first()).toMatchObject({
    status: 'succeeded',
    late: true,
    failure_code: null,
  });
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await events(id)).toEqual(['payment.pending', 'payment.failed', 'payment.succeeded']);
});

test('a success after expiry is late money, and its event follows that of the expiry', async () => {
  const { deps, merchant, events, pastDeadline } = await setUp();
  const id = await testPayment(deps, merchant);
  await pastDeadline(id);
  expect(await applyPending(knex, id)).toMatchObject({ status: 'expired', remainingMs: null });
  await testCallback(deps, id, { reported: 'succeeded' });
  expect(await applyPending(knex, id)).toMatchObject({ status: 'succeeded' });
  expect(await events(id)).toEqual(['payment.pending', 'payment.expired', 'payment.succeeded']);
});

test('a callback pending at the deadline takes precedence over it', async () => {
  const { deps, merchant, events, pastDeadline } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, { reported: 'succeeded' });
  await pastDeadline(id);
  await Promise.all([applyPending(knex, id), applyPending(knex, id)]);
  expect(await knex('orders').where('id', id).first()).toMatchObject({ late: false });
  expect(await events(id)).toEqual(['payment.pending', 'payment.succeeded']);
});

test('concurrent success and failure leave one final status, credited once', async () => {
  for (let round = 0; round < 10; round++) {
    const { deps, merchant, balance, exceptions } = await setUp();
    const id = await testPayment(deps, merchant);
    await Promise.all(
      (['succeeded', 'failed'] as const).map(async (reported) => {
        await testCallback(deps, id, { reported });
        await applyPending(knex, id);
      }),
    );
    // A success after a failure is late money, so it always wins; a failure after it is a conflict.
    expect(await knex('orders').where('id', id).first()).toMatchObject({ status: 'succeeded' });
    expect(await balance()).toMatchObject({ available_satang: 10_000 });
    const late = (await knex('orders').where('id', id).first()).late as boolean;
    expect(await exceptions(id)).toEqual(late ? [] : ['conflict']);
  }
});

test('a short payment goes to suspense, and the order stays open', async () => {
  const { deps, merchant, balance, exceptions, suspended } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, {
    reported: 'succeeded',
    transactionId: `A ${id}`,
    amountSatang: 9_000,
  });
  const { status, remainingMs } = (await applyPending(knex, id)) ?? {};
  expect(status).toBe('pending');
  expect(remainingMs).toBeGreaterThan(0);
  expect(await balance()).toMatchObject({ available_satang: 0 });
  expect(await suspended(id)).toEqual([9_000]);
  expect(await exceptions(id)).toEqual(['amount_mismatch']);
});

test('an excess payment credits the order, and the excess goes to suspense', async () => {
  const { deps, merchant, balance, exceptions, suspended } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, {
    reported: 'succeeded',
    transactionId: `A ${id}`,
    amountSatang: 10_050,
  });
  await applyPending(knex, id);
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await suspended(id)).toEqual([50]);
  expect(await exceptions(id)).toEqual(['amount_mismatch']);
});

test('a second transfer for one QR code goes to suspense', async () => {
  const { deps, merchant, balance, exceptions, suspended } = await setUp();
  const id = await testPayment(deps, merchant);
  for (const transactionId of ['A', 'B', 'B', 'A'].map((name) => `${name} ${id}`)) {
    await testCallback(deps, id, { reported: 'succeeded', transactionId, amountSatang: 10_000 });
  }
  await applyPending(knex, id);
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await suspended(id)).toEqual([10_000]);
  expect(await exceptions(id)).toEqual(['duplicate_payment']);
});

test('a transfer reported without and then with its id counts once', async () => {
  const { deps, merchant, balance, exceptions, suspended } = await setUp();
  const id = await testPayment(deps, merchant);
  for (const name of [null, 'A', 'B', 'A', 'C']) {
    const transactionId = name && `${name} ${id}`;
    await testCallback(deps, id, { reported: 'succeeded', transactionId, amountSatang: 10_000 });
    await applyPending(knex, id);
  }
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
  expect(await suspended(id)).toEqual([10_000, 10_000]);
  expect(await exceptions(id)).toEqual(['duplicate_payment', 'duplicate_payment']);
});

test('a payment of a merchant disabled meanwhile is credited', async () => {
  const { deps, merchant, balance } = await setUp();
  const id = await testPayment(deps, merchant);
  await knex('merchants').where('id', merchant.id).update({ status: 'disabled' });
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(knex, id);
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
});

test('callbacks above the limit of one transaction are applied by further ones', async () => {
  const { deps, merchant, balance } = await setUp();
  const id = await testPayment(deps, merchant);
  for (let n = 0; n < 230; n++)
    await testCallback(deps, id, { reported: 'succeeded', transactionId: `A ${id}` });
  let rounds = 1;
  while ((await applyPending(knex, id))?.more === true) rounds++;
  expect(rounds).toBe(2);
  expect(await knex('callbacks').where({ order_id: id, applied_at: null })).toEqual([]);
  expect(await balance()).toMatchObject({ available_satang: 10_000 });
});

test('a merchant expires its own pending payment only', async () => {
  const { deps, merchant, events } = await setUp();
  const other = await testMerchant(knex);
  const id = await testPayment(deps, merchant);
  expect(await expireNow(knex, other.merchant.id, id, noAudit)).toBeNull();
  expect(await expireNow(knex, merchant.id, id, noAudit)).toMatchObject({
    status: 'expired',
    transitions: ['expire'],
  });
  expect(await expireNow(knex, merchant.id, id, noAudit)).toMatchObject({
    status: 'expired',
    transitions: [],
  });
  expect(await events(id)).toEqual(['payment.pending', 'payment.expired']);
});

test('the deliveries of an expired payment are enqueued in the same transaction', async () => {
  const { deps, merchant } = await setUp();
  await testWebhook(deps, merchant, 'http://localhost/a', ['payment.expired']);
  const id = await testPayment(deps, merchant);
  const ended = await expireNow(knex, merchant.id, id, noAudit);
  const [deliveryId] = await knex('deliveries').where('order_id', id).pluck('id');
  expect(ended?.messages).toMatchObject([{ topic: 'deliver', subject: deliveryId }]);
});

test("a pending callback precedes the merchant's request to expire the payment", async () => {
  const { deps, merchant } = await setUp();
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, { reported: 'succeeded' });
  expect(await expireNow(knex, merchant.id, id, noAudit)).toMatchObject({
    status: 'succeeded',
    transitions: ['pay'],
  });
});

test('an event is delivered to the subscribed webhooks only', async () => {
  const { deps, merchant } = await setUp();
  const hook = async (name: string, events: readonly EventName[]) =>
    (await testWebhook(deps, merchant, `http://localhost/${name}`, events)).webhookId;
  const both = await hook('a', ['payment.pending', 'payment.succeeded']);
  const paid = await hook('b', ['payment.succeeded']);
  const created = await hook('c', ['payment.pending']);
  await hook('d', ['payment.failed']);
  for (const status of ['disabled', 'deleted']) {
    const id = await hook(status, ['payment.pending', 'payment.succeeded']);
    await knex('webhooks').where({ id }).update({ status });
  }
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(knex, id);
  const deliveries = await knex('deliveries')
    .join('events', 'events.id', 'deliveries.event_id')
    .where('deliveries.order_id', id)
    .select('name', 'webhook_id');
  const webhooksOf = (name: EventName) =>
    deliveries.filter((each) => each.name === name).map((each) => each.webhook_id as string);
  expect(webhooksOf('payment.pending').toSorted()).toEqual([both, created].toSorted());
  expect(webhooksOf('payment.succeeded').toSorted()).toEqual([both, paid].toSorted());
  expect(deliveries).toHaveLength(4);
});

test('the database rejects a transition that the state table does not allow', async () => {
  const { deps, merchant } = await setUp();
  const id = await testPayment(deps, merchant);
  await expect(
    knex('status_changes').insert({
      order_id: id,
      kind: 'payment',
      transition: 'fail',
      from_status: 'succeeded',
      to_status: 'failed',
      cause: 'nobody',
    }),
  ).rejects.toThrow(/foreign key/);
});

test('applying callbacks of an unknown order returns null', async () => {
  expect(await applyPending(knex, 'pay_nothing')).toBeNull();
});
