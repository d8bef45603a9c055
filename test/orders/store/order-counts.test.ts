import { fc } from '../../support/property';
import type { Knex } from 'knex';
import type { Db } from '../../../src/platform/postgres/connect';
import { listDeposits } from '../../../src/orders/deposit/store/deposits';
import { rollUpNextHour } from '../../../src/orders/store/roll-up-orders';
import { readPage, type Page, type Slice } from '../../../src/orders/store/order-page';
import { listPayments } from '../../../src/orders/store/orders';
import { listTransactions } from '../../../src/orders/transactions/store/transactions';
import {
  transactionStatuses,
  transactionTypes,
} from '../../../src/orders/transactions/rules/transaction';
import { paymentMachine } from '../../../src/orders/rules/kinds/payment';
import { testDatabase, withoutTriggers } from '../../support/database';

let knex: Db;
let nowMs: number;
async function rollUpAll(): Promise<void> {
  while (await rollUpNextHour(knex));
}
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
beforeEach(async () => {
  nowMs = Date.now();
  await withoutTriggers(
    knex,
    'truncate orders, order_states, refunds, merchants, order_counts, order_count_changes cascade',
  );
  await knex('order_rollup').update({ rolled_up_until: '-infinity' });
  await knex('merchants').insert(['mer_a', 'mer_b'].map((id) => ({ id, name: id })));
});

/** Open transactions of a test, closed after it. */
const open: Knex.Transaction[] = [];
async function openTransaction(): Promise<Knex.Transaction> {
  const trx = await knex.transaction();
  open.push(trx);
  return trx;
}
afterEach(async () => {
  for (const trx of open.splice(0)) if (!trx.isCompleted()) await trx.rollback();
});

const HOUR_MS = 3_600_000;
const MONEY = { amount_satang: 10_000 };

/** The statuses of each kind, including refunded payments. */
const states = [
  { kind: 'payment', status: 'pending', refunded_satang: 0 },
  { kind: 'payment', status: 'succeeded', refunded_satang: 0 },
  { kind: 'payment', status: 'succeeded', refunded_satang: 5_000 },
  { kind: 'payment', status: 'succeeded', refunded_satang: 10_000 },
  { kind: 'payment', status: 'expired', refunded_satang: 0 },
  { kind: 'payment', status: 'failed', refunded_satang: 0 },
  { kind: 'refund', status: 'pending', refunded_satang: 0 },
  { kind: 'refund', status: 'processing', refunded_satang: 0 },
  { kind: 'refund', status: 'succeeded', refunded_satang: 0 },
  { kind: 'refund', status: 'failed', refunded_satang: 0 },
  { kind: 'deposit', status: 'expired', refunded_satang: 0 },
] as const;
type State = (typeof states)[number];

const stored = ({ kind, ...state }: State) => ({
  kind,
  ...state,
  refunding_satang: state.refunded_satang,
});

let made = 0;
async function insertOrder(db: Db, merchantId: string, state: State, ageMs: number) {
  const id = `${state.kind === 'refund' ? 're' : 'pay'}_${String(++made).padStart(6, '0')}`;
  await db('orders').insert({
    id,
    merchant_id: merchantId,
    ...MONEY,
    ...stored(state),
    reference: `r-${made % 3}`,
    created_at: new Date(nowMs - ageMs),
  });
  return id;
}

const move = (db: Db, id: string, { status, refunded_satang }: State) =>
  db('orders')
    .where('id', id)
    .update({ status, refunded_satang, refunding_satang: refunded_satang });

interface Row {
  id: string;
  merchant_id: string;
  kind: string;
  status: string;
  amount_satang: number;
  refunded_satang: number;
  reference: string;
  created_at: Date;
}

const everyOrder = () => knex<Row>('orders').select('*') as unknown as Promise<Row[]>;

/** The expected list, by a filter over every order. */
function expectedList(rows: readonly Row[], passes: (row: Row) => boolean): string[] {
  return rows
    .filter(passes)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

const transactionStatus = (row: Row): string => {
  if (row.kind === 'refund') return row.status === 'processing' ? 'pending' : row.status;
  if (row.status === 'expired') return 'failed';
  return row.refunded_satang === row.amount_satang ? 'refunded' : row.status;
};

const inRange = (row: Row, from: Date | undefined, until: Date | undefined) =>
  (from === undefined || row.created_at >= from) &&
  (until === undefined || row.created_at <= until);

/** Follows the cursor from the first page to the last. */
async function readAll(
  list: (slice: Slice) => Promise<Page<{ readonly id: string; readonly createdAt: Date }>>,
) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let after: Slice['after'] = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 7, offset: 0, after });
    ids.push(...page.items.map(({ id }) => id));
    totals.add(page.total);
    const last = page.items.at(-1);
    if (!page.hasMore || last === undefined) return { ids, totals: [...totals] };
    after = { createdAt: last.createdAt, id: last.id };
  }
}

const ageMs = fc.oneof(
  fc.integer({ min: 0, max: 12 * HOUR_MS }),
  // At the edge of an hour.
  fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(-1, 0, 1))
    .map(([hours, ms]) => (nowMs % HOUR_MS) + hours * HOUR_MS + ms),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const state = fc.constantFrom(...states);

const step = fc.oneof(
  {
    arbitrary: fc.record({ merchant: fc.constantFrom('mer_a', 'mer_b'), state, ageMs }),
    weight: 6,
  },
  { arbitrary: fc.record({ moved: fc.nat(), state }), weight: 4 },
  { arbitrary: fc.record({ folds: fc.integer({ min: 1, max: 8 }) }), weight: 1 },
);
const question = fc.record({
  type: maybe(fc.constantFrom(...transactionTypes)),
  status: maybe(fc.constantFrom(...transactionStatuses)),
  state: maybe(fc.constantFrom(...paymentMachine.states)),
  reference: maybe(fc.constantFrom('r-0', 'r-1')),
  from: maybe(ageMs),
  until: maybe(ageMs),
});

type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never;

const given = (parts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

async function expectRight(asked: Question): Promise<void> {
  const rows = await everyOrder();
  const [from, until] = [asked.from, asked.until].map((age) =>
    age === undefined ? undefined : new Date(nowMs - age),
  );
  const own = (row: Row) => row.merchant_id === 'mer_a' && inRange(row, from, until);
  const { type, status, state: paymentState, reference } = asked;
  const range = { merchantId: 'mer_a', ...given({ from, until }) };

  const transactions = expectedList(
    rows,
    (row) =>
      own(row) &&
      (type === undefined ? row.kind !== 'deposit' : row.kind === type) &&
      (status === undefined || transactionStatus(row) === status),
  );
  const filter = { ...range, ...given({ type, status }) };
  expect(await readAll((slice) => readPage(listTransactions(knex, filter), slice))).toEqual({
    ids: transactions,
    totals: [transactions.length],
  });

  const payments = expectedList(
    rows,
    (row) =>
      own(row) &&
      row.kind === 'payment' &&
      (paymentState === undefined || row.status === paymentState) &&
      (reference === undefined || row.reference === reference),
  );
  const paymentFilter = { ...range, ...given({ status: paymentState, reference }) };
  expect(await readAll((slice) => readPage(listPayments(knex, paymentFilter), slice))).toEqual({
    ids: payments,
    totals: [payments.length],
  });
}

test('lists and totals are right before, during and after the rollup', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (steps, questions) => {
        await withoutTriggers(
          knex,
          'truncate orders, order_states, order_counts, order_count_changes cascade',
        );
        await knex('order_rollup').update({ rolled_up_until: '-infinity' });
        const ids: { id: string; kind: string }[] = [];
        for (const one of steps) {
          if ('ageMs' in one) {
            const id = await insertOrder(knex, one.merchant, one.state, one.ageMs);
            ids.push({ id, kind: one.state.kind });
          } else if ('moved' in one) {
            const order = ids[one.moved % Math.max(ids.length, 1)];
            if (order?.kind === one.state.kind) await move(knex, order.id, one.state);
          } else {
            for (let n = 0; n < one.folds; n++) await rollUpNextHour(knex);
          }
        }
        for (const asked of questions) await expectRight(asked);
        await rollUpAll();
        for (const asked of questions) await expectRight(asked);
      },
    ),
    { numRuns: 25 },
  );
});

const total = (status?: 'succeeded' | 'expired') =>
  listPayments(knex, { merchantId: 'mer_a', ...given({ status }) }).count();
const [, succeeded, , , expired] = states;
const rolledUpCounts = async () =>
  Number((await knex('order_counts').sum<{ sum: string }[]>('count as sum'))[0]?.sum ?? 0);

test('closed hours are counted from the rollup, younger ones from the rows', async () => {
  await insertOrder(knex, 'mer_a', succeeded, 5 * HOUR_MS);
  await insertOrder(knex, 'mer_a', succeeded, 0.5 * HOUR_MS);
  await rollUpAll();
  expect(await rolledUpCounts()).toBe(1);
  // The counts are used: a wrong one shows in the total.
  await knex('order_counts').update({ count: 41 });
  expect(await total()).toBe(42);
});

test('a transition that commits after the rollup of its hour is counted', async () => {
  const id = await insertOrder(knex, 'mer_a', expired, 5 * HOUR_MS);
  const late = await openTransaction();
  await move(late, id, succeeded);
  await rollUpAll();
  expect([await total('expired'), await total('succeeded')]).toEqual([1, 0]);
  await late.commit();
  expect([await total('expired'), await total('succeeded')]).toEqual([0, 1]);
  await rollUpAll();
  expect([await total('expired'), await total('succeeded')]).toEqual([0, 1]);
  expect(await knex('order_count_changes').select()).toEqual([]);
});

test('an order inserted into a rolled-up hour is counted', async () => {
  await insertOrder(knex, 'mer_a', succeeded, 9 * HOUR_MS);
  const slow = await openTransaction();
  await insertOrder(slow, 'mer_a', succeeded, 5 * HOUR_MS);
  await rollUpAll();
  await insertOrder(knex, 'mer_a', succeeded, 20 * HOUR_MS);
  expect(await total()).toBe(2);
  await slow.commit();
  expect(await total()).toBe(3);
  await rollUpAll();
  expect([await total(), await rolledUpCounts()]).toEqual([3, 3]);
});

test('an interrupted rollup leaves no trace', async () => {
  await insertOrder(knex, 'mer_a', succeeded, 5 * HOUR_MS);
  const killed = await openTransaction();
  expect(await rollUpNextHour(killed)).toBe(true);
  // A second rollup does nothing meanwhile.
  expect(await rollUpNextHour(knex)).toBe(false);
  await killed.rollback();
  expect([await total(), await rolledUpCounts()]).toEqual([1, 0]);
  await rollUpAll();
  expect([await total(), await rolledUpCounts()]).toEqual([1, 1]);
});

test('concurrent rollups and transitions lose nothing', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) {
    ids.push(await insertOrder(knex, 'mer_a', expired, (n % 20) * HOUR_MS));
  }
  await Promise.all([
    ...[0, 1, 2].map(async (part) => {
      for (const id of ids.filter((_, at) => at % 3 === part)) {
        await move(knex, id, succeeded);
        await insertOrder(knex, 'mer_a', expired, (ids.indexOf(id) % 20) * HOUR_MS);
      }
    }),
    ...[0, 1].map(async () => {
      for (let n = 0; n < 30; n++) await rollUpNextHour(knex);
    }),
    (async () => {
      // A reader never sees an inconsistent total.
      for (let n = 0; n < 30; n++) expect(await total()).toBeGreaterThanOrEqual(60);
    })(),
  ]);
  await rollUpAll();
  expect([await total(), await total('succeeded'), await total('expired')]).toEqual([120, 60, 60]);
});

test('the rollup handles a merchant and an installation without orders', async () => {
  await rollUpAll();
  expect(await rollUpNextHour(knex)).toBe(false);
  expect(await total()).toBe(0);
  await insertOrder(knex, 'mer_a', succeeded, 0);
  expect(await total()).toBe(1);
});

test('deposits are counted like payments', async () => {
  await insertOrder(knex, 'mer_a', states[10], 5 * HOUR_MS);
  await rollUpAll();
  const expiredOnes = listDeposits(knex, { merchantId: 'mer_a', status: 'expired' });
  expect(await expiredOnes.count()).toBe(1);
});
