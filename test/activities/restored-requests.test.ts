import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { createHousekeeping } from '../../activities/housekeeping';
import { recordRestore } from '../../src/exceptions/record-restore';
import { setAccountStatus } from '../../src/providers/accounts/change-accounts';
import type { Merchant } from '../../src/kernel/merchants/store';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import {
  claimRequest,
  findRequestProgress,
  moveDenied,
} from '../../src/orders/store/provider-requests';
import { noteTimeline } from '../../src/orders/withdrawal/store/restored-requests';
import { recordMode } from '../../src/platform/postgres/deployment';
import { RESTORED_SETTLES_MS } from '../../src/orders/rules/payout-plan';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type { Found, Inquiry, Provider, Sent } from '../../src/providers/connectors/connector';
import { registeredConnectors } from '../../src/providers/connectors/registry';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testDatabase } from '../support/database';
import {
  commandAudit,
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testWithdrawal,
} from '../support/gateway';
import { foundOne } from '../support/inquiry';
import { testPaidPayment, testRefund, testTokenPayment } from '../support/refunds';
import { addOpenAccount } from '../support/open-account';

/*
 * The database was restored to a time before a submission: the banks below know more than the
 * gateway, and pay as often as they are asked.
 */

const inMinutes = (inquiry: Inquiry | undefined): number =>
  Math.floor((inquiry?.sentForMs ?? Number.NaN) / 60_000);

const noSlips = { read: () => Promise.reject(new Error('no slips here')), close: async () => {} };
const AMOUNT_SATANG = 10_000;

type Knowledge = 'succeeded' | 'waiting' | 'failed' | 'unreachable' | 'nothing';

/** The account of new orders. */
const first = 'default';
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let base: ReturnType<typeof testDeps>;
let second: string;
beforeAll(async () => {
  knex = (await testDatabase({ asApp: true })).knex;
  await recordMode(knex, 'sandbox');
  await noteTimeline(knex);
  base = testDeps(knex, testConfig());
  const settings = { url: 'https://bank.example.th', keys: ['k'], billerId: '099400016550100' };
  const bank = { merchantId: null, connector: 'generic', label: 'Bank', settings };
  second = await addOpenAccount(base, commandAudit, { ...bank, priority: 200 });
  // An account that was switched off after its last payout is asked, too.
  await setAccountStatus(base, commandAudit, second, 'off');
  await base.providers.refresh();
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

async function setUp(
  known: { first?: Knowledge; second?: Knowledge } = {},
  create: (deps: typeof base, merchant: Merchant) => Promise<string> = testWithdrawal,
) {
  const knowledge = new Map<string, Knowledge>([
    [first, known.first ?? 'nothing'],
    [second, known.second ?? 'nothing'],
  ]);
  const calls: string[] = [];
  const inquiries: Inquiry[] = [];
  const nameOf = (accountId: string) => (accountId === first ? 'first' : 'second');
  const provider: Provider = {
    async send(_request, accountId): Promise<Sent> {
      calls.push(`send ${nameOf(accountId)}`);
      knowledge.set(accountId, 'waiting');
      return { kind: 'accepted', providerRef: null };
    },
    async find(inquiry, accountId) {
      calls.push(`find ${nameOf(accountId)}`);
      inquiries.push(inquiry);
      return answerOf(knowledge.get(accountId) ?? 'nothing', inquiry);
    },
    async close() {},
  };
  const deps: ActivityDeps = {
    ...base,
    provider,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    slips: noSlips,
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const id = await create(base, merchant);
  const restore = (holdUntil: Date | null = null) =>
    recordRestore(base, commandAudit, { to: new Date(), holdUntil });
  return {
    deps,
    merchant,
    id,
    knowledge,
    calls,
    inquiries,
    restore,
    order: () => knex('orders').where('id', id).first(),
    available: async () =>
      (await knex('balances').where('merchant_id', merchant.id).first()).available_satang as number,
    row: () => knex('provider_requests').where('order_id', id).first(),
    work: () => createAdvanceOrder(deps)(id),
    later: (interval: string) =>
      knex('provider_requests')
        .where('order_id', id)
        .update({
          claimed_at: knex.raw('claimed_at - ?::interval', [interval]),
          next_inquiry_at: knex.raw('next_inquiry_at - ?::interval', [interval]),
          restored_at: knex.raw('restored_at - ?::interval', [interval]),
        }),
  };
}

const answerOf = (known: Knowledge, { orderId }: Inquiry): Found =>
  known === 'succeeded' ? foundOne(`BANK-${orderId}`, AMOUNT_SATANG) : answers[known];

const answers: Readonly<Record<Exclude<Knowledge, 'succeeded'>, Found>> = {
  waiting: { kind: 'waiting' },
  failed: { kind: 'failed', code: 'maintenance', message: 'Closed at night.' },
  unreachable: { kind: 'unreachable', reason: 'ECONNREFUSED' },
  nothing: { kind: 'not_found' },
};

describe('a payout of a restored database', () => {
  type Row = readonly [
    known: { first?: Knowledge; second?: Knowledge },
    calls: readonly string[],
    status: string,
    account: 'first' | 'second',
  ];
  const both = ['find first', 'find second'];
  const moved = [...both, 'find second'];
  const rows: readonly Row[] = [
    // Never submitted.
    [{}, [...both, 'send first'], 'processing', 'first'],
    // Submitted after the time of the backup.
    [{ first: 'succeeded' }, ['find first'], 'succeeded', 'first'],
    [{ first: 'waiting' }, ['find first'], 'processing', 'first'],
    [{ first: 'failed' }, both, 'failed', 'first'],
    [{ first: 'unreachable' }, ['find first'], 'pending', 'first'],
    // Moved to the second account after the time of the backup.
    [{ second: 'succeeded' }, moved, 'succeeded', 'second'],
    [{ second: 'waiting' }, moved, 'processing', 'second'],
    [{ first: 'failed', second: 'succeeded' }, moved, 'succeeded', 'second'],
    [{ first: 'failed', second: 'waiting' }, moved, 'processing', 'second'],
    // The second account might have it.
    [{ second: 'unreachable' }, both, 'pending', 'first'],
    [{ first: 'failed', second: 'unreachable' }, both, 'pending', 'first'],
  ];
  it.each(rows)('known to the accounts as %j causes %j and is %s', async (known, ...expected) => {
    const [calls, status, account] = expected;
    const at = await setUp(known);
    await at.restore();
    expect((await at.work()).opensForMs).toBeGreaterThan(RESTORED_SETTLES_MS - 30_000);
    expect(at.calls).toEqual([]);
    await at.later('2 minutes');
    const { opensForMs } = await at.work();
    if (opensForMs === 1) await at.work();
    expect(at.calls).toEqual(calls);
    const accountId = account === 'first' ? first : second;
    expect(await at.order()).toMatchObject({ status, provider_account_id: accountId });
  });

  it('whose money has moved stays at its account, and is inquired about later', async () => {
    const at = await setUp({ second: 'waiting' });
    await testCallback(base, at.id, { reported: 'succeeded', amountSatang: AMOUNT_SATANG - 1 });
    await applyPending(knex, at.id);
    await at.restore();
    await at.later('2 minutes');
    expect((await at.work()).opensForMs).toBeGreaterThan(1_000);
    expect([at.calls, (await at.order()).provider_account_id]).toEqual([both, first]);
  });

  it('has a claim that a later submission has replaced: the inquiry covers both', async () => {
    const at = await setUp();
    await claimRequest(knex, at.id, { claims: 0, restoredAt: null }, false);
    await at.later('1 hour');
    await at.restore();
    await at.later('2 minutes');
    // The clock of this process does not count.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    await at.work();
    clock.mockRestore();
    expect(inMinutes(at.inquiries.at(-1))).toBe(2);
    // Submitted, so the next inquiry is about this claim.
    expect(await at.row()).toMatchObject({ restored_at: null, claims: 2, denials: 1 });
    await at.later('1 day');
    at.knowledge.set(first, 'waiting');
    await at.work();
    expect(inMinutes(at.inquiries.at(-1))).toBe(24 * 60);
  });

  it('is not submitted by a worker that got its denial before the restore', async () => {
    const at = await setUp();
    const seen = await findRequestProgress(knex, at.id);
    if (seen === null) throw new Error('there is no request');
    await at.restore();
    await at.later('2 minutes');
    expect(await claimRequest(knex, at.id, seen, false)).toBe(false);
    expect(await claimRequest(knex, at.id, seen, true)).toBe(false);
    const now = { claims: 0, restoredAt: (await at.row()).restored_at as Date };
    expect(await claimRequest(knex, at.id, now, false)).toBe(false);
    expect(await claimRequest(knex, at.id, now, true)).toBe(true);
  });

  it('is not given to another account by an operator before a denial', async () => {
    const at = await setUp();
    const step = { accountId: second, rule: null, others: [], at: '', after: null };
    await at.restore();
    const move = () => moveDenied(knex, at.id, { accountId: first }, step);
    expect(await move()).toBe(false);
    await knex('provider_requests').where('order_id', at.id).update({ denied_at: knex.fn.now() });
    await at.restore();
    expect(await move()).toBe(false);
  });
});

describe('a charge of a restored database', () => {
  type Row = readonly [known: Knowledge, calls: readonly string[], status: string, paid: number];
  const rows: readonly Row[] = [
    // Never submitted.
    ['nothing', ['find first', 'send first'], 'pending', 0],
    // Submitted after the time of the backup.
    ['succeeded', ['find first'], 'succeeded', AMOUNT_SATANG],
    ['waiting', ['find first'], 'pending', 0],
    ['failed', ['find first'], 'failed', 0],
    ['unreachable', ['find first'], 'pending', 0],
  ];
  it.each(rows)('known to its account as %s causes %j and is %s', async (known, ...expected) => {
    const [calls, status, paidSatang] = expected;
    // A failover never moves a charge: the other account is not asked.
    const at = await setUp({ first: known, second: 'succeeded' }, testTokenPayment);
    const opening = await at.available();
    await at.restore();
    expect((await at.work()).opensForMs).toBeGreaterThan(RESTORED_SETTLES_MS - 30_000);
    expect(at.calls).toEqual([]);
    await at.later('2 minutes');
    await at.work();
    expect(at.calls).toEqual(calls);
    expect(await at.order()).toMatchObject({ status, provider_account_id: first });
    expect((await at.available()) - opening).toBe(paidSatang);
  });

  it.each(['nothing', 'succeeded'] as const)(
    'known to its account as %s is made and credited once',
    async (known) => {
      const at = await setUp({ first: known }, testTokenPayment);
      const opening = await at.available();
      await at.restore();
      await at.later('2 minutes');
      await at.work();
      // The provider has it now. Its callback and a later inquiry repeat the outcome.
      at.knowledge.set(first, 'succeeded');
      const transactionId = `BANK-${at.id}`;
      await testCallback(base, at.id, { reported: 'succeeded', transactionId });
      await at.later('1 hour');
      await at.work();
      await applyPending(knex, at.id);
      expect(at.calls.filter((call) => call.startsWith('send'))).toHaveLength(
        known === 'nothing' ? 1 : 0,
      );
      expect((await at.order()).status).toBe('succeeded');
      expect((await at.available()) - opening).toBe(AMOUNT_SATANG);
    },
  );
});

describe('another timeline of the server', () => {
  it('prevents submissions until housekeeping has marked the open requests', async () => {
    const at = await setUp({ first: 'succeeded' });
    await knex('noted_timeline').update({ timeline: 'another server/00000001' });
    await at.work();
    expect([at.calls, (await at.row()).restored_at]).toEqual([[], null]);
    await createHousekeeping(at.deps).sweepForgotten();
    expect((await at.row()).restored_at).toEqual(expect.any(Date));
    await at.later('2 minutes');
    await at.work();
    expect([at.calls, (await at.order()).status]).toEqual([['find first'], 'succeeded']);
  });

  it('is not seen where the server stays the same', async () => {
    const at = await setUp();
    expect(await noteTimeline(knex)).toBeNull();
    await at.work();
    expect(at.calls).toEqual(['send first']);
  });
});

test('a restore opens an exception for each manual refund, and holds new payouts', async () => {
  const at = await setUp();
  const refund = await testRefund(base, at.merchant, {
    paymentId: await testPaidPayment(base, at.merchant),
  });
  await knex('provider_requests').where('order_id', refund).update({ is_manual: true });
  const heldUntil = new Date(Date.now() + 3_600_000);
  expect(await at.restore(heldUntil)).toMatchObject({ manualRefunds: 1 });
  // Again: the exception is open already.
  expect(await at.restore(heldUntil)).toMatchObject({ manualRefunds: 1 });
  const opened = await knex('exceptions').where('order_id', refund).select('order_id', 'kind');
  expect(opened).toEqual([{ order_id: refund, kind: 'unknown_outcome' }]);
  await expect(testWithdrawal(base, at.merchant)).rejects.toMatchObject({
    code: 'payout_limit_exceeded',
    message: expect.stringContaining(heldUntil.toISOString()),
  });
  expect((await applyPending(knex, at.id))?.status).toBe('pending');
});

test('every list of a provider is complete when a restored request is inquired about', () => {
  for (const { connector } of registeredConnectors.values()) {
    expect(connector.traits.windowSettlesMs).toBeLessThan(RESTORED_SETTLES_MS);
  }
});
