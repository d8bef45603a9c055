import { CannotResolve } from '../../src/exceptions/cannot-resolve';
import { findException } from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Db } from '../../src/platform/postgres/connect';
import { resolutionsOf, sharesOf } from '../../src/exceptions/rules/exception';
import { testDatabase } from '../support/database';
import { testCallback, testDeps, testMerchant } from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';

/*
 * A payment of 100 baht that is refunded, and charged back or paid out by a refund that had failed
 * or come back. The bank takes back no more than it paid, in whatever order its reports, the
 * refunds and the resolutions come, and nothing that has left is refundable.
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

type Report = Parameters<typeof testCallback>[2];

/** The payment's transaction id is `A <id>`. */
async function paid() {
  const { merchant } = await testMerchant(knex, { openingSatang: 1_000_000 });
  const report = async (id: string, callback: Report) => {
    await testCallback(deps, id, callback);
    await applyPending(knex, id);
  };
  const id = await testPaidPayment(deps, merchant);
  await report(id, { reported: 'succeeded', transactionId: `A ${id}`, amountSatang: 10_000 });
  const open = async () => {
    const ids: string[] = await knex('exceptions')
      .where('order_id', id)
      .whereNull('resolved_at')
      .orderBy('id')
      .pluck('id');
    const found = await Promise.all(ids.map((one) => findException(knex, one)));
    return found.filter((one) => one !== null);
  };
  const only = async () => {
    const [exception, ...others] = await open();
    expect(others).toEqual([]);
    if (exception === undefined) throw new Error('no exception is open');
    return exception;
  };
  const openOf = async (orderId: string): Promise<string[]> =>
    knex('exceptions').where('order_id', orderId).whereNull('resolved_at').pluck('id');
  /** Resolves the only open exception of an order; returns its id. */
  const resolveOf = async (orderId: string, how: string): Promise<string> => {
    const [exceptionId, ...others] = await openOf(orderId);
    expect(others).toEqual([]);
    if (exceptionId === undefined) throw new Error(`${orderId} has no open exception`);
    await resolveAs(knex, exceptionId, how);
    return exceptionId;
  };
  return {
    id,
    open,
    /** Reports that the payment failed, which names no movement. */
    fails: async () => report(id, { reported: 'failed' }),
    reversed: async (name: string) =>
      report(id, { reported: 'reversed', transactionId: `${name} ${id}`, amountSatang: 10_000 }),
    /** A second transfer of 100 baht for the payment. */
    paidTwice: async () =>
      report(id, { reported: 'succeeded', transactionId: `B ${id}`, amountSatang: 10_000 }),
    refund: async (baht: number) =>
      testRefund(deps, merchant, { paymentId: id, amountSatang: baht * 100 }),
    end: async (refundId: string, reported: 'succeeded' | 'failed', transactionId?: string) =>
      report(refundId, { reported, ...(transactionId !== undefined && { transactionId }) }),
    /** An ended refund is reported as paid, which is resolved; returns the exception's id. */
    async leaves(refundId: string, how: string, transactionId = `L ${refundId}`) {
      await report(refundId, { reported: 'succeeded', transactionId });
      return resolveOf(refundId, how);
    },
    /** A succeeded refund is reported as failed, and its amount credited. */
    async comesBack(refundId: string, transactionId?: string) {
      await report(refundId, { reported: 'failed', ...(transactionId && { transactionId }) });
      return resolveOf(refundId, 'credit');
    },
    /** The transfer `<name> <id>` of a refund is reported with another amount. */
    reportsLess: async (refundId: string, baht: number, name: string) =>
      report(refundId, {
        reported: 'succeeded',
        transactionId: `${name} ${refundId}`,
        amountSatang: baht * 100,
      }),
    openOf,
    resolveOf,
    /** Resolves the only open exception; returns its id. */
    async resolve(how: string) {
      const exception = await only();
      await resolveAs(knex, exception.id, how);
      return exception.id;
    },
    correct: (exceptionId: string) => correctAs(knex, exceptionId),
    /** The ways that are offered for the only open exception, and the largest amount in baht. */
    async offered() {
      const exception = await only();
      const [share] = sharesOf(exception);
      return [resolutionsOf(exception).join(), (share?.satang ?? 0) / 100];
    },
    async sums() {
      const row = await knex('orders').where({ id }).first();
      return [row.credited_satang, row.reversed_satang, row.refunding_satang].map(
        (satang: number) => satang / 100,
      );
    },
  };
}

const ways = 'charge,absorb,dismiss';

describe('a payment that is charged back after a refund', () => {
  test('is charged with what was credited, also where a refund has the money', async () => {
    const at = await paid();
    await at.end(await at.refund(60), 'succeeded');
    await at.fails();
    expect(await at.offered()).toEqual([ways, 100]);
    await at.resolve('charge');
    expect(await at.sums()).toEqual([100, 40, 60]);
  });

  test.each(['charge', 'absorb'])('has nothing left to charge after %s', async (how) => {
    const at = await paid();
    await at.end(await at.refund(60), 'succeeded');
    await at.fails();
    await at.resolve(how);
    await at.reversed('A');
    expect(await at.offered()).toEqual(['dismiss', 0]);
    await at.resolve('dismiss');
  });

  test('has nothing left to charge for a smaller report, which may be credited', async () => {
    const at = await paid();
    await at.end(await at.refund(100), 'succeeded');
    await at.fails();
    await at.resolve('charge');
    const { id } = at;
    await testCallback(deps, id, {
      reported: 'succeeded',
      transactionId: `A ${id}`,
      amountSatang: 7_000,
    });
    await applyPending(knex, id);
    expect(await at.offered()).toEqual(['credit,dismiss', 70]);
    await at.resolve('dismiss');
  });

  test('is charged with the rest of a second transfer that was accepted', async () => {
    const at = await paid();
    await at.paidTwice();
    await at.resolve('accept');
    await at.end(await at.refund(150), 'succeeded');
    await at.reversed('A');
    await at.resolve('charge');
    await at.fails();
    expect(await at.offered()).toEqual([ways, 100]);
    await at.resolve('charge=60');
    await at.reversed('B');
    expect(await at.offered()).toEqual([ways, 40]);
    await at.resolve('charge');
    expect(await at.sums()).toEqual([200, 50, 150]);
  });

  test('cannot be refunded again after the refund has failed', async () => {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.fails();
    await at.resolve('charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.end(refundId, 'failed');
    expect(await at.sums()).toEqual([100, 100, 0]);
    await expect(at.refund(100)).rejects.toThrow();
  });

  test('cannot be refunded again after the refund has come back', async () => {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.end(refundId, 'succeeded');
    await at.fails();
    await at.resolve('charge=70');
    await at.comesBack(refundId);
    expect(await at.sums()).toEqual([100, 70, 0]);
  });

  test('can be refunded again after the charge was corrected', async () => {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.fails();
    const charged = await at.resolve('charge');
    await at.end(refundId, 'failed');
    await at.correct(charged);
    expect(await at.sums()).toEqual([100, 0, 0]);
    expect(await at.offered()).toEqual([ways, 100]);
    await at.resolve('dismiss');
    await at.end(await at.refund(100), 'succeeded');
  });

  test('keeps of a later credit what was not taken before', async () => {
    const at = await paid();
    await at.end(await at.refund(100), 'succeeded');
    await at.fails();
    await at.resolve('charge');
    await at.paidTwice();
    const accepted = await at.resolve('accept');
    expect(await at.sums()).toEqual([200, 100, 100]);
    await at.correct(accepted);
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.resolve('return');
  });

  test('keeps an acceptance that was charged back', async () => {
    const at = await paid();
    await at.paidTwice();
    const accepted = await at.resolve('accept');
    const refundId = await at.refund(200);
    await at.fails();
    await at.resolve('charge');
    await at.end(refundId, 'failed');
    await expect(at.correct(accepted)).rejects.toThrow(CannotResolve);
    expect(await at.sums()).toEqual([200, 200, 0]);
  });

  test('keeps an acceptance that was charged back while a refund has the money', async () => {
    const at = await paid();
    await at.paidTwice();
    const accepted = await at.resolve('accept');
    await at.end(await at.refund(100), 'succeeded');
    await at.fails();
    await at.resolve('charge');
    await expect(at.correct(accepted)).rejects.toThrow(CannotResolve);
    expect(await at.sums()).toEqual([200, 100, 100]);
  });
});

describe('a payment whose failed refund was paid out after another had reserved the amount', () => {
  async function lost(how = 'charge') {
    const at = await paid();
    const first = await at.refund(100);
    await at.end(first, 'failed');
    const second = await at.refund(100);
    const exceptionId = await at.leaves(first, how);
    expect(await at.sums()).toEqual([100, 0, 100]);
    return { ...at, first, second, exceptionId };
  }

  test.each(['charge', 'absorb'])('cannot be refunded again after %s', async (how) => {
    const at = await lost(how);
    await at.end(at.second, 'failed');
    expect(await at.sums()).toEqual([100, 100, 0]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'payment_not_refundable' });
  });

  test('cannot be refunded again after the other refund has come back', async () => {
    const at = await lost();
    await at.end(at.second, 'succeeded');
    await at.comesBack(at.second);
    expect(await at.sums()).toEqual([100, 100, 0]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'payment_not_refundable' });
  });

  test('keeps the sums when the credit of the other refund is corrected', async () => {
    const at = await lost();
    await at.end(at.second, 'succeeded');
    const credited = await at.comesBack(at.second);
    expect(await at.sums()).toEqual([100, 100, 0]);
    await at.correct(credited);
    expect(await at.sums()).toEqual([100, 0, 100]);
  });

  test('can be refunded for the rest', async () => {
    const at = await paid();
    const first = await at.refund(60);
    await at.end(first, 'failed');
    const second = await at.refund(70);
    await at.leaves(first, 'charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.end(second, 'failed');
    expect(await at.sums()).toEqual([100, 30, 30]);
    await expect(at.refund(41)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
    await at.end(await at.refund(40), 'succeeded');
  });

  test('is also less refundable by a later charge-back', async () => {
    const at = await paid();
    const first = await at.refund(60);
    await at.end(first, 'failed');
    const second = await at.refund(100);
    await at.leaves(first, 'charge');
    await at.fails();
    await at.resolve('charge=10');
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.end(second, 'failed');
    expect(await at.sums()).toEqual([100, 70, 0]);
  });

  test('can be refunded again after the charge was corrected', async () => {
    const at = await lost();
    await at.end(at.second, 'failed');
    await at.correct(at.exceptionId);
    expect(await at.sums()).toEqual([100, 0, 0]);
    await at.end(await at.refund(100), 'succeeded');
  });

  test('can be refunded of a later credit, except for what was paid out', async () => {
    const at = await lost();
    await at.paidTwice();
    const accepted = await at.resolve('accept');
    expect(await at.sums()).toEqual([200, 100, 100]);
    await at.correct(accepted);
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.resolve('return');
  });

  test('can be refunded for what a second payout of the refund took', async () => {
    const at = await paid();
    const first = await at.refund(100);
    await at.end(first, 'failed');
    await at.leaves(first, 'charge');
    await at.leaves(first, 'charge', `M ${first}`);
    await at.paidTwice();
    await at.resolve('accept');
    expect(await at.sums()).toEqual([200, 0, 100]);
  });
});

describe('a payment whose refund came back and was paid out again', () => {
  /** A refund that the bank paid by `P <id>` and returned, whose amount has been credited. */
  async function returned(baht = 100) {
    const at = await paid();
    const refundId = await at.refund(baht);
    await at.end(refundId, 'succeeded', `P ${refundId}`);
    const credited = await at.comesBack(refundId);
    expect(await at.sums()).toEqual([100, 0, 0]);
    return { ...at, refundId, credited };
  }

  test.each(['charge', 'absorb'])('cannot be refunded again after %s', async (how) => {
    const at = await returned();
    await at.leaves(at.refundId, how);
    expect(await at.sums()).toEqual([100, 0, 100]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
  });

  test('cannot be refunded again after another refund of the amount has failed', async () => {
    const at = await returned();
    const second = await at.refund(100);
    await at.leaves(at.refundId, 'charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.end(second, 'failed');
    expect(await at.sums()).toEqual([100, 100, 0]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'payment_not_refundable' });
  });

  test('cannot be refunded again when one of two payouts has come back', async () => {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.end(refundId, 'succeeded', `P ${refundId}`);
    await at.leaves(refundId, 'charge');
    await at.comesBack(refundId);
    expect(await at.sums()).toEqual([100, 0, 100]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
  });

  test('can be refunded for the rest', async () => {
    const at = await returned(60);
    await at.leaves(at.refundId, 'charge');
    expect(await at.sums()).toEqual([100, 0, 60]);
    await expect(at.refund(41)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
    await at.end(await at.refund(40), 'succeeded');
  });

  test('can be refunded again after the refund has come back again', async () => {
    const at = await returned();
    await at.leaves(at.refundId, 'charge');
    await at.comesBack(at.refundId, `M ${at.refundId}`);
    expect(await at.sums()).toEqual([100, 0, 0]);
    await at.end(await at.refund(100), 'succeeded');
  });

  test('can be refunded again after the charge was corrected', async () => {
    const at = await returned();
    const charged = await at.leaves(at.refundId, 'charge');
    await at.correct(charged);
    expect(await at.sums()).toEqual([100, 0, 0]);
  });

  test('keeps the sums when the credit is corrected, because the refund left twice', async () => {
    const at = await returned();
    await at.leaves(at.refundId, 'charge');
    await at.correct(at.credited);
    expect(await at.sums()).toEqual([100, 0, 100]);
  });

  test('is offered no credit when a smaller amount is reported of the first payout', async () => {
    const at = await returned();
    await at.reportsLess(at.refundId, 70, 'P');
    const [exceptionId] = await at.openOf(at.refundId);
    await expect(resolveAs(knex, exceptionId ?? '', 'credit=30')).rejects.toMatchObject({
      why: 'unfit',
      message: expect.stringContaining('by charge, absorb: at most 70.00 baht together; dismiss'),
    });
    await at.resolveOf(at.refundId, 'dismiss');
  });
});

describe('a payment whose refund came back and is reported as paid without a new transfer', () => {
  async function returned() {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.end(refundId, 'succeeded', `P ${refundId}`);
    await at.comesBack(refundId);
    return { ...at, refundId };
  }

  async function reported() {
    const at = await returned();
    const repeat = () => at.end(at.refundId, 'succeeded');
    await repeat();
    const [exceptionId = ''] = await at.openOf(at.refundId);
    return { ...at, repeat, exception: await findException(knex, exceptionId) };
  }

  test('has an exception for the id of the first transfer, whose return was booked', async () => {
    const at = await returned();
    await at.end(at.refundId, 'succeeded', `P ${at.refundId}`);
    await at.resolveOf(at.refundId, 'charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
  });

  test('has an exception for the operator', async () => {
    const at = await reported();
    if (at.exception === null) throw new Error('no exception is open');
    expect(at.exception.kind).toBe('conflict');
    expect(resolutionsOf(at.exception).join()).toBe(ways);
    expect(sharesOf(at.exception)[0]?.satang).toBe(10_000);
    await at.resolveOf(at.refundId, 'dismiss');
    expect(await at.sums()).toEqual([100, 0, 0]);
    await at.repeat();
    expect(await at.openOf(at.refundId)).toEqual([]);
  });

  test('cannot be refunded again after a charge', async () => {
    const at = await reported();
    await at.resolveOf(at.refundId, 'charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
    await expect(at.refund(1)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
    await at.repeat();
    expect(await at.openOf(at.refundId)).toEqual([]);
  });

  test('has an exception for each contradiction, resolved in their order', async () => {
    const at = await paid();
    const refundId = await at.refund(100);
    for (const reported of ['succeeded', 'failed', 'succeeded'] as const) {
      await at.end(refundId, reported, `P ${refundId}`);
    }
    const found = await Promise.all(
      (await at.openOf(refundId)).map((id) => findException(knex, id)),
    );
    const first = found.find((one) => one?.waitsFor === null);
    expect(found).toHaveLength(2);
    await resolveAs(knex, first?.id ?? '', 'credit');
    expect(await at.sums()).toEqual([100, 0, 0]);
    await at.resolveOf(refundId, 'charge');
    expect(await at.sums()).toEqual([100, 0, 100]);
  });
});

describe('a failed refund that left and is reported with a smaller amount', () => {
  /** A refund of 100 baht failed, 100 left for it, then the bank reports 70. */
  async function reportedAgain({ isReserved = false } = {}) {
    const at = await paid();
    const refundId = await at.refund(100);
    await at.end(refundId, 'failed');
    const second = isReserved ? await at.refund(100) : '';
    const charged = await at.leaves(refundId, 'charge');
    await at.reportsLess(refundId, 70, 'L');
    await at.resolveOf(refundId, 'credit');
    return { ...at, refundId, second, charged };
  }

  test('is credited with the difference, which is refundable again', async () => {
    const at = await reportedAgain();
    expect(await at.sums()).toEqual([100, 0, 70]);
    const { reversed_satang: left } = await knex('orders').where('id', at.refundId).first();
    expect(left).toBe(7_000);
    await expect(at.refund(31)).rejects.toMatchObject({ code: 'refund_exceeds_remaining' });
    await at.end(await at.refund(30), 'succeeded');
  });

  test('is credited also while another refund has reserved the amount', async () => {
    const at = await reportedAgain({ isReserved: true });
    expect(await at.sums()).toEqual([100, 0, 100]);
    await at.end(at.second, 'failed');
    expect(await at.sums()).toEqual([100, 70, 0]);
  });

  test('keeps its charge, of which a part has been credited', async () => {
    const at = await reportedAgain();
    await expect(at.correct(at.charged)).rejects.toMatchObject({ why: 'refunded' });
    expect(await at.sums()).toEqual([100, 0, 70]);
  });
});
