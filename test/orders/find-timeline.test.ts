import { expirePayment } from '../../src/orders/payment/expire-payment';
import {
  findTimeline,
  type TimelineEntry,
  type TimelinePart,
  type TimelinePosition,
} from '../../src/orders/find-timeline';
import { applyPending } from '../../src/orders/store/apply-transition';
import { timelineOf } from '../../src/orders/store/timeline-sql';
import type { Merchant } from '../../src/kernel/merchants/store';
import { recordSlipRead, recordVerification } from '../../src/orders/deposit/store/slips';
import { submitSlip } from '../../src/orders/deposit/submit-slip';
import { testDatabase } from '../support/database';
import { failed, testAttempt, testDelivery } from '../support/deliveries';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testPayment,
  testSent,
  testWebhook,
  testWithdrawal,
  testAudit,
} from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';
import { testAccount } from '../support/provider-accounts';
import { resolveAs } from '../support/resolve';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let deps: ReturnType<typeof testDeps>;
let merchant: Merchant;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
  ({ merchant } = await testMerchant(knex, { openingSatang: 100_000 }));
});

/** The complete timeline, oldest first, read by page. */
async function readTimeline(orderId: string, whose = merchant): Promise<readonly TimelineEntry[]> {
  const createdAt = new Date();
  const entries: TimelineEntry[] = [];
  for (let before: TimelinePosition | null = null, more = true; more;) {
    const page = await findTimeline(deps, whose, { id: orderId, createdAt }, before);
    entries.push(...page.entries);
    before = page.entries.at(-1) ?? null;
    more = page.hasMore;
  }
  return entries.toReversed();
}

function wordsOf(part: TimelinePart): string {
  switch (part.type) {
    case 'callback':
      return `${part.reported}: ${part.outcome}`;
    case 'transition':
      return `${part.from} to ${part.to}`;
    case 'posting':
      return `${part.kind} ${part.amountSatang}`;
    case 'exception':
      return `${part.kind}: ${part.resolution ?? 'open'}`;
    case 'slip':
      return `slip ${part.status}, ${part.verification}`;
    case 'event':
      return part.name;
    case 'attempt':
      return `${part.name}: ${part.statusCode}, ${part.answer}`;
    case 'refund':
      return `refund of ${part.amountSatang}: ${part.ended ?? 'asked for'}`;
    case 'act':
      return `${part.act} by ${part.actorKind}`;
  }
}

const entriesOf = async (orderId: string, whose?: Merchant) =>
  (await readTimeline(orderId, whose)).map(({ part }) => wordsOf(part));

const sendCallback = async (orderId: string, callback: Parameters<typeof testCallback>[2]) => {
  await testCallback(deps, orderId, callback);
  await applyPending(knex, orderId);
};

it('the timeline of a payment has callbacks and their effects, cause before effect', async () => {
  const id = await testPayment(deps, merchant);
  await sendCallback(id, { reported: 'failed' });
  await sendCallback(id, { reported: 'succeeded', amountSatang: 12_000, transactionId: 't1' });
  await sendCallback(id, { reported: 'succeeded', amountSatang: 12_000, transactionId: 't1' });
  await sendCallback(id, { reported: 'failed' });
  expect(await entriesOf(id)).toEqual([
    'payment.pending',
    'failed: moved',
    'pending to failed',
    'payment.failed',
    'succeeded: moved',
    'failed to succeeded',
    'receive 10000',
    'suspend 2000',
    'amount_mismatch: open',
    'payment.succeeded',
    'succeeded: repeat',
    'failed: conflict',
    'conflict: open',
  ]);
});

it('the timeline of a withdrawal and of a refund has the hold and its end', async () => {
  const withdrawal = await testWithdrawal(deps, merchant);
  await testSent(knex, withdrawal);
  await sendCallback(withdrawal, { reported: 'failed' });
  expect(await entriesOf(withdrawal)).toEqual([
    'hold 10000',
    'withdrawal.pending',
    'pending to processing',
    'withdrawal.processed',
    'failed: moved',
    'processing to failed',
    'void 10000',
    'withdrawal.failed',
  ]);
  const paymentId = await testPaidPayment(deps, merchant);
  const refund = await testRefund(deps, merchant, { paymentId, amountSatang: 4_000 });
  await sendCallback(refund, { reported: 'succeeded' });
  expect(await entriesOf(refund)).toEqual([
    'hold 4000',
    'succeeded: moved',
    'pending to succeeded',
    'post 4000',
    'refund.completed',
  ]);
  expect((await entriesOf(paymentId)).slice(-2)).toEqual([
    'refund of 4000: asked for',
    'refund of 4000: succeeded',
  ]);
  const { refunds } = await findTimeline(
    deps,
    merchant,
    { id: paymentId, createdAt: new Date() },
    null,
  );
  expect(refunds).toMatchObject([{ id: refund, status: 'succeeded', amountSatang: 4_000 }]);
});

it('the timeline of a deposit has the data of its slips', async () => {
  const { orderId, ref } = await testDeposit(deps, merchant);
  const image = Buffer.from('GIF89a'.padEnd(64, '\0')).toString('base64');
  await submitSlip(deps, merchant, { orderId, ref, image }, null, '');
  const { id: slipId } = await knex('slips').where('order_id', orderId).first('id');
  const transfer = { sendingBank: '004', transRef: 'x1' };
  await recordSlipRead(knex, slipId, { status: 'parsed', transfers: [transfer] });
  await recordVerification(knex, slipId, {
    verification: 'verified',
    paidTo: ref,
    paidSatang: 10_000,
    paidAt: null,
  });
  const [, slip] = await readTimeline(orderId);
  expect(slip?.part).toMatchObject({ ...transfer, verification: 'verified', hasPicture: true });
});

it('the timeline has every webhook attempt and the person who expired a payment', async () => {
  await testWebhook(deps, merchant, 'http://127.0.0.1:9/', ['payment.pending']);
  const { paymentId, deliveryId } = await testDelivery(deps, merchant);
  await testAttempt(deps, deliveryId, { ...failed, status: 'pending' });
  await testAttempt(deps, deliveryId);
  await expirePayment(deps, testAudit(merchant), merchant, paymentId);
  await expirePayment(deps, testAudit(merchant), merchant, paymentId);
  const lines = await entriesOf(paymentId);
  expect(lines.toSorted()).toEqual(
    [
      'payment.pending',
      'payment.pending: 500, no',
      'payment.pending: 200, thanks',
      'pending to expired',
      'payment.expired',
      'payment.expired by user',
    ].toSorted(),
  );
  const { deliveries } = await findTimeline(
    deps,
    merchant,
    { id: paymentId, createdAt: new Date() },
    null,
  );
  expect(deliveries).toMatchObject([{ id: deliveryId, status: 'succeeded', attempts: 2 }]);
});

it('a long timeline is paginated, with each entry once', async () => {
  const id = await testPayment(deps, merchant);
  for (let n = 0; n < 100; n++) {
    await testCallback(deps, id, { reported: 'succeeded', transactionId: `t${n % 3}` });
  }
  await applyPending(knex, id);
  await applyPending(knex, id);
  const entries = await readTimeline(id);
  expect(new Set(entries.map((entry) => `${entry.rank} ${entry.id}`)).size).toBe(entries.length);
  expect(entries.filter(({ part }) => part.type === 'callback')).toHaveLength(100);
  const first = await findTimeline(deps, merchant, { id, createdAt: new Date() }, null);
  expect([first.entries.length, first.hasMore]).toEqual([25, true]);
});

it('the timeline is empty for another merchant', async () => {
  const { merchant: other } = await testMerchant(knex);
  const paymentId = await testPaidPayment(deps, merchant);
  await testRefund(deps, merchant, { paymentId });
  const story = await findTimeline(deps, other, { id: paymentId, createdAt: new Date() }, null);
  expect(story).toMatchObject({ entries: [], deliveries: [], refunds: [] });
});

it("the timeline's queries use indexes only", async () => {
  const start = { at: 'infinity', rank: 0, id: '' };
  const statement = timelineOf({ orderId: '', merchantId: '' }, start, 50).compile();
  const text = statement.text.replaceAll(/\$\d+/g, () => 'null');
  await knex.transaction(async (trx) => {
    // Forces index scans on small tables.
    await trx.raw('set local enable_seqscan = off');
    const { rows } = await trx.raw(`explain ${text}`);
    const plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('callbacks_order');
    expect(plan).not.toContain('Seq Scan');
  });
});

it('the timeline has a resolution once, with its postings', async () => {
  const id = await testWithdrawal(deps, merchant);
  await testSent(knex, id);
  await sendCallback(id, {
    reported: 'succeeded',
    amountSatang: 9_000,
    transactionId: `partial ${id}`,
  });
  const { id: exceptionId } = await knex('exceptions').where('order_id', id).first('id');
  await resolveAs(knex, exceptionId as string, 'complete=90,release=10');
  const postings = (await readTimeline(id)).flatMap(({ part }) =>
    part.type === 'posting' ? [part] : [],
  );
  expect(postings.map(({ kind, amountSatang }) => `${kind} ${amountSatang}`)).toEqual([
    'hold 10000',
    'post 10000',
    'credit 1000',
  ]);
});

describe('the provider of an order', () => {
  const step = { accountId: 'default', rule: null, others: [], at: '', after: null };
  const after = { accountId: 'pac_of_the_platform', failure: 'unreachable' };
  const rule = { when: {}, accountId: 'default' };
  const provider = async (changed: object) => {
    const id = await testPayment(deps, merchant);
    await knex('orders').where({ id }).update(changed);
    const found = await findTimeline(deps, merchant, { id, createdAt: new Date() }, null);
    return found.provider;
  };

  test.each([
    ['without a choice', null, null],
    ['by priority', [step], 'priority'],
    ['by a rule', [{ ...step, rule }], 'rule'],
    ['after a failover', [step, { ...step, rule, after }], 'failover'],
  ] as const)('is shown %s', async (_how, steps, by) => {
    const routing = steps === null ? null : JSON.stringify(steps);
    expect(await provider({ routing })).toMatchObject({ name: 'Generic (gw)', by });
  });

  test("is shown by its connector, and the merchant's own by its label", async () => {
    const { id: platform } = await testAccount(deps, 'a-key');
    expect(await provider({ provider_account_id: platform })).toMatchObject({
      name: 'Generic (gw)',
    });
    const { merchant: owner } = await testMerchant(knex);
    const { id: own } = await testAccount(deps, 'a-key', owner.id);
    const label = { label: 'Our bank' };
    await knex('provider_accounts').where('id', own).update(label);
    const paymentId = await testPayment(deps, owner);
    const found = await findTimeline(
      testDeps(knex, deps.config),
      owner,
      { id: paymentId, createdAt: new Date() },
      null,
    );
    expect(found.provider).toMatchObject({ name: 'Our bank' });
  });
});
