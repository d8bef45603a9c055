import { correctResolution } from '../../src/exceptions/correct-exception';
import { resolveException } from '../../src/exceptions/resolve-exception';
import { CannotResolve } from '../../src/exceptions/cannot-resolve';
import { createTokenPayment } from '../../src/orders/payment/create-token-payment';
import { applyPending } from '../../src/orders/store/apply-transition';
import {
  findException,
  listExceptions,
  openUnknownOutcome,
} from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import { resolutionsOf, wholeOf } from '../../src/exceptions/rules/exception';
import { newId } from '../../src/platform/new-id';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testNamedCallback,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { footprintSince, walPosition } from '../support/footprint-of';
import { isBlocked } from '../support/is-blocked';
import { payer, testPaidPayment, testRefund, testTokenPayment } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';
import { until } from '../support/until';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

async function shop(openingSatang = 100_000, deps = testDeps(knex)) {
  const { merchant } = await testMerchant(knex, { openingSatang });
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const sendCallback = async (id: string, callback: Parameters<typeof testCallback>[2]) => {
    await testCallback(deps, id, callback);
    await applyPending(knex, id);
  };
  const open = async () => {
    const all = await listExceptions(knex, { open: true, limit: 1_000 });
    return all.filter(({ merchantId }) => merchantId === merchant.id);
  };
  const resolve = async (resolution: string, exceptionId?: string) => {
    const id = exceptionId ?? (await open())[0]?.id ?? '';
    return resolveAs(knex, id, resolution, {}, deps);
  };
  return { deps, merchant, balance, sendCallback, open, resolve };
}

describe('money of a paid payment, returned to its payer', () => {
  const second = { bankName: 'KBANK', accountNumber: '999-8-77766-5', accountName: 'มานี ใจดี' };

  /** A payment of 100 baht, paid from one account and then from `sender`. */
  async function paidTwice(sender: typeof second | null = second) {
    const at = await shop();
    const id = await testPayment(at.deps, at.merchant);
    for (const [name, by] of [
      ['A', payer],
      ['B', sender],
    ] as const) {
      const body = JSON.stringify(by === null ? {} : { payer: by });
      await at.sendCallback(id, {
        reported: 'succeeded',
        transactionId: `${name} ${id}`,
        amountSatang: 10_000,
        bodySealed: at.deps.vault.seal(body, 'callbacks.body'),
      });
    }
    const refunds = () =>
      knex('refunds')
        .join('orders', 'orders.id', 'refunds.order_id')
        .where('payment_id', id)
        .select('orders.id', 'status', 'amount_satang', 'bank_name', 'account_mask');
    return { ...at, id, refunds };
  }

  test('is refunded to the account that sent it, and the merchant keeps the first', async () => {
    const { id, merchant, balance, resolve, open, refunds, sendCallback } = await paidTwice();
    expect(await balance()).toEqual([110_000, 0]);
    const messages = await resolve('refund');
    const [refund, ...others] = await refunds();
    expect(others).toEqual([]);
    expect(refund).toMatchObject({
      status: 'pending',
      amount_satang: 10_000,
      bank_name: 'KBANK',
      account_mask: 'xxx-x-x7766-x',
    });
    // One starts the workflow of the refund, one wakes that of the payment.
    expect(new Set(messages.map(({ subject }) => subject))).toEqual(new Set([id, refund.id]));
    expect(await balance()).toEqual([110_000, 10_000]);
    expect(await open()).toEqual([]);
    await testSent(knex, refund.id);
    await sendCallback(refund.id, { reported: 'succeeded', transactionId: `R ${id}` });
    expect(await balance()).toEqual([110_000, 0]);
    expect(await knex('orders').where({ id }).first()).toMatchObject({
      received_satang: 20_000,
      refunded_satang: 10_000,
    });
    const ofMerchant = () => knex('transfers').where('merchant_id', merchant.id);
    const [into] = await ofMerchant().where('credit', 'suspense').sum('amount_satang');
    const [outOf] = await ofMerchant().where('debit', 'suspense').sum('amount_satang');
    expect(into).toEqual(outOf);
  });

  test('stays in suspense when the sender is unknown', async () => {
    const { balance, resolve, open, refunds } = await paidTwice(null);
    await expect(resolve('refund')).rejects.toMatchObject({ why: 'payer' });
    expect(await refunds()).toEqual([]);
    expect([await balance(), await open()]).toMatchObject([
      [110_000, 0],
      [{ kind: 'duplicate_payment' }],
    ]);
  });

  test('stays in suspense while payouts of the merchant are on hold', async () => {
    const { merchant, balance, resolve, open, refunds } = await paidTwice();
    const until = new Date(Date.now() + 3_600_000);
    await knex('balances').where('merchant_id', merchant.id).update({ payouts_held_until: until });
    await expect(resolve('refund')).rejects.toMatchObject({ why: 'refund' });
    expect(await refunds()).toEqual([]);
    expect([await balance(), (await open()).length]).toEqual([[110_000, 0], 1]);
  });

  test('is returned once when two operators decide at once', async () => {
    const { balance, resolve, open, refunds } = await paidTwice();
    const exceptionId = (await open())[0]?.id ?? '';
    const settled = await Promise.allSettled([
      resolve('refund', exceptionId),
      resolve('refund', exceptionId),
    ]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await refunds()).length).toBe(1);
    expect(await balance()).toEqual([110_000, 10_000]);
  });

  test('cannot be taken back by a correction while the refund is on its way', async () => {
    const { balance, resolve, open, refunds, sendCallback } = await paidTwice();
    const exceptionId = (await open())[0]?.id ?? '';
    await resolve('refund');
    await expect(correctAs(knex, exceptionId)).rejects.toMatchObject({ why: 'refunded' });
    const [refund] = await refunds();
    await testSent(knex, refund.id);
    await sendCallback(refund.id, { reported: 'failed' });
    await correctAs(knex, exceptionId);
    expect([await balance(), (await open()).length]).toEqual([[110_000, 0], 1]);
  });

  test('of an expired payment is not offered: crediting it would pay the order', async () => {
    const { deps, merchant, sendCallback, open } = await shop();
    const id = await testPayment(deps, merchant);
    await applyPending(knex, id, { cause: 'deadline', also() {} });
    await sendCallback(id, {
      reported: 'succeeded',
      transactionId: `L ${id}`,
      amountSatang: 5_000,
    });
    const [exception] = await open();
    if (exception === undefined) throw new Error('the money is not in suspense');
    expect(resolutionsOf(exception)).not.toContain('refund');
  });
});

describe('a correction', () => {
  test.each([
    ['withdrawal', ['charge=30', 'absorb=30']],
    ['payment', ['credit=30', 'credit=20']],
  ] as const)('of a difference for a %s offers it again', async (kind, [first, second]) => {
    const { deps, merchant, sendCallback, open, resolve } = await shop();
    const make = { withdrawal: testWithdrawal, payment: testPayment }[kind];
    const id = await make(deps, merchant);
    for (const amountSatang of [10_000, 13_000]) {
      await sendCallback(id, { reported: 'succeeded', transactionId: `A ${id}`, amountSatang });
    }
    const exceptionId = (await open())[0]?.id ?? '';
    await resolve(first);
    await correctAs(knex, exceptionId);
    await resolve(second);
    expect(await open()).toEqual([]);
  });

  test('of a credit without evidence lets the money be booked when it comes', async () => {
    const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
    const id = await testTokenPayment(deps, merchant);
    await openUnknownOutcome(knex, newId('exc_'), id);
    const exceptionId = (await open())[0]?.id ?? '';
    await resolve('credit');
    await correctAs(knex, exceptionId);
    await resolve('dismiss');
    await sendCallback(id, { reported: 'succeeded', transactionId: 'C1', amountSatang: 10_000 });
    await resolve('accept');
    expect(await balance()).toEqual([110_000, 0]);
  });

  test('of a divided hold credits the merchant with all of it', async () => {
    const { deps, merchant, open, resolve, balance } = await shop();
    await openUnknownOutcome(knex, newId('exc_'), await testWithdrawal(deps, merchant));
    const exceptionId = (await open())[0]?.id ?? '';
    await resolve('complete=60,release=40');
    expect(await balance()).toEqual([94_000, 0]);
    await correctAs(knex, exceptionId);
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('is refused while another exception about the outcome of the order is open', async () => {
    const { deps, merchant, open, resolve } = await shop();
    const id = await testWithdrawal(deps, merchant);
    await openUnknownOutcome(knex, newId('exc_'), id);
    const [first] = await open();
    await resolve('dismiss');
    await openUnknownOutcome(knex, newId('exc_'), id);
    const exceptionId = first?.id ?? '';
    await expect(correctAs(knex, exceptionId)).rejects.toMatchObject({ why: 'uncorrectable' });
    expect(await open()).toHaveLength(1);
  });

  test('is refused while another exception about the unknown order is open', async () => {
    const { deps } = await shop();
    const namedOrder = newId('ref_');
    const report = () =>
      testNamedCallback(deps, {
        route: 'payment',
        kinds: ['payment'],
        namedOrder,
        reported: 'succeeded',
      });
    const openHere = (): Promise<string[]> =>
      knex('exceptions').where('named_order', namedOrder).whereNull('resolved_at').pluck('id');
    await report();
    const [exceptionId = ''] = await openHere();
    await resolveAs(knex, exceptionId, 'dismiss');
    await report();
    await expect(correctAs(knex, exceptionId)).rejects.toMatchObject({ why: 'uncorrectable' });
    expect(await openHere()).toHaveLength(1);
  });
});

describe('money in suspense', () => {
  async function tooMuch() {
    const at = await shop();
    const id = await testPayment(at.deps, at.merchant);
    await at.sendCallback(id, {
      reported: 'succeeded',
      transactionId: `A ${id}`,
      amountSatang: 10_500,
    });
    return { ...at, id };
  }

  test("has the exception's amount and can be accepted, returned or written off", async () => {
    const { open } = await tooMuch();
    expect(await open()).toMatchObject([{ kind: 'amount_mismatch', suspendedSatang: 500 }]);
  });

  test('is credited to the merchant by accept', async () => {
    const { resolve, balance, open } = await tooMuch();
    await resolve('accept');
    expect(await balance()).toEqual([110_500, 0]);
    expect(await open()).toEqual([]);
  });

  test.each(['return', 'write_off'] as const)('changes no balance by %s', async (how) => {
    const { resolve, balance } = await tooMuch();
    await resolve(how);
    expect(await balance()).toEqual([110_000, 0]);
  });

  test('is resolved once by concurrent operators', async () => {
    const { resolve, balance, open } = await tooMuch();
    const id = (await open())[0]?.id;
    const decided = await Promise.allSettled(
      Array.from({ length: 20 }, () => resolve('accept', id)),
    );
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance()).toEqual([110_500, 0]);
  });

  test('cannot be dismissed', async () => {
    const { resolve } = await tooMuch();
    await expect(resolve('dismiss')).rejects.toThrow(CannotResolve);
  });

  test('of a second transfer is separate from the first', async () => {
    const { sendCallback, id, open, resolve, balance } = await tooMuch();
    await sendCallback(id, {
      reported: 'succeeded',
      transactionId: `B ${id}`,
      amountSatang: 10_000,
    });
    const second = (await open()).find(({ kind }) => kind === 'duplicate_payment');
    expect(second).toMatchObject({ suspendedSatang: 10_000 });
    await resolve('accept', second?.id);
    expect(await balance()).toEqual([120_000, 0]);
  });
});

describe('a contradicted withdrawal', () => {
  async function contradicted(words: readonly ('succeeded' | 'failed')[]) {
    const at = await shop();
    const id = await testWithdrawal(at.deps, at.merchant);
    for (const reported of words) await at.sendCallback(id, { reported });
    return { ...at, id };
  }

  test('with success after failure posts nothing until it is charged', async () => {
    const { balance, open, resolve } = await contradicted(['failed', 'succeeded']);
    expect(await balance()).toEqual([100_000, 0]);
    expect(await open()).toMatchObject([{ kind: 'conflict', order: { status: 'failed' } }]);
    await resolve('charge');
    expect(await balance()).toEqual([90_000, 0]);
  });

  test('with success after failure can be absorbed by the gateway', async () => {
    const { balance, resolve } = await contradicted(['failed', 'succeeded']);
    await resolve('absorb');
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('cannot be charged to an insufficient balance', async () => {
    const { deps, merchant, open, resolve, balance } = await contradicted(['failed', 'succeeded']);
    await testWithdrawal(deps, merchant, { amountSatang: 95_000 });
    await expect(resolve('charge')).rejects.toThrow('too small');
    expect(await open()).toHaveLength(1);
    expect(await balance()).toEqual([5_000, 95_000]);
  });

  test('with failure after success returns nothing until it is credited', async () => {
    const { balance, resolve } = await contradicted(['succeeded', 'failed']);
    expect(await balance()).toEqual([90_000, 0]);
    await resolve('credit');
    expect(await balance()).toEqual([100_000, 0]);
  });
});

describe('contradicting callbacks of one order', () => {
  test('without new money share one exception for any transaction ids', async () => {
    const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
    const id = await testWithdrawal(deps, merchant);
    await sendCallback(id, { reported: 'succeeded', transactionId: 'W1' });
    for (const transactionId of ['F1', 'F2', 'F3'])
      await sendCallback(id, { reported: 'failed', transactionId });
    expect(await open()).toMatchObject([{ kind: 'conflict' }]);
    await resolve('credit');
    expect(await balance()).toEqual([100_000, 0]);
    await sendCallback(id, { reported: 'failed', transactionId: 'F4' });
    // The full amount has been returned: nothing is left to credit.
    await expect(resolve('credit')).rejects.toThrow(CannotResolve);
    await resolve('dismiss');
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('of two transfers of a failed payout can both be charged', async () => {
    const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
    const id = await testWithdrawal(deps, merchant);
    await sendCallback(id, { reported: 'failed' });
    for (const transactionId of ['L1', 'L2'])
      await sendCallback(id, { reported: 'succeeded', transactionId });
    const exceptions = await open();
    expect(exceptions).toHaveLength(2);
    for (const one of exceptions) await resolve('charge', one.id);
    expect(await balance()).toEqual([80_000, 0]);
  });

  test('charge a payment with no more than was credited for it', async () => {
    const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
    const id = await testPayment(deps, merchant);
    const transactionId = `M ${id}`;
    await sendCallback(id, { reported: 'succeeded', transactionId, amountSatang: 10_000 });
    await sendCallback(id, { reported: 'succeeded', transactionId, amountSatang: 6_000 });
    await sendCallback(id, { reported: 'failed', transactionId });
    const idOf = async (kind: string) => (await open()).find((one) => one.kind === kind)?.id;
    const conflictId = await idOf('conflict');
    await expect(resolve('charge', conflictId)).rejects.toThrow(CannotResolve);
    await resolve('charge', await idOf('amount_mismatch'));
    expect(await balance()).toEqual([106_000, 0]);
    await resolve('charge', conflictId);
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('charge a payment once', async () => {
    const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
    const id = await testPayment(deps, merchant);
    for (const reported of ['succeeded', 'failed'] as const) await sendCallback(id, { reported });
    await sendCallback(id, { reported: 'failed', transactionId: 'T2' });
    expect(await open()).toHaveLength(1);
    await resolve('charge');
    expect(await balance()).toEqual([100_000, 0]);
    await sendCallback(id, { reported: 'failed', transactionId: 'T3' });
    await expect(resolve('absorb')).rejects.toThrow(CannotResolve);
    expect(await balance()).toEqual([100_000, 0]);
  });
});

describe('money of an unknown order that is reported again for an order', () => {
  /** The payment's money was reported at the path of deposits, then at its own. */
  async function reportedTwice() {
    const at = await shop();
    const { deps, merchant } = at;
    const { merchant: other } = await testMerchant(knex, { openingSatang: 0 });
    const id = await testPayment(deps, merchant);
    const transactionId = `T ${id}`;
    await testNamedCallback(deps, {
      route: 'deposit',
      kinds: ['deposit'],
      namedOrder: id,
      reported: 'succeeded',
      amountSatang: 10_000,
      transactionId,
    });
    const unknown = (await listExceptions(knex, { open: true, limit: 1_000 })).find(
      ({ callback }) => callback?.namedOrder === id,
    );
    if (unknown === undefined) throw new Error('there is no exception');
    await testCallback(deps, id, { reported: 'succeeded', transactionId, amountSatang: 10_000 });
    const balances = async () => {
      const rows = await knex('balances').whereIn('merchant_id', [merchant.id, other.id]);
      return rows.reduce<number>((sum, row) => sum + (row.available_satang as number), 0);
    };
    return { id, unknown, other, balances };
  }

  test.each([
    ['return', 100_000],
    ['assign', 110_000],
  ] as const)('during a decision to %s it is booked once', async (as, expected) => {
    const { id, unknown, other, balances } = await reportedTwice();
    let applied: Promise<unknown> = Promise.resolve();
    await resolveException(
      testDeps(knex),
      async () => {
        // In the operator's transaction, before its commit.
        applied = applyPending(knex, id).catch((error: Error) => error.message);
        await until(() => isBlocked(knex), { describe: 'the transition waits for the decision' });
      },
      {
        exceptionId: unknown.id,
        parts: wholeOf(unknown, as),
        assignee: as === 'assign' ? { kind: 'merchant', merchantId: other.id } : null,
        by: 'ops',
        reason: 'the bank confirmed it by telephone',
      },
    );
    expect(await applied).toMatch(/assigned \d movements of 0 open exceptions/);
    // The activity is repeated.
    await applyPending(knex, id);
    expect(await balances()).toBe(expected);
  });

  test('can be taken from the order and returned to the payer', async () => {
    const { id, unknown, balances } = await reportedTwice();
    await applyPending(knex, id);
    expect([await balances(), (await findException(knex, unknown.id))?.resolved]).toMatchObject([
      110_000,
      { resolution: 'assign', by: 'provider' },
    ]);
    await correctAs(knex, unknown.id);
    expect([await balances(), await findException(knex, unknown.id)]).toMatchObject([
      100_000,
      { order: null, merchantId: null, suspendedSatang: 10_000, resolved: null },
    ]);
    await resolveAs(knex, unknown.id, 'return');
    expect(await balances()).toBe(100_000);
    expect(await knex('orders').where({ id }).first()).toMatchObject({ credited_satang: 0 });
  });
});

test('a repeated contradicting callback opens one exception', async () => {
  const { deps, merchant, sendCallback, open, resolve, balance } = await shop();
  const id = await testWithdrawal(deps, merchant);
  for (const reported of ['succeeded', 'failed', 'failed', 'failed'] as const) {
    await sendCallback(id, { reported, transactionId: 'same' });
  }
  expect(await open()).toHaveLength(1);
  await resolve('credit');
  await sendCallback(id, { reported: 'failed', transactionId: 'same' });
  expect(await open()).toEqual([]);
  expect(await balance()).toEqual([100_000, 0]);
});

describe('a payout reported with another amount', () => {
  async function mismatch() {
    const at = await shop();
    const id = await testWithdrawal(at.deps, at.merchant);
    await testSent(knex, id);
    await at.sendCallback(id, { reported: 'succeeded', amountSatang: 9_900 });
    expect(await at.open()).toMatchObject([
      { kind: 'amount_mismatch', order: { status: 'processing' } },
    ]);
    return { ...at, id };
  }

  test.each([
    ['complete', 'succeeded', [90_000, 0]],
    ['release', 'failed', [100_000, 0]],
  ] as const)('ends by %s, and its hold with it', async (how, status, expected) => {
    const { id, resolve, balance } = await mismatch();
    await resolve(how);
    expect(await knex('orders').where('id', id).first()).toMatchObject({ status });
    expect(await balance()).toEqual(expected);
  });
});

describe('a payout with an unknown outcome', () => {
  async function unknown() {
    const at = await shop();
    const id = await testWithdrawal(at.deps, at.merchant);
    await testSent(knex, id);
    await openUnknownOutcome(knex, newId('exc_'), id);
    await openUnknownOutcome(knex, newId('exc_'), id);
    return { ...at, id };
  }

  test('opens one exception when found repeatedly', async () => {
    const { open } = await unknown();
    expect(await open()).toMatchObject([{ kind: 'unknown_outcome', suspendedSatang: 0 }]);
  });

  test('fails when released, voids its hold and sends an event', async () => {
    const { id, resolve, balance } = await unknown();
    const messages = await resolve('release');
    expect(messages).toMatchObject([{ topic: 'callback', subject: id }]);
    expect(await balance()).toEqual([100_000, 0]);
    expect(await knex('orders').where('id', id).first()).toMatchObject({ status: 'failed' });
    expect(await knex('events').where('order_id', id).orderBy('sequence').pluck('name')).toEqual([
      'withdrawal.pending',
      'withdrawal.processed',
      'withdrawal.failed',
    ]);
  });

  test('keeps its completion after the returned amount was credited', async () => {
    const { id, sendCallback, resolve, balance, open } = await unknown();
    const completed = (await open())[0]?.id ?? '';
    await resolve('complete');
    await sendCallback(id, { reported: 'failed' });
    await resolve('credit');
    const correction = { exceptionId: completed, by: 'ops', reason: 'it never left' };
    await expect(correctResolution({ db: knex }, async () => {}, correction)).rejects.toMatchObject(
      {
        why: 'refunded',
        message: 'More of the payout would have come back than has left.',
      },
    );
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('cannot be released after it succeeded', async () => {
    const { id, sendCallback, resolve, balance, open } = await unknown();
    await sendCallback(id, { reported: 'succeeded' });
    await expect(resolve('release')).rejects.toThrow(CannotResolve);
    expect(await balance()).toEqual([90_000, 0]);
    expect(await open()).toHaveLength(1);
    await resolve('dismiss');
  });
});

test('a charge with an unknown outcome can be released, and late money is credited', async () => {
  const { deps, merchant, sendCallback, resolve, balance } = await shop();
  const { order } = await createTokenPayment(
    deps,
    merchant,
    { tokenId: 'tok_timeout', amountSatang: 10_000, reference: null, metadata: null },
    null,
  );
  const id = order.paymentId;
  await openUnknownOutcome(knex, newId('exc_'), id);
  await resolve('release');
  expect(await knex('orders').where('id', id).first()).toMatchObject({ status: 'failed' });
  await sendCallback(id, { reported: 'succeeded' });
  expect(await balance()).toEqual([110_000, 0]);
});

test('a decision on an unknown exception is refused', async () => {
  const { resolve } = await shop();
  await expect(resolve('dismiss', 'exc_none')).rejects.toThrow('There is no exception');
});

describe('a resolution that ends a refund', () => {
  // Refunds have audit events, which are sealed with the vault of the database's first one.
  let deps: ReturnType<typeof testDeps>;
  beforeAll(() => {
    deps = testDeps(knex);
  });

  test.each(['release', 'complete', 'complete=60,release=40'])(
    'updates the refund and its payment once each by %s',
    async (how) => {
      const { merchant, resolve } = await shop(100_000, deps);
      const paymentId = await testPaidPayment(deps, merchant);
      const id = await testRefund(deps, merchant, { paymentId });
      await testSent(knex, id);
      await openUnknownOutcome(knex, newId('exc_'), id);
      const from = await walPosition(knex);
      await resolve(how);
      const { rows } = await footprintSince(knex, from);
      expect(rows.find(({ table }) => table === 'orders')).toMatchObject({ updated: 2 });
    },
  );
});
