import { expirePayment } from '../../src/orders/payment/expire-payment';
import {
  findException,
  openUnknownOutcome,
  type Exception,
} from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Db } from '../../src/platform/postgres/connect';
import {
  requiresRest,
  resolutionsOf,
  sharesOf,
  wholeOf,
  type Part,
} from '../../src/exceptions/rules/exception';
import { newId } from '../../src/platform/new-id';
import { testDatabase } from '../support/database';
import {
  testAudit,
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testNamedCallback,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';

/*
 * Reports that contradict each other, and an operator who knows nothing but the exceptions and
 * resolves each with all that it offers. In the end the ledger has what the last reports say.
 * Amounts are in baht; every order is of 100 baht.
 */

let knex: Db;
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const client = { name: 'Y', bankName: 'SCB', bankAccount: '1112223334' };
const makers = {
  payment: async (merchant) => testPayment(deps, merchant, { client }),
  deposit: async (merchant) => (await testDeposit(deps, merchant)).orderId,
  withdrawal: async (merchant) => testWithdrawal(deps, merchant),
  refund: async (merchant) =>
    testRefund(deps, merchant, { paymentId: await testPaidPayment(deps, merchant) }),
} satisfies Record<string, (merchant: Merchant) => Promise<string>>;
type Merchant = Awaited<ReturnType<typeof testMerchant>>['merchant'];
type Kind = keyof typeof makers;

/** Which of the open exceptions the operator resolves first. */
type Habit = 'oldest' | 'newest';
const habits: readonly Habit[] = ['oldest', 'newest'];

/** A report: `success 90 P` names the transaction P, `success 90` none, `success` says nothing. */
const readReport = (id: string, text: string) => {
  const [status = '', ...words] = text.split(' ');
  const reported = { success: 'succeeded', failed: 'failed', reversed: 'reversed' }[status];
  const baht = words.find((word) => /^\d+$/.test(word));
  const name = words.find((word) => !/^\d+$/.test(word));
  return {
    reported: reported as 'succeeded' | 'failed' | 'reversed',
    amountSatang: baht === undefined ? null : Number(baht) * 100,
    transactionId: name === undefined ? null : `${name} ${id}`,
  };
};

async function orderOf(kind: Kind) {
  const { merchant } = await testMerchant(knex, { openingSatang: 1_000_000 });
  const id = await makers[kind](merchant);
  const say = async (...reports: readonly string[]) => {
    for (const text of reports) {
      await testCallback(deps, id, readReport(id, text));
      await applyPending(knex, id);
    }
  };
  const open = async (): Promise<Exception[]> => {
    const rows = knex('exceptions').where('order_id', id).whereNull('resolved_at');
    const ids: string[] = await rows.orderBy('id').pluck('id');
    const found = await Promise.all(ids.map((one) => findException(knex, one)));
    return found.filter((one) => one !== null);
  };
  return {
    id,
    merchant,
    say,
    open,
    /** The open exceptions by what they show: `conflict: failed 30`. */
    async shown(): Promise<string[]> {
      return (await open()).map(({ kind: about, callback }) => {
        const satang = callback?.amountSatang ?? null;
        return `${about}: ${callback?.reported}${satang === null ? '' : ` ${satang / 100}`}`;
      });
    },
    /** The only exception that can be resolved now. */
    async only(): Promise<Exception> {
      const [one, ...others] = (await open()).filter(({ waitsFor }) => waitsFor === null);
      expect(others).toEqual([]);
      if (one === undefined) throw new Error('no exception is open');
      return one;
    },
    /** Resolves every open exception with all that it offers, also those that are opened by it. */
    async resolve(habit: Habit = 'oldest'): Promise<void> {
      for (let nth = 0; nth < 20; nth++) {
        const ready = (await open()).filter(({ waitsFor }) => waitsFor === null);
        const exception = habit === 'oldest' ? ready[0] : ready.at(-1);
        if (exception === undefined) break;
        await resolveFully(exception);
      }
      expect(await open()).toEqual([]);
    },
    /** The net amount that the bank has moved for the order by the ledger: positive came in. */
    async moved(): Promise<number> {
      const { rows } = await knex.raw(
        `select coalesce(sum(case when debit = 'provider_clearing' then amount_satang
                                  when credit = 'provider_clearing' then -amount_satang end), 0)
           ::bigint as satang from transfers where order_id = ?`,
        [id],
      );
      return Number(rows[0].satang) / 100;
    },
    read: () => knex('orders').where({ id }).first(),
  };
}

/** The largest amounts that an exception offers: what was reported as sent has left. */
function allOf(exception: Exception): readonly Part[] {
  if (exception.suspendedSatang > 0) {
    const [way = 'dismiss'] = resolutionsOf(exception);
    return wholeOf(exception, way);
  }
  const parts = sharesOf(exception).flatMap(({ ways, satang }): readonly Part[] => {
    const [as] = ways;
    if (as !== 'complete') return as === undefined ? [] : [{ as, amountSatang: satang }];
    const { callback } = exception;
    const reported = callback?.reported === 'succeeded' ? (callback.amountSatang ?? satang) : 0;
    const left = Math.min(reported, satang);
    return [
      { as, amountSatang: left },
      { as: 'release' as const, amountSatang: satang - left },
    ].filter(({ amountSatang }) => amountSatang > 0);
  });
  return parts.length > 0 ? parts : [{ as: 'dismiss', amountSatang: 0 }];
}

async function resolveFully(exception: Exception): Promise<void> {
  const parts = allOf(exception);
  const how = parts.map(({ as, amountSatang }) => `${as}=${amountSatang / 100}`).join();
  const rest = requiresRest(exception.order, parts) ? 'leave_open' : null;
  await resolveAs(knex, exception.id, how, { rest });
}

describe('contradicting reports, resolved by what the exceptions offer', () => {
  test.each<[Kind, readonly string[], number]>([
    // The last amount of one transfer counts.
    ['withdrawal', ['success 90 P', 'success 100 P'], -100],
    ['refund', ['success 90 P', 'success 100 P'], -100],
    ['payment', ['success 100 X', 'success 90 X', 'success 80 X'], 80],
    ['payment', ['success 100 X', 'success 90 X', 'success 100 X'], 100],
    ['deposit', ['success 100 X', 'success 80 X', 'success 90 X'], 90],
    // Parts that the bank takes back add up.
    ['payment', ['success 100 X', 'failed 40 X', 'failed 60 X'], 0],
    ['deposit', ['success 100 X', 'reversed 40 X', 'reversed 30 X'], 30],
    ['withdrawal', ['success 100 P', 'failed 40 P', 'failed 60 P'], 0],
    // So do those of money of which a part, or all, is in suspense.
    ['payment', ['success 30 S', 'failed 20 S'], 10],
    ['payment', ['success 30 S', 'failed S'], 0],
    ['payment', ['success 150 S', 'failed S'], 0],
    ['payment', ['success 150 S', 'failed 60 S'], 90],
    // Each transfer is followed by itself.
    ['withdrawal', ['success G1', 'failed G1', 'success G2', 'failed G2'], 0],
    ['refund', ['success G1', 'failed G1', 'success G2', 'failed G2'], 0],
    ['withdrawal', ['success G1', 'success G2', 'failed G1'], -100],
    ['payment', ['success 100 X', 'success 100 Y', 'failed Y', 'failed X'], 0],
    // The last word about a transfer counts.
    ['withdrawal', ['success', 'failed', 'success'], -100],
    ['withdrawal', ['success P', 'failed P', 'success P', 'failed P'], 0],
    ['withdrawal', ['failed', 'success P', 'failed', 'success P'], -100],
    ['refund', ['success', 'failed', 'success'], -100],
    ['payment', ['success 100 T', 'failed T', 'success 100 T'], 100],
    ['payment', ['success 100 T', 'failed', 'success 100 T', 'failed T'], 0],
  ])('a %s reported as %j has moved %d', async (kind, reports, moved) => {
    for (const habit of habits) {
      const order = await orderOf(kind);
      await order.say(...reports);
      await order.resolve(habit);
      expect([habit, await order.moved()]).toEqual([habit, moved]);
      // The provider repeats its last report.
      await order.say(...reports.slice(-1));
      expect(await order.shown()).toEqual([]);
    }
  });

  test.each<[Kind, readonly string[], readonly number[]]>([
    ['withdrawal', ['success 90 P', 'success 100 P', 'success 90 P'], [-90, -100, -90]],
    ['withdrawal', ['success', 'failed', 'success', 'failed', 'success'], [-100, 0, -100, 0, -100]],
    ['withdrawal', ['success P', 'failed P', 'success P', 'failed P'], [-100, 0, -100, 0]],
    ['withdrawal', ['failed', 'success P', 'failed P', 'success P'], [0, -100, 0, -100]],
    ['refund', ['success P', 'failed P', 'success P'], [-100, 0, -100]],
    ['payment', ['success 100 T', 'failed T', 'success 100 T', 'failed T'], [100, 0, 100, 0]],
    ['payment', ['success', 'failed', 'success', 'failed'], [100, 0, 100, 0]],
    ['deposit', ['success 100 T', 'reversed 40 T', 'success 100 T'], [100, 60, 100]],
  ])('a %s reported as %j, each resolved at once, has moved %j', async (kind, reports, moved) => {
    const order = await orderOf(kind);
    const seen: number[] = [];
    for (const report of reports) {
      await order.say(report);
      await order.resolve();
      seen.push(await order.moved());
      await order.say(report);
      expect(await order.shown()).toEqual([]);
    }
    expect(seen).toEqual(moved);
  });

  test('a payment charged back and won is credited once, and can be refunded once', async () => {
    const order = await orderOf('payment');
    await order.say('success 100 T', 'failed T');
    await order.resolve();
    await order.say('success 100 T');
    await order.resolve();
    expect(await order.read()).toMatchObject({ credited_satang: 20_000, reversed_satang: 10_000 });
    await testRefund(deps, order.merchant, { paymentId: order.id, amountSatang: 10_000 });
    const again = testRefund(deps, order.merchant, { paymentId: order.id, amountSatang: 100 });
    await expect(again).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
  });

  test('a payment charged back twice and won twice is credited', async () => {
    const order = await orderOf('payment');
    await order.say('success 100 T', 'failed T');
    await order.resolve();
    await order.say('success 100 T');
    await order.resolve();
    // The same words as before: the bank takes the money back, and restores it.
    await order.say('failed T', 'success 100 T');
    expect((await order.open()).map(({ callback }) => callback?.reported)).toEqual([
      'failed',
      'succeeded',
    ]);
    await order.resolve();
    const { credited_satang: credited, reversed_satang: reversed } = await order.read();
    expect(credited - reversed).toBe(10_000);
  });

  test('an exception waits for an earlier one about the same transfer', async () => {
    const order = await orderOf('payment');
    await order.say('success 100 T', 'failed T', 'success 100 T');
    const [first, second] = await order.open();
    expect(second?.waitsFor).toBe(first?.id);
    await expect(resolveAs(knex, second?.id ?? '', 'dismiss')).rejects.toMatchObject({
      why: 'waits',
    });
  });
});

describe('an exception of a payout', () => {
  test.each([
    [50, -150],
    [150, -250],
  ])(
    'about a transfer with an id after one without can charge %d: correction or second payout',
    async (charged, moved) => {
      const order = await orderOf('withdrawal');
      await order.say('success 100', 'success 150 T');
      const mismatch = await order.only();
      expect(mismatch.kind).toBe('amount_mismatch');
      const [share] = sharesOf(mismatch);
      expect(share).toEqual({ ways: ['charge', 'absorb'], satang: 15_000, exactly: false });
      await resolveAs(knex, mismatch.id, `charge=${charged}`);
      expect(await order.moved()).toBe(moved);
      const booked = await knex('transfers')
        .join('movements', 'movements.id', 'transfers.movement_id')
        .where({ 'transfers.order_id': order.id, 'transfers.kind': 'charge' })
        .first('transaction_id');
      expect(booked.transaction_id === null).toBe(charged === 50);
      await correctAs(knex, mismatch.id);
      expect(await order.moved()).toBe(-100);
    },
  );

  test('offers after a corrected release what has left beyond the report', async () => {
    const order = await orderOf('withdrawal');
    await order.say('success 90 P');
    const { id } = await order.only();
    await resolveAs(knex, id, 'release');
    await correctAs(knex, id);
    expect(await order.moved()).toBe(-100);
    expect(sharesOf(await order.only())).toEqual([
      { ways: ['credit'], satang: 1_000, exactly: false },
    ]);
    await order.resolve();
    expect(await order.moved()).toBe(-90);
    await order.say('success 90 P');
    expect(await order.shown()).toEqual([]);
  });

  test('of an unknown outcome has a way back from every resolution and correction', async () => {
    for (const [how, left] of [
      ['release', -100],
      ['complete', 0],
    ] as const) {
      const order = await orderOf('withdrawal');
      await testSent(knex, order.id);
      await openUnknownOutcome(knex, newId('exc_'), order.id);
      const { id } = await order.only();
      await resolveAs(knex, id, how);
      await correctAs(knex, id);
      expect(await order.moved()).toBe(left);
      const ways = how === 'release' ? 'credit' : 'charge';
      expect(resolutionsOf(await order.only())).toContain(ways);
      await resolveAs(knex, id, ways);
      expect(await order.moved()).toBe(left === 0 ? -100 : 0);
    }
  });

  test('is booked once when the transfer of a corrected release is reported', async () => {
    const order = await orderOf('withdrawal');
    await testSent(knex, order.id);
    await openUnknownOutcome(knex, newId('exc_'), order.id);
    const { id } = await order.only();
    await resolveAs(knex, id, 'release');
    await correctAs(knex, id);
    await resolveAs(knex, id, 'dismiss');
    await order.say('success 100 P');
    await order.resolve();
    expect(await order.moved()).toBe(-100);
  });
});

describe('money taken back from an order that has not succeeded', () => {
  /** 30 baht were accepted, and the order was left open. */
  async function accepted(kind: 'payment' | 'deposit') {
    const order = await orderOf(kind);
    await order.say('success 30 S');
    await resolveAs(knex, (await order.only()).id, 'accept', { rest: 'leave_open' });
    return order;
  }

  const ends = {
    pending: async () => {},
    expired: async ({ id }) => {
      await knex('orders')
        .where({ id })
        .update({ expires_at: new Date(Date.now() - 1_000) });
      await applyPending(knex, id);
    },
  } satisfies Record<string, (order: Awaited<ReturnType<typeof orderOf>>) => Promise<void>>;

  test.each([
    ['payment', 'pending', 'failed S'],
    ['payment', 'pending', 'failed 30 S'],
    ['payment', 'pending', 'reversed 30 S'],
    ['payment', 'pending', 'failed'],
    ['payment', 'expired', 'failed 30 S'],
    ['payment', 'expired', 'failed'],
    ['deposit', 'pending', 'failed S'],
    ['deposit', 'expired', 'reversed 30 S'],
  ] as const)('a %s that is %s opens a conflict for %j', async (kind, status, report) => {
    const order = await accepted(kind);
    await ends[status](order);
    await order.say(report);
    expect(await order.shown()).toEqual([expect.stringMatching(/^conflict: /)]);
    expect(await order.read()).toMatchObject({ status });
    await order.resolve();
    expect(await order.moved()).toBe(0);
    expect(await order.read()).toMatchObject({ status, reversed_satang: 3_000 });
  });

  test('a failed payment opens a conflict for the reversal of money that came late', async () => {
    const order = await orderOf('payment');
    await order.say('failed', 'success 30 S');
    await resolveAs(knex, (await order.only()).id, 'accept', { rest: 'leave_open' });
    await order.say('failed 30 S');
    await order.resolve();
    expect(await order.moved()).toBe(0);
    expect(await order.read()).toMatchObject({ status: 'failed' });
  });

  test('what was taken back is due again', async () => {
    const order = await accepted('payment');
    await order.say('failed 30 S');
    await order.resolve();
    await order.say('success 70 T');
    expect(await order.read()).toMatchObject({ status: 'pending' });
    await order.resolve();
    await order.say('success 30 U');
    expect(await order.read()).toMatchObject({ status: 'succeeded', credited_satang: 13_000 });
    expect(await order.moved()).toBe(100);
  });

  test.each(['pending', 'expired'] as const)('a %s payment can be refunded', async (status) => {
    const order = await accepted('payment');
    await ends[status](order);
    const paymentId = order.id;
    const tooMuch = testRefund(deps, order.merchant, { paymentId, amountSatang: 3_100 });
    await expect(tooMuch).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
    await testRefund(deps, order.merchant, { paymentId });
    expect(await order.read()).toMatchObject({ status, refunding_satang: 3_000 });
    // What goes back to the customer is due again.
    await order.say('success 70 T');
    expect(await order.read()).toMatchObject({ status });
  });

  test('money in suspense cannot be accepted any more', async () => {
    const order = await orderOf('payment');
    await order.say('success 30 S', 'failed 30 S');
    const suspended = await order.only();
    expect(resolutionsOf(suspended)).toEqual(['return']);
    await expect(resolveAs(knex, suspended.id, 'accept=30')).rejects.toMatchObject({
      why: 'unfit',
    });
    await order.resolve();
    expect(await order.moved()).toBe(0);
    // The reversal was an error: both decisions have a way back.
    await correctAs(knex, suspended.id);
    expect(resolutionsOf(await order.only())).toContain('accept');
  });

  test('money in suspense can be accepted when the bank has it after all', async () => {
    const order = await orderOf('payment');
    await order.say('success 30 S', 'failed 30 S', 'success 30 S');
    expect(resolutionsOf(await order.only())).toContain('accept');
    await order.resolve();
    expect(await order.moved()).toBe(30);
  });

  test.each([
    // received, reported by the bank, at most to accept, net at the bank
    ['30 S', ['failed 10 S'], 20, 20],
    ['30 S', ['reversed 10 S'], 20, 20],
    ['30 S', ['failed 10 S', 'failed 5 S'], 15, 15],
    ['30 S', ['failed 10 S', 'failed 20 S'], 0, 0],
    ['30 S', ['failed 10 S', 'success 30 S'], 30, 30],
    ['30 S', ['failed 10 S', 'success 30 S', 'failed 5 S'], 25, 25],
    ['150 S', ['failed 20 S'], 30, 130],
    ['150 S', ['failed 60 S'], 0, 90],
    ['150 S', ['failed 25 S', 'failed 35 S'], 0, 90],
  ] as const)(
    'of %s in suspense at most what is left is accepted after %j',
    async (received, reports, most, left) => {
      const order = await orderOf('payment');
      await order.say(`success ${received}`, ...reports);
      const suspended = await order.only();
      const whole = suspended.suspendedSatang / 100;
      const tooMuch = `accept=${most + 1}${whole > most + 1 ? `,return=${whole - most - 1}` : ''}`;
      await expect(resolveAs(knex, suspended.id, tooMuch)).rejects.toMatchObject({ why: 'unfit' });
      if (most < whole) {
        const writtenOff = `write_off=${most + 1},return=${whole - most - 1}`;
        const attempt = resolveAs(knex, suspended.id, writtenOff);
        await expect(attempt).rejects.toMatchObject({ why: 'unfit' });
      }
      await order.resolve();
      expect(await order.moved()).toBe(left);
      const row = await order.read();
      const credited = row.credited_satang ?? (row.status === 'succeeded' ? 10_000 : 0);
      expect(Number(credited) - Number(row.reversed_satang)).toBe(left * 100);
    },
  );

  test('a part that the bank took back is returned by default, and can be divided', async () => {
    const order = await orderOf('payment');
    await order.say('success 30 S', 'failed 10 S');
    const suspended = await order.only();
    expect(wholeOf(suspended, 'accept')).toEqual([
      { as: 'accept', amountSatang: 2_000 },
      { as: 'return', amountSatang: 1_000 },
    ]);
    await resolveAs(knex, suspended.id, 'accept=5,write_off=5,return=20', { rest: 'leave_open' });
    expect(await order.moved()).toBe(10);
  });

  test('money returned for a partial reversal can be accepted when the bank has it', async () => {
    const order = await orderOf('payment');
    await order.say('success 150 S', 'failed 60 S');
    const conflict = (await order.open()).find(({ kind }) => kind === 'conflict');
    const excess = (await order.open()).find(({ kind }) => kind === 'amount_mismatch');
    await resolveAs(knex, excess?.id ?? '', 'return=50');
    await expect(resolveAs(knex, conflict?.id ?? '', 'charge=11')).rejects.toMatchObject({
      why: 'unfit',
    });
    await resolveAs(knex, conflict?.id ?? '', 'charge=10');
    await correctAs(knex, excess?.id ?? '');
    // The bank has 90, and 90 are credited.
    expect(resolutionsOf(await order.only())).toEqual(['return']);
    await order.resolve();
    await correctAs(knex, conflict?.id ?? '');
    await order.say('success 150 S');
    await order.resolve();
    await correctAs(knex, excess?.id ?? '');
    expect(resolutionsOf(await order.only())).toContain('accept');
    await order.resolve();
    expect(await order.moved()).toBe(150);
  });

  test('money that was returned from suspense before is a loss', async () => {
    const order = await orderOf('payment');
    await order.say('success 30 S');
    await resolveAs(knex, (await order.only()).id, 'return');
    await order.say('failed 30 S');
    const exception = await order.only();
    expect(sharesOf(exception)).toEqual([{ ways: ['lose'], satang: 3_000, exactly: false }]);
    await order.resolve();
    expect(await order.moved()).toBe(-30);
    expect(await order.read()).toMatchObject({ credited_satang: 0, reversed_satang: 0 });
    await order.say('failed 30 S');
    expect(await order.shown()).toEqual([]);
    await correctAs(knex, exception.id);
    expect(await order.moved()).toBe(0);
    await order.resolve();
  });

  test('the merchant can expire a payment whose money was taken back', async () => {
    const order = await accepted('payment');
    await order.say('failed S');
    await expirePayment(deps, testAudit(order.merchant), order.merchant, order.id);
    await order.resolve();
    expect(await order.read()).toMatchObject({ status: 'expired', reversed_satang: 3_000 });
  });
});

describe('a success without id and amount', () => {
  test('after a short payment offers at most what has not arrived', async () => {
    const order = await orderOf('payment');
    await order.say('success 60 S', 'success');
    const hint = (await order.open()).find(({ kind }) => kind === 'conflict');
    expect(hint && sharesOf(hint)).toEqual([{ ways: ['credit'], satang: 4_000, exactly: false }]);
  });

  test('after a payment with an id credits nothing more', async () => {
    const order = await orderOf('payment');
    await order.say('success 100 T', 'success');
    expect(resolutionsOf(await order.only())).toEqual(['dismiss']);
    await order.resolve();
    expect(await order.moved()).toBe(100);
  });
});

test('a repetition does not replace the report of another transfer', async () => {
  const { say, open } = await orderOf('payment');
  await say('success 100', 'success 60 T', 'success 100');
  const [only] = await open();
  expect(only && sharesOf(only)[0]).toEqual({ ways: ['credit'], satang: 6_000, exactly: false });
  await say('success 60 T', 'success 70 T');
  expect((await open()).map(({ callback }) => callback?.amountSatang)).toEqual([6_000, 7_000]);
});

describe('money of an unknown order', () => {
  /** Reports under the reference of an order, before it exists and after. */
  async function early() {
    const order = await orderOf('deposit');
    const orders = () => knex('orders').where({ id: order.id });
    const { ref } = await orders().first('ref');
    await orders().update({ ref: newId('HIDDEN') });
    return {
      ...order,
      async report(...reports: readonly string[]) {
        for (const text of reports) {
          const named = { route: 'payment', kinds: ['deposit'], namedOrder: ref } as const;
          await testNamedCallback(deps, {
            ...readReport(order.id, text),
            payerDigest: 'key:payer of the early money',
            ...named,
          });
        }
        await applyPending(knex, order.id);
      },
      appear: () => orders().update({ ref }),
      /** The exception about the money. */
      async money(): Promise<Exception> {
        const { id } = await knex('exceptions')
          .join('callbacks', 'callbacks.id', 'callback_id')
          .where({ 'callbacks.named_order': ref, kind: 'unknown_order' })
          .first('exceptions.id');
        const found = await findException(knex, id);
        if (found === null) throw new Error(`${id} does not exist`);
        return found;
      },
    };
  }

  test('that is reported twice for its order is booked once', async () => {
    const order = await early();
    await order.report('success 100 T');
    await order.appear();
    await order.report('success 100 T', 'success 100 T');
    expect(await order.open()).toEqual([]);
    await order.say('failed 100 T', 'success 100 T');
    expect((await order.open()).map(({ kind }) => kind)).toEqual(['conflict', 'conflict']);
  });

  test('that an operator took from its order is booked again when it is repeated', async () => {
    const order = await early();
    await order.report('success 100 T');
    await order.appear();
    await order.report('success 100 T');
    expect(await order.moved()).toBe(100);
    await correctAs(knex, (await order.money()).id);
    expect(await order.moved()).toBe(0);
    await order.report('success 100 T');
    expect(await order.moved()).toBe(100);
  });

  test.each(['reversed 100 T', 'failed 100 T'])('can only be returned after %j', async (denial) => {
    const order = await early();
    await order.report('success 100 T', denial);
    expect(resolutionsOf(await order.money())).toEqual(['return']);
    await order.report('success 100 T');
    expect(resolutionsOf(await order.money())).toContain('assign');
  });

  test.each([
    ['success 100 T', 'reversed 100 T'],
    ['success 100 T', 'failed 100 T'],
    ['success 100', 'reversed 100'],
  ])('%j can only be returned after %j for its order', async (success, denial) => {
    const order = await early();
    await order.report(success);
    await order.appear();
    const other = {
      ...readReport(order.id, 'success 100 OTHER'),
      payerDigest: 'key:another payer',
    };
    await testCallback(deps, order.id, other);
    await order.report(denial);
    expect(resolutionsOf(await order.money())).toEqual(['return']);
    const [conflict] = await order.open();
    expect(conflict).toMatchObject({ kind: 'conflict', waitsFor: (await order.money()).id });
    await resolveAs(knex, (await order.money()).id, 'return');
    // The order's own money is not in question.
    expect(resolutionsOf(await order.only())).toEqual(['dismiss']);
    expect(await order.moved()).toBe(100);
    expect(await order.read()).toMatchObject({ credited_satang: 10_000, reversed_satang: 0 });
  });

  test.each(['before the order', 'at once', 'in turn'])(
    'that was taken back is not credited by a repeated success (%s)',
    async (when) => {
      const order = await early();
      await order.report('success 100 T');
      if (when === 'before the order') await order.report('reversed 100 T');
      await order.appear();
      if (when === 'in turn') await order.report('reversed 100 T');
      await order.report(...(when === 'at once' ? ['reversed 100 T'] : []), 'success 100 T');
      expect(await order.read()).toMatchObject({ status: 'pending' });
      expect(await order.moved()).toBe(0);
      expect(await order.shown()).toContain('conflict: succeeded 100');
      // The last report says that the bank has it.
      const assignee = { kind: 'order', orderId: order.id } as const;
      await resolveAs(knex, (await order.money()).id, 'assign', { assignee });
      expect(await order.moved()).toBe(100);
      expect(await order.read()).toMatchObject({ status: 'succeeded' });
    },
  );

  test('that was taken back in part is credited, and the part charged', async () => {
    const order = await early();
    await order.report('success 100 T');
    await order.appear();
    await order.report('reversed 60 T');
    await order.report('success 100 T');
    await order.resolve();
    expect(await order.moved()).toBe(40);
  });

  test('that was returned can be assigned when the bank has it after all', async () => {
    const order = await early();
    await order.report('success 100 T');
    await order.appear();
    await order.report('reversed 100 T');
    await resolveAs(knex, (await order.money()).id, 'return');
    await resolveFully(await order.only());
    await order.report('success 100 T');
    expect(await order.shown()).toEqual(['conflict: succeeded 100']);
    await correctAs(knex, (await order.money()).id);
    expect(resolutionsOf(await order.money())).toContain('assign');
  });

  test('that was returned and is then taken back is a loss', async () => {
    const order = await early();
    await order.report('success 100 T');
    await resolveAs(knex, (await order.money()).id, 'return');
    await order.appear();
    await order.report('reversed 100 T');
    expect(sharesOf(await order.only())).toEqual([
      { ways: ['lose'], satang: 10_000, exactly: false },
    ]);
    await resolveFully(await order.only());
    expect(await order.open()).toEqual([]);
    expect(await order.read()).toMatchObject({ status: 'pending', credited_satang: 0 });
  });
});

test('a reversal of the transfer of another order charges nothing', async () => {
  const [first, second] = [await orderOf('payment'), await orderOf('payment')];
  await first.say('success 100 T');
  await second.say('success 100 U');
  const stolen = readReport(first.id, 'reversed 100 T');
  await testCallback(deps, second.id, stolen);
  await applyPending(knex, second.id);
  expect(await second.only()).toMatchObject({ kind: 'duplicate_transaction' });
  expect(resolutionsOf(await second.only())).toEqual(['dismiss']);
});

test('a payout that the provider reports as reversed fails', async () => {
  const { id, say } = await orderOf('withdrawal');
  await say('reversed 100 T');
  expect(await knex('orders').where({ id }).first('status')).toEqual({ status: 'failed' });
});

test('reports beyond a hundred open exceptions are one exception', async () => {
  const order = await orderOf('payment');
  await order.say('success 100 T');
  const parts = Array.from({ length: 104 }, (_, nth) => `failed ${nth + 1} T`);
  for (const part of parts) await testCallback(deps, order.id, readReport(order.id, part));
  await applyPending(knex, order.id);
  const kinds = (await order.open()).map(({ kind }) => kind);
  expect(kinds).toHaveLength(101);
  expect(kinds.filter((kind) => kind === 'too_many_movements')).toHaveLength(1);
});
