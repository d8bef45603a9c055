import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import { listMoneyDays } from '../../../../src/ledger/store/money-days';
import type { Db } from '../../../../src/platform/postgres/connect';
import { testCallback, testDeposit, testWithdrawal } from '../../../support/gateway';
import { testPaidPayment, testRefund } from '../../../support/refunds';
import { withoutTriggers } from '../../../support/database';
import { startApi, type Api } from '../../../http/api';

/** A day in Bangkok, which starts seven hours before that of UTC. */
const DAY = ['2026-03-01T00:00:00.000+07:00', '2026-03-01T23:59:59.999+07:00'] as const;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

/** All but those of the times, which this test has changed. */
const violationsOf = async (db: Db) =>
  (await findViolations(db)).filter(
    ({ invariant }) =>
      invariant !== 'a transfer has the time of its cause' &&
      invariant !== 'transfers are numbered in the order of their times',
  );

/** Sets the creation time of an order, and that of its postings. */
async function at(created: string, orderId: string, posted = created): Promise<void> {
  const { db } = api.deps;
  await db('orders').where('id', orderId).update({ created_at: created });
  // The creation of a withdrawal or refund posts its hold. Only the owner changes transfers.
  await withoutTriggers(
    db,
    `update transfers set created_at = moment.at, effective_at = moment.at
     from (select id, (case kind when 'hold' then '${created}' else '${posted}' end)::timestamptz
           from transfers) as moment (id, at)
     where transfers.id = moment.id and order_id = '${orderId}'`,
  );
}

const paid = (amountBaht: number) =>
  testPaidPayment(api.deps, api.merchant, { amountSatang: amountBaht * 100 });

async function refunded(paymentId: string, amountSatang: number): Promise<string> {
  const id = await testRefund(api.deps, api.merchant, { paymentId, amountSatang });
  await testCallback(api.deps, id, { reported: 'succeeded' });
  await applyPending(api.deps.db, id);
  return id;
}

/** Completes a deposit or a withdrawal. */
async function settled(orderId: string): Promise<string> {
  await testCallback(api.deps, orderId, { reported: 'succeeded' });
  await applyPending(api.deps.db, orderId);
  return orderId;
}

interface Listed {
  readonly transactions: readonly { readonly amount: number; readonly status: string }[];
}
interface Entries {
  readonly entries: readonly {
    readonly available: number;
    readonly held: number;
    readonly created_at: string;
  }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The totals of a period by transactions, balance and ledger, in baht. */
async function booksOf(from: string, to: string): Promise<readonly number[]> {
  const range = `start_date=${encodeURIComponent(from)}&end_date=${encodeURIComponent(to)}`;
  const listed = (await api.get(`/Thai/v1/transactions?limit=100&${range}`)).body as Listed;
  const counted = listed.transactions.filter(({ status }) => status !== 'failed');
  const { entries } = (await api.get('/Thai/v1/balance/entries?limit=100')).body as Entries;
  const within = (edge: string) =>
    sum(
      entries
        .filter(({ created_at: moment }) => Date.parse(moment) <= Date.parse(edge))
        .map(({ available, held }) => available + held),
    );
  const before = new Date(Date.parse(from) - 1).toISOString();
  const posted = (await api.deps.db.raw(
    `select coalesce(sum(postings.amount_satang), 0)::bigint / 100 as baht from postings
     join transfers on transfers.id = transfer_id
     where account in ('available', 'held') and created_at between ? and ?`,
    [from, to],
  )) as { readonly rows: readonly [{ readonly baht: number }] };
  return [
    sum(counted.map(({ amount }) => amount)),
    within(to) - within(before),
    posted.rows[0].baht,
  ];
}

test('the ledger, the balance and the transactions of a day in Bangkok agree', async () => {
  const [dayBefore, first, noon, last, dayAfter] = await Promise.all([
    paid(1_000),
    paid(100),
    paid(250),
    paid(40),
    paid(7_000),
  ]);
  await at('2026-02-28T23:59:59.999+07:00', dayBefore);
  await at(DAY[0], first);
  await at('2026-03-01T12:00:00.000+07:00', noon);
  await at(DAY[1], last);
  await at('2026-03-02T00:00:00.000+07:00', dayAfter);
  await at('2026-03-01T18:00:00.000+07:00', await refunded(dayBefore, 30_000));
  await at('2026-03-02T06:59:59.999+07:00', await refunded(noon, 5_000));

  expect(await booksOf(...DAY)).toEqual([90, 90, 90]);
  // In UTC days the same money falls on other days.
  expect(await booksOf('2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z')).toEqual([
    6_940, 6_940, 6_940,
  ]);
  expect(await violationsOf(api.deps.db)).toEqual([]);
});

test('created before midnight, paid after it: listed by creation, booked by payment', async () => {
  const { deps, merchant } = api;
  const [payment, deposit] = await Promise.all([
    paid(500),
    testDeposit(deps, merchant, { amountSatang: 25_000 }),
  ]);
  await settled(deposit.orderId);
  const withdrawal = await testWithdrawal(deps, merchant, { amountSatang: 12_000 });
  await settled(withdrawal);
  const [before, after] = ['2026-04-01T23:59:59.999+07:00', '2026-04-02T00:00:00.000+07:00'];
  for (const id of [payment, deposit.orderId, withdrawal]) await at(before, id, after);
  await at('2026-04-02T12:00:00.000+07:00', await refunded(payment, 10_000));

  // [transactions by creation, balance, ledger by posting]; the list of transactions excludes
  // deposits and withdrawals. The hold of the first day moves money within the balance.
  const days = ['2026-04-01', '2026-04-02'].map(
    (day) => [`${day}T00:00:00.000+07:00`, `${day}T23:59:59.999+07:00`] as const,
  );
  expect(await Promise.all(days.map(([from, to]) => booksOf(from, to)))).toEqual([
    [500, 0, 0],
    [-100, 530, 530],
  ]);
  expect(await booksOf(days[0]?.[0] ?? '', days[1]?.[1] ?? '')).toEqual([400, 530, 530]);
  // The dashboard's daily totals equal the ledger's.
  const money = await listMoneyDays(deps.db, merchant.id, '2026-04-01');
  expect(money.filter(({ day }) => day < '2026-05-01')).toEqual([
    { day: '2026-04-02', direction: 'in', count: 2, satang: 75_000 },
    { day: '2026-04-02', direction: 'out', count: 2, satang: 22_000 },
  ]);
  expect(await violationsOf(deps.db)).toEqual([]);
});
