import { CannotResolve } from '../../../src/exceptions/cannot-resolve';
import { retryTaken } from '../../../src/ledger/store/movements';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { claimRequest } from '../../../src/orders/store/provider-requests';
import { openUnknownOutcome } from '../../../src/exceptions/store/exceptions';
import { findViolations } from '../../../src/reports/store/invariants';
import { Problem } from '../../../src/kernel/rules/problem';
import { newId } from '../../../src/platform/new-id';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testSent,
  testWithdrawal,
} from '../../support/gateway';
import { resolveAs } from '../../support/resolve';
import { payer, testPaidPayment, testRefund, testTokenPayment } from '../../support/refunds';
import { until } from '../../support/until';

/** The tests share one configuration: its encryption key seals the audit log's key. */
const config = testConfig();
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase({ poolMax: 30 })).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

async function shop(openingSatang = 0) {
  const deps = testDeps(knex, config);
  const { merchant } = await testMerchant(knex, { openingSatang });
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const sendCallback = async (id: string, callback: Parameters<typeof testCallback>[2]) => {
    await testCallback(deps, id, callback);
    await applyPending(knex, id);
  };
  return { deps, merchant, balance, sendCallback };
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Null for a refused request. Any other error, such as a deadlock, is thrown. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem || error instanceof CannotResolve) return null;
    throw error;
  }
}

describe('concurrent operations of one merchant', () => {
  test('keep totals consistent without a deadlock', async () => {
    const { deps, merchant } = await shop(20_000);
    const paid = await Promise.all([1, 2, 3].map(() => testPaidPayment(deps, merchant)));
    const charged = await Promise.all([1, 2].map(() => testTokenPayment(deps, merchant)));
    const payments = [...paid, ...charged];
    // These refunds exist in every run, independently of the random choices.
    const first = [...paid, ...paid, ...paid, ...paid].map((paymentId) =>
      testRefund(deps, merchant, { paymentId, amountSatang: 100 }),
    );
    const refunds: string[] = await Promise.all(first);
    const withdrawals: string[] = [];
    const words = ['succeeded', 'failed'] as const;
    const call = async (id: string, transactionId: string | null = null) => {
      await testCallback(deps, id, { reported: pick(words), transactionId });
      // As the activity does after a concurrent movement with the same transaction id.
      await retryTaken(() => applyPending(knex, id));
    };
    const acts: readonly (() => Promise<unknown>)[] = [
      async () => {
        const asked = { paymentId: pick(payments), amountSatang: pick([100, 2_500, null]) };
        const id = await unlessRefused(testRefund(deps, merchant, asked));
        if (id !== null) refunds.push(id);
      },
      async () => {
        const amountSatang = pick([100, 1_000]);
        const id = await unlessRefused(testWithdrawal(deps, merchant, { amountSatang }));
        if (id !== null) withdrawals.push(id);
      },
      async () => call(pick(payments), pick(['A', 'B', null])),
      async () => (refunds.length > 0 ? call(pick(refunds)) : null),
      async () => (withdrawals.length > 0 ? call(pick(withdrawals)) : null),
      async () => (refunds.length > 0 ? testSent(knex, pick(refunds)) : null),
      async () => (refunds.length > 0 ? applyPending(knex, pick(refunds)) : null),
      async () => {
        const refund = refunds.at(-1);
        if (refund === undefined) return;
        await openUnknownOutcome(knex, newId('exc_'), refund);
        const open = await knex('exceptions').where('resolved_at', null).pluck('id');
        const how = pick(['release', 'dismiss', 'charge', 'credit', 'accept', 'return'] as const);
        await unlessRefused(resolveAs(knex, pick<string>(open), how));
      },
    ];
    const hammer = async () => {
      for (let n = 0; n < 30; n++) await pick(acts)();
    };
    await Promise.all(Array.from({ length: 16 }, hammer));
    expect(await findViolations(knex)).toEqual([]);
  });
});

describe('a refund', () => {
  test('races with a duplicate transfer of its payment', async () => {
    for (let round = 0; round < 10; round++) {
      const { deps, merchant, balance, sendCallback } = await shop();
      const paymentId = await testPaidPayment(deps, merchant);
      const [id] = await Promise.all([
        testRefund(deps, merchant, { paymentId }),
        sendCallback(paymentId, { reported: 'succeeded', transactionId: 'B' }),
        sendCallback(paymentId, { reported: 'failed' }),
      ]);
      await sendCallback(id, { reported: 'succeeded' });
      expect(await balance()).toEqual([0, 0]);
    }
  });

  test('completes independently of another of the same payment', async () => {
    for (let round = 0; round < 10; round++) {
      const { deps, merchant, balance, sendCallback } = await shop();
      const paymentId = await testPaidPayment(deps, merchant);
      const ids = await Promise.all(
        Array.from({ length: 10 }, () =>
          testRefund(deps, merchant, { paymentId, amountSatang: 1_000 }),
        ),
      );
      await Promise.all(
        ids.map((id, n) => sendCallback(id, { reported: n % 2 === 0 ? 'succeeded' : 'failed' })),
      );
      expect(await balance()).toEqual([5_000, 0]);
      expect(await knex('orders').where('id', paymentId).first()).toMatchObject({
        refunding_satang: 5_000,
        refunded_satang: 5_000,
      });
    }
  });

  test('that fails races with another for its amount, which is used once', async () => {
    for (let round = 0; round < 20; round++) {
      const { deps, merchant, sendCallback } = await shop(50_000);
      const paymentId = await testPaidPayment(deps, merchant);
      const first = await testRefund(deps, merchant, { paymentId });
      const [, ...made] = await Promise.all([
        sendCallback(first, { reported: 'failed' }),
        ...Array.from({ length: 4 }, () =>
          unlessRefused(testRefund(deps, merchant, { paymentId })),
        ),
      ]);
      expect(made.filter((id) => id !== null).length).toBeLessThanOrEqual(1);
    }
  });

  test('released by an operator races with its success callback and ends once', async () => {
    for (let round = 0; round < 10; round++) {
      const { deps, merchant, balance, sendCallback } = await shop();
      const paymentId = await testPaidPayment(deps, merchant);
      const id = await testRefund(deps, merchant, { paymentId });
      await testSent(knex, id);
      await openUnknownOutcome(knex, newId('exc_'), id);
      const [exceptionId] = await knex('exceptions').where('order_id', id).pluck('id');
      const [released] = await Promise.all([
        unlessRefused(resolveAs(knex, exceptionId, 'release')),
        sendCallback(id, { reported: 'succeeded' }),
      ]);
      const { status } = await knex('orders').where('id', id).first('status');
      expect(status).toBe(released === null ? 'succeeded' : 'failed');
      expect(await balance()).toEqual(released === null ? [0, 0] : [10_000, 0]);
    }
  });

  test('that has ended is not submitted by a worker that read it before', async () => {
    const { deps, merchant, sendCallback } = await shop();
    const paymentId = await testPaidPayment(deps, merchant);
    const id = await testRefund(deps, merchant, { paymentId });
    await sendCallback(id, { reported: 'failed' });
    expect(await claimRequest(knex, id, { claims: 0, restoredAt: null }, false)).toBe(false);
  });
});

describe('a crash', () => {
  /** Runs `work` until it waits for a locked row, then kills its connection. */
  async function killedWhileWaitingFor(
    row: { readonly table: string; readonly key: string; readonly id: string },
    work: () => Promise<unknown>,
  ): Promise<void> {
    const waiting = async () => {
      const { rows } = await knex.raw(
        `select pid from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0] as { pid: number } | undefined;
    };
    const killed = await knex.transaction(async (trx) => {
      await trx(row.table).where(row.key, row.id).forNoKeyUpdate();
      const done = work().then(
        () => 'done',
        () => 'killed',
      );
      const found = await until(waiting, { describe: `a transaction waits for ${row.table}` });
      await trx.raw('select pg_terminate_backend(?)', [found.pid]);
      return [done] as const;
    });
    expect(await killed[0]).toBe('killed');
  }

  test('during creation, between payment and balance locks, leaves nothing', async () => {
    const { deps, merchant, balance } = await shop();
    const paymentId = await testPaidPayment(deps, merchant);
    const row = { table: 'balances', key: 'merchant_id', id: merchant.id };
    await killedWhileWaitingFor(row, () => testRefund(deps, merchant, { paymentId }));
    expect(await balance()).toEqual([10_000, 0]);
    expect(await knex('refunds').where('payment_id', paymentId)).toEqual([]);
    await testRefund(deps, merchant, { paymentId });
    expect(await balance()).toEqual([0, 10_000]);
  });

  test.each(['payment', 'balance'])(
    'of a completion that waits for the %s leaves the refund unchanged',
    async (what) => {
      const { deps, merchant, balance } = await shop();
      const paymentId = await testPaidPayment(deps, merchant);
      const id = await testRefund(deps, merchant, { paymentId });
      await testCallback(deps, id, { reported: 'succeeded' });
      const row =
        what === 'payment'
          ? { table: 'orders', key: 'id', id: paymentId }
          : { table: 'balances', key: 'merchant_id', id: merchant.id };
      await killedWhileWaitingFor(row, () => applyPending(knex, id));
      expect(await knex('orders').where('id', id).first()).toMatchObject({ status: 'pending' });
      expect(await balance()).toEqual([0, 10_000]);
      await applyPending(knex, id);
      expect(await balance()).toEqual([0, 0]);
    },
  );
});

test("the payer of a second transfer is not the payment's payer", async () => {
  const { deps, merchant } = await shop();
  const paymentId = await testPaidPayment(deps, merchant, {}, {});
  await testCallback(deps, paymentId, {
    reported: 'succeeded',
    transactionId: 'B',
    bodySealed: deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body'),
  });
  await applyPending(knex, paymentId);
  await expect(testRefund(deps, merchant, { paymentId })).rejects.toThrow(Problem);
});
