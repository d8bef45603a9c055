import {
  findException,
  openUnknownOutcome,
  type Exception,
} from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Db } from '../../src/platform/postgres/connect';
import {
  exceptionKinds,
  hasNoAmount,
  requiresRest,
  resolutionsOf,
  sharesOf,
  wholeOf,
  type ExceptionKind,
  type Part,
  type Resolution,
} from '../../src/exceptions/rules/exception';
import { rests } from '../../src/exceptions/rules/resolution';
import { newId } from '../../src/platform/new-id';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { putOnLink } from '../support/payment-links';
import { payer, testPaidPayment, testRefund, testTokenPayment } from '../support/refunds';
import { resolveAs } from '../support/resolve';

let knex: Db;
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
});

type Report = Omit<Parameters<typeof testCallback>[2], 'reported'>;

/** A merchant with money, and shorthands for its orders, of 100 baht each, and their callbacks. */
async function createShop() {
  const { merchant } = await testMerchant(knex, { openingSatang: 10_000_000 });
  const report = async (
    id: string,
    reported: 'succeeded' | 'failed' | 'reversed',
    more: Report = {},
  ) => {
    // Money in suspense can be refunded to this account.
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    await testCallback(deps, id, { reported, bodySealed, ...more });
    await applyPending(knex, id);
  };
  const openOf = async () => {
    const open = knex('exceptions').where('merchant_id', merchant.id).whereNull('resolved_at');
    const ids: string[] = await open.orderBy('id').pluck('id');
    const found = await Promise.all(ids.map((id) => findException(knex, id)));
    return found.filter((one) => one !== null);
  };
  return {
    // Refunds go to this account.
    payment: () =>
      testPayment(deps, merchant, {
        client: { name: 'Y', bankName: 'SCB', bankAccount: '1112223334' },
      }),
    charge: () => testTokenPayment(deps, merchant),
    payouts: {
      withdrawal: () => testWithdrawal(deps, merchant),
      refund: async () =>
        testRefund(deps, merchant, { paymentId: await testPaidPayment(deps, merchant) }),
    },
    refundOf: (paymentId: string) => testRefund(deps, merchant, { paymentId }),
    report,
    paid: (id: string, name: string | null, baht = 100) =>
      report(id, 'succeeded', {
        transactionId: name === null ? null : `${name} ${id}`,
        amountSatang: baht * 100,
      }),
    reversed: (id: string, name: string, baht = 100) =>
      report(id, 'reversed', { transactionId: `${name} ${id}`, amountSatang: baht * 100 }),
    failed: (id: string, name: string) =>
      report(id, 'failed', { transactionId: `${name} ${id}`, amountSatang: null }),
    openOf,
    async resolve(kind: ExceptionKind, how: Resolution) {
      const found = (await openOf()).filter((one) => one.kind === kind);
      expect(found).toHaveLength(1);
      await resolveAs(knex, found[0]?.id ?? '', how, {}, deps);
    },
  };
}
type Shop = Awaited<ReturnType<typeof createShop>>;

/** What opens exceptions, by a title. Each begins with a new order. */
const paymentCases: Readonly<Record<string, (shop: Shop, id: string) => Promise<unknown>>> = {
  async 'a paid payment that failed'(shop, id) {
    await shop.paid(id, 'A');
    await shop.report(id, 'failed');
  },
  async 'a refunded payment that failed'(shop, id) {
    await shop.paid(id, 'A');
    await shop.paid(await shop.refundOf(id), 'R');
    await shop.report(id, 'failed');
  },
  async 'a reversed payment'(shop, id) {
    await shop.paid(id, 'A');
    await shop.reversed(id, 'A');
  },
  async 'a duplicate in suspense'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
  },
  async 'a duplicate in suspense that was reversed'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
    await shop.reversed(id, 'B');
  },
  async 'a duplicate in suspense that failed'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
    await shop.failed(id, 'B');
  },
  async 'an accepted duplicate that was reversed'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
    await shop.resolve('duplicate_payment', 'accept');
    await shop.reversed(id, 'B');
  },
  async 'a returned duplicate that was reversed'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
    await shop.resolve('duplicate_payment', 'return');
    await shop.reversed(id, 'B');
  },
  async 'money of a stopped link'(shop, id) {
    const link = await putOnLink({ db: knex }, id);
    await knex('payment_links').where('id', link).update({ stopped_at: new Date() });
    await shop.paid(id, 'A');
  },
  async 'money of a stopped link that was reversed'(shop, id) {
    const link = await putOnLink({ db: knex }, id);
    await knex('payment_links').where('id', link).update({ stopped_at: new Date() });
    await shop.paid(id, 'A');
    await shop.reversed(id, 'A');
  },
  async 'a payment of less'(shop, id) {
    await shop.paid(id, 'A', 60);
  },
  async 'a payment of less that failed'(shop, id) {
    await shop.paid(id, 'A', 60);
    await shop.report(id, 'failed');
  },
  async 'a payment of less that was reversed'(shop, id) {
    await shop.paid(id, 'A', 60);
    await shop.reversed(id, 'A', 60);
  },
  async 'a payment of less and a success without a transfer'(shop, id) {
    await shop.paid(id, 'A', 60);
    await shop.report(id, 'succeeded');
  },
  async 'a payment of more'(shop, id) {
    await shop.paid(id, 'A', 150);
  },
  async 'a payment of more that was reversed'(shop, id) {
    await shop.paid(id, 'A', 150);
    await shop.reversed(id, 'A', 150);
  },
  async 'a payment reported again with more'(shop, id) {
    await shop.paid(id, 'A');
    await shop.paid(id, 'A', 130);
  },
  async 'a payment reported again with less'(shop, id) {
    await shop.paid(id, 'A');
    await shop.paid(id, 'A', 70);
  },
  async 'a transfer of another order'(shop, id) {
    const transactionId = `E ${id}`;
    await shop.report(await shop.payment(), 'succeeded', { transactionId, amountSatang: 10_000 });
    await shop.report(id, 'succeeded', { transactionId, amountSatang: 10_000 });
  },
};

/** A payout that the bank made by `A` and returned, whose amount has been credited. */
async function comesBack(shop: Shop, id: string): Promise<void> {
  await shop.paid(id, 'A');
  await shop.report(id, 'failed');
  await shop.resolve('conflict', 'credit');
}

const payoutCases: Readonly<Record<string, (shop: Shop, id: string) => Promise<unknown>>> = {
  async 'that failed after it succeeded'(shop, id) {
    await shop.paid(id, 'A');
    await shop.report(id, 'failed');
  },
  async 'that succeeded after it failed'(shop, id) {
    await shop.report(id, 'failed');
    await shop.paid(id, 'A');
  },
  async 'that failed and was made twice'(shop, id) {
    await shop.report(id, 'failed');
    for (const name of ['A', 'B']) await shop.paid(id, name);
  },
  async 'that was made twice'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
  },
  async 'of less, and failed'(shop, id) {
    await shop.paid(id, 'A', 60);
    await shop.report(id, 'failed');
  },
  async 'of more'(shop, id) {
    await shop.paid(id, 'A', 150);
  },
  async 'that was reported again with more'(shop, id) {
    await shop.paid(id, 'A');
    await shop.paid(id, 'A', 130);
  },
  async 'that was reported again with less'(shop, id) {
    await shop.paid(id, 'A');
    await shop.paid(id, 'A', 70);
  },
  async 'that failed, left and was reported again with less'(shop, id) {
    await shop.report(id, 'failed');
    await shop.paid(id, 'A');
    await shop.resolve('conflict', 'charge');
    await shop.paid(id, 'A', 70);
  },
  async 'that came back and was made again'(shop, id) {
    await comesBack(shop, id);
    await shop.paid(id, 'B');
  },
  async 'that came back and was reported as paid again'(shop, id) {
    await comesBack(shop, id);
    await shop.paid(id, null);
  },
  async 'that came back and was reported again with less'(shop, id) {
    await comesBack(shop, id);
    await shop.paid(id, 'A', 70);
  },
  async 'that was made twice and failed'(shop, id) {
    for (const name of ['A', 'B']) await shop.paid(id, name);
    await shop.resolve('duplicate_payout', 'charge');
    await shop.report(id, 'failed');
  },
  async 'with the transfer of another'(shop, id) {
    const transactionId = `E ${id}`;
    const other = await shop.payouts.withdrawal();
    await shop.report(other, 'succeeded', { transactionId, amountSatang: 10_000 });
    await shop.report(id, 'succeeded', { transactionId, amountSatang: 10_000 });
  },
  async 'with an unknown outcome'(_shop, id) {
    await testSent(knex, id);
    await openUnknownOutcome(knex, newId('exc_'), id);
  },
};

type Open = (shop: Shop) => Promise<unknown>;
const cases: readonly (readonly [string, Open])[] = [
  ...Object.entries(paymentCases).map(
    ([title, opens]) => [title, async (shop: Shop) => opens(shop, await shop.payment())] as const,
  ),
  ...(['withdrawal', 'refund'] as const).flatMap((kind) =>
    Object.entries(payoutCases).map(
      ([title, opens]) =>
        [
          `a ${kind} ${title}`,
          async (shop: Shop) => opens(shop, await shop.payouts[kind]()),
        ] as const,
    ),
  ),
  [
    'a charge with an unknown outcome',
    async (shop) => openUnknownOutcome(knex, newId('exc_'), await shop.charge()),
  ],
];

/** `pay_elsewhere` needs another account and its provider's denial. */
const offeredBy = (exception: Exception) =>
  resolutionsOf(exception).filter((way) => way !== 'pay_elsewhere');

const covered = new Set<ExceptionKind>();

/** The incoming movements of which merchants have lost more than they were credited. */
async function overcharged(): Promise<unknown[]> {
  const { rows } = await knex.raw(`
    select id from movements cross join lateral (
      select sum(case when credit = 'available' then transfers.amount_satang
                      when debit = 'available' then -transfers.amount_satang else 0 end) as satang
      from transfers left join exceptions on exceptions.id = exception_id
      where coalesce(transfers.movement_id, exceptions.movement_id) = movements.id) as had
    where direction = 'in' and satang < 0`);
  return rows as unknown[];
}

/** The ways that are offered for the conflict about a reversed duplicate. */
test.each<[Resolution, readonly Resolution[]]>([
  ['return', ['lose', 'dismiss']],
  ['write_off', ['dismiss']],
  ['accept', ['charge', 'absorb', 'dismiss']],
])('a duplicate resolved by %s and then reversed is offered %j', async (how, ways) => {
  const shop = await createShop();
  const id = await shop.payment();
  for (const name of ['A', 'B']) await shop.paid(id, name);
  await shop.resolve('duplicate_payment', how);
  await shop.reversed(id, 'B');
  const conflicts = (await shop.openOf()).filter(({ kind }) => kind === 'conflict');
  expect(conflicts.map(resolutionsOf)).toEqual([ways]);
});

test('a duplicate in suspense that failed is not charged for the first payment', async () => {
  const shop = await createShop();
  const id = await shop.payment();
  for (const name of ['A', 'B']) await shop.paid(id, name);
  await shop.failed(id, 'B');
  // The conflict waits for the exception of the money in suspense, which can only be returned.
  expect((await shop.openOf()).map(resolutionsOf)).toEqual([['return'], []]);
  await shop.resolve('duplicate_payment', 'return');
  expect((await shop.openOf()).map(resolutionsOf)).toEqual([['dismiss']]);
});

test('a reversal that was charged opens nothing when it is reported again', async () => {
  const shop = await createShop();
  const id = await shop.payment();
  for (const name of ['A', 'B']) await shop.paid(id, name);
  await shop.resolve('duplicate_payment', 'accept');
  await shop.reversed(id, 'B');
  await shop.resolve('conflict', 'charge');
  await shop.report(id, 'reversed', { transactionId: `B ${id}`, amountSatang: 10_000 });
  expect(await shop.openOf()).toEqual([]);
});

/** The whole amount in one way, with one way for each other amount that must be divided. */
const partsOf = (exception: Exception, way: Resolution): readonly Part[] => [
  ...wholeOf(exception, way),
  ...(hasNoAmount(way) ? [] : sharesOf(exception))
    .filter(({ exactly, ways }) => exactly && !ways.includes(way))
    .flatMap(({ ways: [first], satang }) =>
      first === undefined ? [] : [{ as: first, amountSatang: satang }],
    ),
];

test.each(cases)('every resolution that is offered for %s succeeds', async (_, opens) => {
  const openOnce = async () => {
    const shop = await createShop();
    await opens(shop);
    return shop.openOf();
  };
  const first = await openOnce();
  expect(first.length).toBeGreaterThan(0);
  for (const [nth, offered] of first.entries()) {
    covered.add(offered.kind);
    for (const way of offeredBy(offered)) {
      const needsRest = requiresRest(offered.order, wholeOf(offered, way));
      for (const rest of needsRest ? rests : [null]) {
        const exception = (await openOnce())[nth];
        if (exception === undefined) throw new Error('the case opens other exceptions');
        const parts = partsOf(exception, way);
        const how = parts.map(({ as, amountSatang }) => `${as}=${amountSatang / 100}`).join();
        await resolveAs(knex, exception.id, how, { rest }, deps);
      }
    }
  }
  expect(await findViolations(knex)).toEqual([]);
  expect(await overcharged()).toEqual([]);
});

test('the cases open exceptions of every kind', () => {
  // Money of unknown orders and the hundred and first movement:
  // test/orders/callbacks/api/movements.
  expect([...covered, 'unknown_order', 'too_many_movements'].sort()).toEqual(
    [...exceptionKinds].sort(),
  );
});
