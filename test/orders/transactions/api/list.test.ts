import type { z } from 'zod';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { rollUpNextHour } from '../../../../src/orders/store/roll-up-orders';
import { findViolations } from '../../../../src/reports/store/invariants';
import type { transactionPage } from '../../../../src/orders/transactions/api/schema';
import { testCallback, testDeposit, testMerchant, testWithdrawal } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';

type Page = z.output<typeof transactionPage>;

let api: Api;
/** Order ids by outcome. */
let orders: Readonly<Record<string, string>>;

const destination = { bank_name: 'KBANK', account_number: '1234567890', account_name: 'สมชาย' };

async function pay(request: object = {}): Promise<string> {
  const { payment_id: id } = await api.createQrCode(request);
  await testCallback(api.deps, id, { reported: 'succeeded' });
  await applyPending(api.deps.db, id);
  return id;
}

async function refund(paymentId: string, amount: number): Promise<string> {
  const body = { payment_id: paymentId, amount, destination };
  const answer = await api.post('/Thai/v1/refunds', body);
  expect(answer.status).toBe(200);
  return (answer.body as { refund_id: string }).refund_id;
}

async function end(orderId: string, reported: 'succeeded' | 'failed'): Promise<void> {
  await testCallback(api.deps, orderId, { reported });
  await applyPending(api.deps.db, orderId);
}

beforeAll(async () => {
  api = await startApi();
  const pending = (await api.createQrCode()).payment_id;
  const failed = (await api.createQrCode()).payment_id;
  await end(failed, 'failed');
  const expired = (await api.createQrCode()).payment_id;
  await api.post(`/Thai/v1/payments/${expired}/expire`);
  const succeeded = await pay();
  const refunded = await pay({ amount: 250 });
  const whole = await refund(refunded, 250);
  await end(whole, 'succeeded');
  const partly = await pay();
  const waiting = await refund(partly, 40);
  const refused = await refund(partly, 30);
  await end(refused, 'failed');
  // Not in the list.
  await testDeposit(api.deps, api.merchant);
  await testWithdrawal(api.deps, api.merchant);
  orders = { pending, failed, expired, succeeded, refunded, whole, partly, waiting, refused };
  // Created a day apart, for a definite order.
  for (const [at, id] of Object.values(orders).entries()) {
    const created_at = new Date(`2026-01-0${at + 1}T12:00:00.000Z`);
    await api.deps.db('orders').where('id', id).update({ created_at });
  }
});

async function list(query: string, sending?: { key: string }): Promise<Page> {
  const { status, body } = await api.get(`/Thai/v1/transactions${query}`, sending);
  expect(status).toBe(200);
  return body as Page;
}

/** The outcomes of a page's transactions, by the names above. */
const namesOn = ({ transactions }: Page) =>
  transactions.map(({ transaction_id }) => {
    const characters = transaction_id.replace(/^txn_/, '');
    return Object.keys(orders).find((name) => orders[name]?.endsWith(`_${characters}`));
  });

const newestFirst = () => Object.keys(orders).toReversed();

describe.each(['before the rollup', 'after the rollup'])('200: the list, %s', (when) => {
  if (when === 'after the rollup') {
    beforeAll(async () => {
      while (await rollUpNextHour(api.deps.db)) continue;
    });
  }

  it('has one transaction for each payment and refund, newest first', async () => {
    const page = await list('');
    expect(namesOn(page)).toEqual(newestFirst());
    expect(page).toMatchObject({
      total: 9,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('contains a payment and its refund', async () => {
    const { transactions } = await list('?start_date=2026-01-05&end_date=2026-01-06');
    const { refunded = '', whole = '' } = orders;
    expect(transactions).toEqual([
      {
        transaction_id: `txn_${whole.slice('re_'.length)}`,
        payment_id: refunded,
        type: 'refund',
        status: 'succeeded',
        amount: -250,
        currency: 'THB',
        created_at: '2026-01-06T12:00:00.000Z',
      },
      {
        transaction_id: `txn_${refunded.slice('pay_'.length)}`,
        payment_id: refunded,
        type: 'payment',
        status: 'refunded',
        amount: 250,
        currency: 'THB',
        created_at: '2026-01-05T12:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['?status=pending', ['waiting', 'pending']],
    ['?status=succeeded', ['partly', 'whole', 'succeeded']],
    ['?status=failed', ['refused', 'expired', 'failed']],
    ['?status=refunded', ['refunded']],
    ['?type=refund', ['refused', 'waiting', 'whole']],
    ['?type=payment&status=failed', ['expired', 'failed']],
    ['?type=refund&status=refunded', []],
    ['?status=failed&start_date=2026-01-03', ['refused', 'expired']],
    ['?end_date=2026-01-02', ['failed', 'pending']],
    ['?start_date=2026-01-02T12:00:00Z&end_date=2026-01-03T12:00:00Z', ['expired', 'failed']],
    ['?start_date=2026-01-09&end_date=2026-01-01', []],
  ])('filtered by %s is %j', async (query, expected) => {
    const page = await list(query);
    expect([namesOn(page), page.total]).toEqual([expected, expected.length]);
  });

  it('is paginated by offset', async () => {
    const page = await list('?limit=2&offset=3');
    expect(namesOn(page)).toEqual(newestFirst().slice(3, 5));
    expect(page).toMatchObject({ total: 9, limit: 2, offset: 3, has_more: true });
    expect(await list('?offset=999999999')).toMatchObject({ transactions: [], total: 9 });
  });

  it("excludes another merchant's transactions from items, counts and filters", async () => {
    const { apiKey: key } = await testMerchant(api.deps.db);
    const ours = await list('?limit=1');
    for (const query of ['', '?type=refund', `?cursor=${ours.next_cursor}`]) {
      expect(await list(query, { key })).toMatchObject({ transactions: [], total: 0 });
    }
  });

  it('agrees with the ledger and its counts', async () => {
    expect(await findViolations(api.deps.db)).toEqual([]);
  });
});

describe('a cursor', () => {
  it('returns each transaction once while payments are created and change', async () => {
    const seen: (string | undefined)[] = [];
    let page = await list('?limit=2');
    for (;;) {
      seen.push(...namesOn(page));
      if (page.next_cursor === null) break;
      const { payment_id } = await api.createQrCode();
      await end(payment_id, 'failed');
      page = await list(`?limit=2&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(newestFirst());
  });
});

describe('400: an invalid query', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
    ['status=expired', 'status'],
    ['status=', 'status'],
    ['type=failed', 'type'],
    ['type=deposit', 'type'],
    ['start_date=yesterday', 'start_date'],
    ['end_date=2026-02-30', 'end_date'],
    ['cursor=bm90IG91cnM', 'cursor'],
  ])('%s names the parameter', async (query, param) => {
    const answer = await api.get(`/Thai/v1/transactions?${query}`);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
  });
});
