import type { z } from 'zod';
import { findViolations } from '../../../../src/reports/store/invariants';
import type { refundPage } from '../../../../src/orders/refund/api/schema';
import { testMerchant } from '../../../support/gateway';
import { testPaidPayment, testRefund } from '../../../support/refunds';
import { refundsPath, startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
let stranger: { readonly key: string };
let theirPayment: string;
let theirRefund: string;
/** Newest first. */
let refunds: readonly string[];
let payments: readonly [string, string];

beforeAll(async () => {
  shop = await startShop();
  const other = await testMerchant(shop.db);
  stranger = { key: other.apiKey };
  theirPayment = await testPaidPayment(shop.deps, other.merchant);
  theirRefund = await testRefund(shop.deps, other.merchant, { paymentId: theirPayment });
  payments = [await shop.paid(), await shop.paid()];
  const made: string[] = [];
  for (const [payment_id, amount] of [
    [payments[0], 10],
    [payments[0], 20],
    [payments[1], 30],
    [payments[0], 5],
    [payments[1], 1],
  ] as const) {
    made.unshift((await shop.created({ payment_id, amount })).refund_id);
  }
  refunds = made;
  await shop.sendCallback(made[0] ?? '', { reported: 'succeeded' });
  await shop.sendCallback(made[1] ?? '', { reported: 'failed' });
});
afterAll(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

async function list(query: string, sending?: { key: string }) {
  const answer = await shop.get(`${refundsPath}${query}`, sending);
  expect(answer.status).toBe(200);
  return answer.body as z.output<typeof refundPage>;
}
const ids = (page: z.output<typeof refundPage>) => page.refunds.map((refund) => refund.refund_id);

describe('a list of refunds', () => {
  it('is sorted newest first, with a total', async () => {
    const page = await list('');
    expect(ids(page)).toEqual(refunds);
    expect(page).toMatchObject({
      total: 5,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('can be filtered by payment', async () => {
    const page = await list(`?payment_id=${payments[1]}`);
    expect(page.refunds.map(({ amount, payment_id }) => [amount, payment_id])).toEqual([
      [1, payments[1]],
      [30, payments[1]],
    ]);
    expect(page.total).toBe(2);
  });

  it.each([
    ['succeeded', [0]],
    ['failed', [1]],
    ['pending', [2, 3, 4]],
    ['processing', []],
  ] as const)('with status=%s contains only the refunds in that status', async (status, places) => {
    const page = await list(`?status=${status}`);
    expect(ids(page)).toEqual(places.map((place) => refunds[place]));
    expect(page.refunds.map((refund) => refund.status)).toEqual(places.map(() => status));
    expect(page.total).toBe(places.length);
  });

  it('can be filtered by payment and status', async () => {
    expect(ids(await list(`?payment_id=${payments[0]}&status=failed`))).toEqual([refunds[1]]);
  });

  it('can be filtered by period', async () => {
    const { created_at } = await shop.readRefund(refunds[2] ?? '');
    expect(ids(await list(`?end_date=${created_at}`))).toEqual(refunds.slice(2));
    expect(ids(await list(`?start_date=${created_at}`))).toEqual(refunds.slice(0, 3));
    expect((await list('?start_date=2999-01-01')).total).toBe(0);
  });

  it('is paginated without gaps or repeats while another is created', async () => {
    const first = await list(`?limit=2&payment_id=${payments[0]}`);
    expect([first.has_more, first.total]).toEqual([true, 3]);
    const added = await shop.created({ payment_id: payments[0], amount: 2 });
    const next = await list(`?limit=2&payment_id=${payments[0]}&cursor=${first.next_cursor ?? ''}`);
    expect([...ids(first), ...ids(next)]).toEqual([refunds[1], refunds[3], refunds[4]]);
    expect(next.has_more).toBe(false);
    await shop.sendCallback(added.refund_id, { reported: 'failed' });
  });

  it.each([
    'limit=0',
    'limit=101',
    'offset=-1',
    'status=refunded',
    'status=expired',
    'payment_id=',
    'payment_id=re_1',
    "payment_id=pay_'",
    'payment_id=pay_1&payment_id=pay_2',
    'cursor=x',
    'start_date=yesterday',
  ])('with %s gets 400', async (query) => {
    const answer = await shop.get(`${refundsPath}?${query}`);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameters']);
  });
});

describe("another merchant's", () => {
  it('refunds are in no list, with any filter', async () => {
    expect(ids(await list('', stranger))).toEqual([theirRefund]);
    expect((await list(`?payment_id=${theirPayment}`)).total).toBe(0);
    expect((await list(`?payment_id=${payments[0]}`, stranger)).total).toBe(0);
  });

  it('cursor returns none of their refunds', async () => {
    const { next_cursor } = await list('?limit=1');
    const page = await list(`?cursor=${next_cursor ?? ''}`, stranger);
    expect(ids(page)).toEqual([theirRefund]);
  });

  it.each([
    ['an id of theirs', () => theirRefund],
    ['the id of a payment', () => payments[0]],
    ['an unknown id', () => 're_none'],
    ['a malformed id', () => "re_' --"],
    ['an id in capitals', () => (refunds[0] ?? '').toUpperCase()],
  ])('refund gets 404: %s', async (_name, id) => {
    const answer = await shop.get(`${refundsPath}/${encodeURIComponent(id())}`);
    expect([answer.status, answer.code]).toEqual([404, 'refund_not_found']);
  });
});

it('a refund is not found or listed as a payment', async () => {
  expect((await shop.get(`/v1/payments/${refunds[0]}`)).code).toBe('payment_not_found');
  const { body } = await shop.get('/v1/payments');
  expect(body).toMatchObject({ total: 2 });
});

it('a payment in a list has its refunded amount', async () => {
  const { body } = await shop.get('/v1/payments');
  expect(body).toMatchObject({
    payments: [
      { payment_id: payments[1], amount_refunded: 1, status: 'succeeded' },
      { payment_id: payments[0], amount_refunded: 0, status: 'succeeded' },
    ],
  });
});
