import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testNamedCallback, testPayment } from '../../support/gateway';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../pages/console/operators';

let dashboard: Dashboard;
let operator: TestOperator;
let owner: Member;
let twice: { readonly orderId: string; readonly exceptionId: string };
let unknown: string;

/** A payment of ฿321.00 whose second transfer opens an exception. */
async function paidTwice(reference: string, transfer: string, accountMask: string) {
  const { deps, merchant } = dashboard;
  const metadata = { cart: reference };
  const orderId = await testPayment(deps, merchant, { reference, metadata, amountSatang: 32_100 });
  for (const suffix of ['A', 'B']) {
    await testCallback(deps, orderId, {
      reported: 'succeeded',
      amountSatang: 32_100,
      transactionId: `${transfer}-${suffix}`,
      payer: { bankName: 'SCB', accountMask },
    });
    await applyPending(deps.db, orderId);
  }
  const [exceptionId = ''] = await deps
    .db('exceptions')
    .where('order_id', orderId)
    .pluck<string[]>('id');
  return { orderId, exceptionId };
}

beforeAll(async () => {
  dashboard = await startDashboard();
  operator = await testOperator(dashboard, 'operator');
  owner = await dashboard.addMember('owner');
  twice = await paidTwice('Till-7', 'SBX-TWICE', 'xxx-x-x2333-x');
  await paidTwice('counter-8', 'SBX-OTHER', 'xxx-x-x9999-x');
  await testNamedCallback(dashboard.deps, {
    route: 'payment',
    kinds: ['payment'],
    namedOrder: 'INV-2026',
    reported: 'succeeded',
    amountSatang: 4_250,
    transactionId: 'SBX-NOBODY',
    payer: { bankName: 'KBANK', accountMask: 'xxx-x-x4444-x' },
  });
  const { db } = dashboard.deps;
  [unknown = ''] = await db('exceptions').whereNull('order_id').pluck<string[]>('id');
});

const PATH = '/console/exceptions';

/** The path that a search opens, which is its list unless it has one result. */
async function opened(q: string, rest: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = `${PATH}?${new URLSearchParams({ q, ...rest }).toString()}`;
  const { status, headers } = await dashboard.get(path, { as: operator });
  return status === 303 ? (headers.get('location') ?? '') : PATH;
}

describe('the search of exceptions', () => {
  it('opens the one of an order by each term that the search of orders has', async () => {
    const order = await dashboard.deps.db('orders').where('id', twice.orderId).first();
    const code = await dashboard.deps.db('qr_codes').where('order_id', twice.orderId).first();
    const terms = [
      twice.orderId,
      twice.exceptionId,
      code.id,
      order.ref,
      'till-',
      'sbx-twice-b',
      'xxx-x-x2333-x',
      '2333',
      'cart:Till-7',
    ];
    for (const q of terms)
      expect([q, await opened(q)]).toEqual([q, `${PATH}/${twice.exceptionId}`]);
  });

  it('opens one without an order by its own evidence', async () => {
    for (const q of ['inv-2026', 'sbx-nobody', '4444', '42.50', unknown]) {
      expect([q, await opened(q)]).toEqual([q, `${PATH}/${unknown}`]);
    }
  });

  it('lists several with reference and masked payer, and keeps the search in tabs', async () => {
    const { text } = await dashboard.get(`${PATH}?q=321`, { as: operator });
    expect(text.match(/href="\/console\/exceptions\/exc_/g)).toHaveLength(2);
    for (const shown of ['Till-7', 'counter-8', 'xxx-x-x2333-x']) expect(text).toContain(shown);
    expect(text).toContain('?state=resolved&amp;q=321');
  });

  it('finds nothing among resolved ones, other kinds, and for another term', async () => {
    for (const [q, rest] of [
      ['Till-7', { state: 'resolved' }],
      ['Till-7', { kind: 'conflict' }],
      ['Till-70', {}],
      ['SBX-TWICE', {}],
      ['%', {}],
    ] as const) {
      const path = `${PATH}?${new URLSearchParams({ q, ...rest }).toString()}`;
      const { status, text } = await dashboard.get(path, { as: operator });
      expect([q, status]).toEqual([q, 200]);
      expect(text).toContain('No matching exceptions');
    }
  });
});

describe("a merchant's list of payments under review", () => {
  it('is searched by the same terms', async () => {
    for (const q of [twice.orderId, 'till-', 'sbx-twice-b', '2333', 'cart:Till-7']) {
      const path = `/dashboard/payments?${new URLSearchParams({ review: 'open', q }).toString()}`;
      const { text } = await dashboard.get(path, { as: owner });
      expect([q, text.match(/<tr id="pay_\w+"/g)]).toEqual([q, [`<tr id="${twice.orderId}"`]]);
    }
    const { text } = await dashboard.get('/dashboard/payments?review=open&q=321', { as: owner });
    expect(text.match(/<tr id="pay_/g)).toHaveLength(2);
  });
});
