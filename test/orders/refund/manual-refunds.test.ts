import { createAdvanceOrder } from '../../../activities/advance-order';
import type { ActivityDeps } from '../../../activities/deps';
import type { AuditContext } from '../../../src/kernel/audit/record-audit-event';
import { performAct } from '../../../src/people/acts/perform';
import {
  decideManualRefund,
  type ManualRefundDecision,
} from '../../../src/orders/refund/decide-manual-refund';
import { destinationOf, pageOfManualRefunds } from '../../../src/orders/refund/manual-refunds';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { claimRequest } from '../../../src/orders/store/provider-requests';
import { openUnknownOutcome } from '../../../src/exceptions/store/exceptions';
import { findViolations } from '../../../src/reports/store/invariants';
import type { Db } from '../../../src/platform/postgres/connect';
import { newId } from '../../../src/platform/new-id';
import { sweep } from '../../../src/kernel/outbox/store/sweep';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { billAccount, putOnAccount } from '../../support/provider-accounts';
import { isBlocked } from '../../support/is-blocked';
import { testPaidPayment, testRefund } from '../../support/refunds';
import { resolveAs } from '../../support/resolve';
import { until } from '../../support/until';

/** Shared, because the audit log's key in the database is sealed with its encryption key. */
const config = testConfig();
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase({ poolMax: 20 })).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const operator: AuditContext = {
  actor: { kind: 'operator', id: 'opr_test', address: null },
  scope: 'operators',
};
const account = {
  bankCode: '004',
  bankName: 'KBANK',
  accountNumber: '9876543210',
  accountName: 'สมหญิง ผู้จ่าย',
};

/** A merchant with a paid payment of 100 baht whose provider cannot refund it. */
async function setUp() {
  const deps = testDeps(knex, config);
  const { merchant } = await testMerchant(knex);
  const paymentId = await testPaidPayment(deps, merchant);
  await putOnAccount(deps, paymentId, await billAccount(deps));
  const refund = (amountSatang: number | null = null) =>
    testRefund(deps, merchant, { paymentId, amountSatang, destination: account });
  const decide = (refundId: string, decision: ManualRefundDecision) =>
    decideManualRefund(deps, operator, refundId, decision);
  const pay = (refundId: string, bankReference: string) =>
    decide(refundId, { kind: 'paid', bankReference });
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const refunded = async () => {
    const row = await knex('orders').where('id', paymentId).first();
    return [row.refunding_satang, row.refunded_satang] as [number, number];
  };
  return { deps, merchant, paymentId, refund, decide, pay, balance, refunded };
}

const statusOf = async (id: string) =>
  (await knex('orders').where('id', id).pluck<string[]>('status'))[0];
const movementsOf = (id: string) =>
  knex('movements').where('order_id', id).select('transaction_id', 'amount_satang', 'source');
const transfersOf = (id: string) =>
  knex('transfers').where('order_id', id).orderBy('id').pluck<string[]>('kind');
const actsOn = (subject: string) =>
  knex('audit_log').where({ subject }).orderBy('scope').pluck<string[]>('act');
const unpayable = { kind: 'unpayable', reason: 'The account is closed.' } as const;
let references = 0;
const newReference = () => `BANK-${(references += 1)}`;

describe('a manual refund', () => {
  it('holds its amount and is never submitted to the provider', async () => {
    const { deps, refund, balance } = await setUp();
    const id = await refund();
    expect(await balance()).toEqual([0, 10_000]);
    const asked: string[] = [];
    const called = (name: string) => () => {
      asked.push(name);
      return Promise.reject(new Error(`${name} was called`));
    };
    const provider = { send: called('send'), find: called('find'), close: async () => {} };
    const advanceRequest = createAdvanceOrder({ ...deps, provider } as unknown as ActivityDeps);
    const { status, opensForMs } = await advanceRequest(id);
    expect([status, opensForMs]).toEqual(['pending', 86_400_000]);
    expect(asked).toEqual([]);
    expect(await claimRequest(knex, id, { claims: 0, restoredAt: null }, false)).toBe(false);
    // As a process of an earlier version would claim it.
    const claim = knex('provider_requests').where('order_id', id).update('claimed_at', new Date());
    await expect(claim).rejects.toThrow('provider_requests_not_submitted');
  });

  it('is no stalled work for the sweeper', async () => {
    const { refund } = await setUp();
    const id = await refund();
    await knex('provider_requests')
      .where('order_id', id)
      .update('created_at', new Date(Date.now() - 3_600_000));
    expect((await sweep(knex, 100)).filter(({ subject }) => subject === id)).toEqual([]);
  });

  it('is listed with its account until it is decided, oldest first', async () => {
    const { deps, merchant, refund, decide } = await setUp();
    const ids = [await refund(1_000), await refund(2_000), await refund(3_000)];
    const list = async (after: string | null = null, limit = 100) =>
      (await pageOfManualRefunds(deps, { after, limit })).items.filter(
        ({ merchantId }) => merchantId === merchant.id,
      );
    const listed = await list();
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const [first] = listed;
    if (first === undefined) throw new Error('none is listed');
    expect(first).toMatchObject({ amountSatang: 1_000, accountMask: 'xxx-x-x4321-x' });
    expect(destinationOf(deps, first)).toEqual(account);
    expect((await list(ids[0])).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await pageOfManualRefunds(deps, { after: ids[0] ?? '', limit: 1 })).toMatchObject({
      items: [{ id: ids[1] }],
      hasMore: true,
    });
    await decide(ids[1] ?? '', unpayable);
    expect((await list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });
});

describe('a paid manual refund', () => {
  it('is booked under the bank reference, with an event and audit events', async () => {
    const { deps, merchant, paymentId, refund, pay, balance, refunded } = await setUp();
    await testWebhook(deps, merchant, 'http://127.0.0.1:9/', ['refund.completed']);
    const id = await refund(4_000);
    const reference = newReference();
    await pay(id, reference);
    expect(await statusOf(id)).toBe('succeeded');
    expect(await balance()).toEqual([6_000, 0]);
    expect(await refunded()).toEqual([4_000, 4_000]);
    expect(await transfersOf(id)).toEqual(['hold', 'post']);
    expect(await movementsOf(id)).toEqual([
      { transaction_id: reference, amount_satang: 4_000, source: 'operator' },
    ]);
    const [body] = await knex('events').where('order_id', id).pluck('body');
    expect(JSON.parse(body)).toMatchObject({
      event: 'refund.completed',
      data: { refund_id: id, payment_id: paymentId, status: 'succeeded', method: 'manual' },
    });
    const logged = await knex('audit_log').where({ subject: id, act: 'refund.paid' });
    expect(logged.map(({ actor_id: by }) => String(by))).toEqual(['opr_test', 'opr_test']);
    expect(logged.map(({ scope }) => String(scope))).toEqual(
      expect.arrayContaining(['operators', merchant.id]),
    );
    expect(deps.offered.at(-1)).toMatchObject({ topic: 'callback', subject: id });
  });

  it('is booked once when it is decided again, also with another reference', async () => {
    const { refund, pay, decide, balance } = await setUp();
    const id = await refund();
    const reference = newReference();
    await pay(id, reference);
    const conflict = { code: 'state_conflict' };
    await expect(pay(id, reference)).rejects.toMatchObject(conflict);
    await expect(pay(id, newReference())).rejects.toMatchObject(conflict);
    await expect(decide(id, unpayable)).rejects.toMatchObject(conflict);
    expect(await balance()).toEqual([0, 0]);
    expect(await movementsOf(id)).toHaveLength(1);
    expect(await transfersOf(id)).toEqual(['hold', 'post']);
    expect(await knex('exceptions').where('order_id', id)).toEqual([]);
    expect((await actsOn(id)).filter((act) => act === 'refund.paid')).toHaveLength(2);
  });

  it('is booked once when several operators decide at the same time', async () => {
    const { refund, pay, decide, balance } = await setUp();
    const id = await refund();
    const same = newReference();
    const decisions = [same, same, newReference(), newReference()].map((each) => pay(id, each));
    const settled = await Promise.allSettled([...decisions, decide(id, unpayable)]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of settled) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'state_conflict' });
    }
    const isPaid = (await statusOf(id)) === 'succeeded';
    expect(await balance()).toEqual(isPaid ? [0, 0] : [10_000, 0]);
    expect(await movementsOf(id)).toHaveLength(isPaid ? 1 : 0);
    expect(await knex('exceptions').where('order_id', id)).toEqual([]);
  });
});

describe('a bank reference', () => {
  const used = { code: 'bank_reference_used', detail: { param: 'reference' } };

  it('of another refund is rejected, and the refund stays open', async () => {
    const { refund, pay, balance } = await setUp();
    const [first, second] = [await refund(4_000), await refund(6_000)];
    const reference = newReference();
    await pay(first, reference);
    await expect(pay(second, reference)).rejects.toMatchObject(used);
    await expect(pay(second, reference.toLowerCase())).rejects.toMatchObject(used);
    expect(await statusOf(second)).toBe('pending');
    expect(await balance()).toEqual([0, 6_000]);
    expect(await knex('callbacks').where('order_id', second)).toEqual([]);
    expect(await actsOn(second)).not.toContain('refund.paid');
    await pay(second, newReference());
    expect(await balance()).toEqual([0, 0]);
  });

  it('of another transfer that the account reported is rejected', async () => {
    const { deps, merchant, paymentId, refund, pay } = await setUp();
    const id = await refund(4_000);
    const payoutId = await testWithdrawal(deps, merchant, { amountSatang: 6_000 });
    const { provider_account_id: accountId } = await knex('orders')
      .where({ id: paymentId })
      .first();
    await putOnAccount(deps, payoutId, String(accountId));
    const transactionId = newReference();
    await testCallback(deps, payoutId, { reported: 'succeeded', transactionId });
    await applyPending(knex, payoutId);
    await expect(pay(id, transactionId)).rejects.toMatchObject(used);
    expect(await statusOf(id)).toBe('pending');
  });

  it('is used once when refunds of two accounts are paid with it at the same time', async () => {
    const [one, other] = [await setUp(), await setUp()];
    const { pay } = one;
    const ids = [await one.refund(4_000), await one.refund(6_000), await other.refund()];
    const reference = newReference();
    const settled = await Promise.allSettled(ids.map((id) => pay(id, reference)));
    const failed = settled.filter((each) => each.status === 'rejected');
    expect(failed.map(({ reason }) => reason as object)).toEqual([
      expect.objectContaining(used),
      expect.objectContaining(used),
    ]);
    expect(await knex('movements').where('transaction_id', reference)).toHaveLength(1);
  });
});

describe('a manual refund that cannot be paid', () => {
  it('releases its hold and its part of the payment', async () => {
    const { merchant, refund, decide, pay, balance, refunded } = await setUp();
    const id = await refund();
    await decide(id, { kind: 'unpayable', reason: 'Account 987-6-54321-0 is closed.' });
    expect(await statusOf(id)).toBe('failed');
    expect(await balance()).toEqual([10_000, 0]);
    expect(await refunded()).toEqual([0, 0]);
    expect(await transfersOf(id)).toEqual(['hold', 'void']);
    const order = await knex('orders').where({ id }).first();
    expect([order.failure_code, order.failure_message]).toEqual([
      'cannot_be_paid',
      'Account xxxxxx is closed.',
    ]);
    const acts = await knex('audit_log').where({ subject: id, act: 'refund.unpayable' });
    expect(acts.map(({ scope }) => String(scope))).toEqual(
      expect.arrayContaining(['operators', merchant.id]),
    );
    await expect(pay(id, newReference())).rejects.toMatchObject({ code: 'state_conflict' });
    expect(await balance()).toEqual([10_000, 0]);
    // The payment can be refunded again.
    await pay(await refund(), newReference());
    expect(await balance()).toEqual([0, 0]);
  });

  it('is not released while evidence says that part of the money has left', async () => {
    const { deps, refund, decide, balance } = await setUp();
    const id = await refund();
    const transactionId = newReference();
    await testCallback(deps, id, { reported: 'succeeded', amountSatang: 4_000, transactionId });
    await applyPending(knex, id);
    await expect(decide(id, unpayable)).rejects.toMatchObject({ code: 'state_conflict' });
    expect(await balance()).toEqual([0, 10_000]);
    expect(await actsOn(id)).not.toContain('refund.unpayable');
  });
});

test('an operator cannot decide a refund that the provider pays', async () => {
  const deps = testDeps(knex, config);
  const { merchant } = await testMerchant(knex);
  const id = await testRefund(deps, merchant, {
    paymentId: await testPaidPayment(deps, merchant),
  });
  const decided = decideManualRefund(deps, operator, id, unpayable);
  await expect(decided).rejects.toMatchObject({ code: 'refund_not_found' });
  expect(await statusOf(id)).toBe('pending');
});

describe('a manual refund that one operator proposes as paid and another releases', () => {
  const conflict = { code: 'state_conflict' };
  const pendingOn = (subject: string) =>
    knex('approvals').where({ subject, status: 'pending' }).pluck<string[]>('act');

  async function setUpProposal() {
    const at = await setUp();
    const id = await at.refund();
    const operators = { ...config.operators, approvals: true };
    const deps = { ...at.deps, config: { ...config, operators } };
    const propose = () =>
      performAct(deps, operator, 'refund_paid', { refundId: id, bankReference: newReference() });
    const release = (db: Db = knex) => decideManualRefund({ ...deps, db }, operator, id, unpayable);
    return { ...at, id, propose, release };
  }

  it('is not released while the proposal is being committed', async () => {
    const { id, propose, release, balance } = await setUpProposal();
    const blocker = await knex.transaction();
    await blocker.raw('lock table approvals in share mode');
    const proposed = propose();
    await until(() => isBlocked(knex), { describe: 'the proposal waits to be inserted' });
    let isReleased = false;
    const released = release().finally(() => (isReleased = true));
    const settled = Promise.allSettled([proposed, released]);
    await until(async () => isReleased || isBlocked(knex, 2), {
      describe: 'the release waits, or has ended',
    });
    await blocker.commit();
    expect(await settled).toEqual([
      { status: 'fulfilled', value: 'proposed' },
      { status: 'rejected', reason: expect.objectContaining(conflict) },
    ]);
    expect([await statusOf(id), await pendingOn(id)]).toEqual(['pending', ['refund_paid']]);
    expect(await balance()).toEqual([0, 10_000]);
  });

  it('is not released when the proposal is committed before the release begins', async () => {
    const { id, propose, release } = await setUpProposal();
    const late = new Proxy(knex, {
      get: (target, key) =>
        key === 'transaction'
          ? async (work: Parameters<Db['transaction']>[0]) => {
              await propose();
              return target.transaction(work);
            }
          : (Reflect.get(target, key) as unknown),
    });
    await expect(release(late)).rejects.toMatchObject(conflict);
    expect([await statusOf(id), await pendingOn(id)]).toEqual(['pending', ['refund_paid']]);
  });

  it.each(['release', 'complete=40,release=60'])(
    'is not released by the resolution %s',
    async (how) => {
      const { id, propose, balance } = await setUpProposal();
      const exceptionId = newId('exc_');
      await openUnknownOutcome(knex, exceptionId, id);
      await propose();
      const resolved = resolveAs(knex, exceptionId, how);
      await expect(resolved).rejects.toMatchObject({ why: 'proposed' });
      expect([await statusOf(id), await balance()]).toEqual(['pending', [0, 10_000]]);
      await knex('approvals')
        .where('subject', id)
        .update({ status: 'rejected', decided_at: 'now' });
      await resolveAs(knex, exceptionId, 'release');
      expect([await statusOf(id), await balance()]).toEqual(['failed', [10_000, 0]]);
    },
  );

  it('is proposed or released, never both, when both run concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, propose, release } = await setUpProposal();
      const settled = await Promise.allSettled([propose(), release(), propose()]);
      const refused = settled.filter((each) => each.status === 'rejected');
      for (const { reason } of refused) expect(reason).toMatchObject(conflict);
      expect(refused).toHaveLength(2);
      const isReleased = (await statusOf(id)) === 'failed';
      expect(await pendingOn(id)).toEqual(isReleased ? [] : ['refund_paid']);
    }
  });
});
