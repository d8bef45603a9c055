import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { findViolations } from '../../src/reports/store/invariants';
import type { Merchant } from '../../src/kernel/merchants/store';
import { applyPending } from '../../src/orders/store/apply-transition';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type {
  Found,
  Inquiry,
  Provider,
  ProviderRequest,
  Sent,
} from '../../src/providers/connectors/connector';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { payer, testPaidPayment, testRefund } from '../support/refunds';

const config = testConfig();
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

/** Workers with a provider that answers submissions from `sent` and inquiries with `found`. */
async function setUp(sent: readonly Sent[], found: Found = { kind: 'waiting' }) {
  const answers = [...sent];
  const requests: ProviderRequest[] = [];
  const inquiries: Inquiry[] = [];
  const provider: Provider = {
    async send(request) {
      requests.push(request);
      return answers.shift() ?? { kind: 'unreachable', reason: 'no answer left' };
    },
    async find(inquiry) {
      inquiries.push(inquiry);
      return found;
    },
    async close() {},
  };
  const base = testDeps(knex, config);
  const deps: ActivityDeps = {
    ...base,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider,
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const advance = createAdvanceOrder(deps);
  /** Submits a request, then inquires about it a day later. */
  async function submitThenInquire(id: string) {
    await advance(id);
    await knex('provider_requests')
      .where('order_id', id)
      .update({ next_inquiry_at: knex.raw("now() - interval '1 second'") });
    await advance(id);
  }
  const refOf = async (id: string) =>
    (await knex('orders').where('id', id).first('provider_ref')).provider_ref as string | null;
  return { base, merchant, requests, inquiries, submitThenInquire, refOf };
}

async function refundOf(base: ReturnType<typeof testDeps>, merchant: Merchant, ref: string | null) {
  const paymentId = await testPaidPayment(base, merchant);
  await knex('orders').where('id', paymentId).update({ provider_ref: ref });
  return testRefund(base, merchant, { paymentId });
}

test("an inquiry contains the provider's reference from the submission's answer", async () => {
  const { base, merchant, inquiries, submitThenInquire, refOf } = await setUp([
    { kind: 'accepted', providerRef: 'trsf_1' },
  ]);
  const id = await testWithdrawal(base, merchant);
  await submitThenInquire(id);
  expect(await refOf(id)).toBe('trsf_1');
  expect(inquiries).toEqual([expect.objectContaining({ orderId: id, providerRef: 'trsf_1' })]);
});

test("an order without the provider's reference gets the one that an inquiry found", async () => {
  const lost = { kind: 'unknown', reason: 'timeout' } as const;
  const found = { kind: 'waiting', providerRef: 'trsf_9' } as const;
  const { base, merchant, submitThenInquire, refOf } = await setUp([lost, lost], found);
  const ids = [await testWithdrawal(base, merchant), await testWithdrawal(base, merchant)];
  for (const id of ids) await submitThenInquire(id);
  expect(await Promise.all(ids.map(refOf))).toEqual(['trsf_9', null]);
});

test("a refund and its inquiry name the payment's reference at the provider", async () => {
  const { base, merchant, requests, inquiries, submitThenInquire } = await setUp([
    { kind: 'accepted', providerRef: 'rfnd_1' },
  ]);
  await submitThenInquire(await refundOf(base, merchant, 'chrg_1'));
  expect(requests).toEqual([expect.objectContaining({ kind: 'refund', paymentRef: 'chrg_1' })]);
  expect(inquiries).toEqual([
    expect.objectContaining({ providerRef: 'rfnd_1', paymentRef: 'chrg_1' }),
  ]);
});

test("a refund of a payment without a reference names the id of the payment's money", async () => {
  const { base, merchant, requests, submitThenInquire } = await setUp([
    { kind: 'accepted', providerRef: null },
  ]);
  const paymentId = await testPayment(base, merchant);
  // A callback settles the payment before an inquiry finds the reference.
  const bodySealed = base.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
  const settled = { reported: 'succeeded', transactionId: 'chrg_7', bodySealed } as const;
  await testCallback(base, paymentId, settled);
  await applyPending(knex, paymentId);
  await submitThenInquire(await testRefund(base, merchant, { paymentId }));
  expect(requests).toEqual([expect.objectContaining({ kind: 'refund', paymentRef: 'chrg_7' })]);
});

test('a refund of a payment without any id names none', async () => {
  const { base, merchant, requests, inquiries, submitThenInquire } = await setUp([
    { kind: 'accepted', providerRef: null },
  ]);
  await submitThenInquire(await refundOf(base, merchant, null));
  expect(requests[0]).not.toHaveProperty('paymentRef');
  expect(inquiries).toEqual([expect.objectContaining({ providerRef: null, paymentRef: null })]);
});

test('two orders of an account never have one reference', async () => {
  const { base, merchant, submitThenInquire, refOf } = await setUp([
    { kind: 'accepted', providerRef: 'trsf_2' },
    { kind: 'accepted', providerRef: 'trsf_2' },
  ]);
  const ids = [await testWithdrawal(base, merchant), await testWithdrawal(base, merchant)];
  for (const id of ids) await submitThenInquire(id);
  expect(await Promise.all(ids.map(refOf))).toEqual(['trsf_2', null]);
  const [, second = ''] = ids;
  const twice = knex('orders').where('id', second).update({ provider_ref: 'trsf_2' });
  await expect(twice).rejects.toThrow('orders_provider_ref');
});
