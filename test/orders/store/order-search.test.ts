import { fc } from '../../support/property';
import type { Db } from '../../../src/platform/postgres/connect';
import { listPayments } from '../../../src/orders/store/orders';
import { listTransactions } from '../../../src/orders/transactions/store/transactions';
import type { Slice } from '../../../src/orders/store/order-page';
import { meaningsOf } from '../../../src/orders/rules/search';
import { testDatabase, withoutTriggers } from '../../support/database';

let knex: Db;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

interface Written {
  readonly id: string;
  readonly merchant_id: string;
  readonly kind: 'payment' | 'refund';
  readonly status: string;
  readonly amount_satang: number;
  readonly ref: string | null;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

/** Few values, so that orders often coincide and match in several ways. */
const written = fc
  .record({
    merchant_id: fc.constantFrom('mer_a', 'mer_a', 'mer_b'),
    kind: fc.constantFrom('payment' as const, 'payment' as const, 'refund' as const),
    status: fc.constantFrom('pending', 'succeeded', 'failed'),
    amount_satang: fc.constantFrom(10_000, 15_000, 20_000),
    reference: fc.constantFrom(null, 'o-1', 'O-12', '150', 'cart:1', 'ใบสั่ง-1'),
    metadata: fc.constantFrom(null, { cart: 1 }, { cart: '1', till: 'x=y' }, { deep: { cart: 1 } }),
    age: fc.nat({ max: 5 }),
    paidAfter: fc.nat({ max: 5 }),
  })
  .map(({ age, paidAfter, ...each }) => ({
    ...each,
    created_at: new Date(NOW_MS - age * 1_000),
    completed_at: each.status === 'succeeded' ? new Date(NOW_MS + (paidAfter - age) * 1_000) : null,
  }));

const asked = fc.record({
  typed: fc.constantFrom(
    'o-1',
    'O-',
    'o%',
    'ใบสั่ง',
    '150',
    '฿150.00',
    'cart:1',
    'cart=2',
    'till:x=y',
    'none',
    'id',
    ' ',
  ),
  status: fc.constantFrom(undefined, 'succeeded' as const),
  until: fc.constantFrom(undefined, 15_000),
  time: fc.constantFrom('created' as const, 'completed' as const),
  /** The list without a search reads another index. */
  isSearch: fc.boolean(),
  from: fc.constantFrom(undefined, new Date(NOW_MS - 2_000)),
  limit: fc.integer({ min: 1, max: 4 }),
});

/** The expected meaning, evaluated per order. */
function isMeant(order: Written, typed: string): boolean {
  const text = typed.trim();
  if (text === '') return false;
  if (text.startsWith('pay_')) return order.id === text;
  const [, key = '', value] = /^([^:=]+)[:=](.+)$/.exec(text) ?? [];
  const sum = /^฿?(\d+)(\.00)?$/.exec(text)?.[1];
  const word = order.metadata?.[key];
  return (
    (order.reference?.toLowerCase().startsWith(text.toLowerCase()) ?? false) ||
    (sum !== undefined && order.amount_satang === Number(sum) * 100) ||
    (value !== undefined && (word === value || (typeof word === 'number' && `${word}` === value)))
  );
}

async function readAll(
  list: {
    read(
      slice: Slice,
    ): Promise<{ items: readonly { id: string }[]; hasMore: boolean; last: Slice['after'] }>;
  },
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  let after: Slice['after'] = null;
  for (;;) {
    const { items, hasMore, last } = await list.read({ limit, offset: 0, after });
    ids.push(...items.map(({ id }) => id));
    after = last;
    if (!hasMore) return ids;
  }
}

test('a search returns exactly the matching orders over all pages', async () => {
  await knex('merchants').insert(['mer_a', 'mer_b'].map((id) => ({ id, name: id })));
  const everything = fc.tuple(fc.array(written, { minLength: 1, maxLength: 40 }), asked);
  await fc.assert(
    fc.asyncProperty(everything, async ([orders, query]) => {
      await withoutTriggers(knex, 'truncate orders, order_states cascade');
      const stored: Written[] = orders.map((order, n) => ({
        ...order,
        id: `${order.kind === 'payment' ? 'pay' : 're'}_${String(n).padStart(3, '0')}`,
        ref: order.kind === 'payment' ? `REF${String(n).padStart(17, '0')}` : null,
      }));
      await knex('orders').insert(
        stored.map((order) => ({
          ...order,
          metadata: order.metadata && JSON.stringify(order.metadata),
          method: order.kind === 'payment' ? 'qr' : null,
          expires_at: order.kind === 'payment' ? order.created_at : null,
        })),
      );
      const { limit, status, until, time, from, isSearch } = query;
      const typed = query.typed === 'id' ? 'pay_000' : query.typed;
      const filter = {
        merchantId: 'mer_a',
        time,
        ...(isSearch ? { search: meaningsOf(typed) } : {}),
        ...(from === undefined ? {} : { from }),
        ...(status === undefined ? {} : { status }),
        ...(until === undefined ? {} : { amount: { untilSatang: until } }),
      };
      const at = (order: Written) =>
        +((time === 'completed' && order.completed_at) || order.created_at);
      const matching = (kinds: readonly string[]) =>
        stored
          .filter((order) => order.merchant_id === 'mer_a' && kinds.includes(order.kind))
          .filter((order) => status === undefined || order.status === status)
          .filter((order) => until === undefined || order.amount_satang <= until)
          .filter((order) => !isSearch || isMeant(order, typed))
          .filter((order) => time === 'created' || order.completed_at !== null)
          .filter((order) => from === undefined || at(order) >= +from)
          .sort((a, b) => at(b) - at(a) || (a.id < b.id ? 1 : -1));
      const expected = (kinds: readonly string[]) => matching(kinds).map(({ id }) => id);
      const payments = listPayments(knex, filter);
      expect(await readAll(payments, limit)).toEqual(expected(['payment']));
      expect(await payments.count()).toBe(expected(['payment']).length);
      const transactions = listTransactions(knex, filter);
      expect(await readAll(transactions, limit)).toEqual(expected(['payment', 'refund']));
      const all = matching(['payment', 'refund']);
      const total = (some: readonly Written[]) =>
        some.reduce((sum, { amount_satang }) => sum + amount_satang, 0);
      expect(await transactions.sum(40)).toMatchObject({
        count: all.length,
        inSatang: total(all.filter(({ kind }) => kind === 'payment')),
        outSatang: total(all.filter(({ kind }) => kind === 'refund')),
      });
      expect(await transactions.sum(1)).toEqual(all.length > 1 ? null : expect.anything());
    }),
    { numRuns: 120 },
  );
});

test('an order that matches in two ways is listed once', async () => {
  await withoutTriggers(knex, 'truncate orders, order_states cascade');
  const ids = ['pay_5', 'pay_4', 'pay_3', 'pay_2', 'pay_1'];
  const twice = { merchant_id: 'mer_a', kind: 'payment', reference: '150', amount_satang: 15_000 };
  const at = new Date(NOW_MS);
  const rest = { method: 'qr', status: 'pending', created_at: at, expires_at: at };
  await knex('orders').insert(ids.map((id) => ({ ...twice, ...rest, id, ref: id })));
  const list = listPayments(knex, { merchantId: 'mer_a', search: meaningsOf('150') });
  expect(await readAll(list, ids.length)).toEqual(ids);
});

test.each([
  ['the id of a payment', 'pay_01k', [{ by: 'id', ids: ['pay_01k'] }]],
  ['the id of a transaction', 'txn_01k', [{ by: 'id', ids: ['pay_01k', 're_01k'] }]],
  ['the id of a QR code', 'qr_01k', [{ by: 'qrCode', qrCodeId: 'qr_01k' }]],
  ['nothing', '  ', []],
])('%s has one interpretation', (_name, typed, meanings) => {
  expect(meaningsOf(typed)).toEqual(meanings);
});

test('metadata is found by its first 50 keys and by plain values only', async () => {
  const wide = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`k${n}`, n]));
  const count = async (metadata: object) => {
    const { rows } = await knex.raw('select metadata_terms(?, ?) as terms', [
      'mer_a',
      JSON.stringify(metadata),
    ]);
    return ((rows[0].terms ?? []) as unknown[]).length;
  };
  expect(await count(wide)).toBe(50);
  expect(await count({ a: { b: 1 }, c: [1], d: null, e: true })).toBe(1);
});
