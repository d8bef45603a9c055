import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testPayment } from '../../support/gateway';
import { testPrice, testVat } from '../../support/prices';
import { testPaidPayment } from '../../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../pages/console/operators';

let dashboard: Dashboard;
let owner: Member;
let admin: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
  await testVat(dashboard.deps);
});
beforeEach(async () => {
  owner = await dashboard.addMember('owner', await dashboard.openMerchant('Shop'));
  admin = await testOperator(dashboard, 'admin');
});

const path = () => `/console/merchants/${owner.merchant.id}/prices`;
const pricesOf = () =>
  dashboard.deps
    .db('prices')
    .where('merchant_id', owner.merchant.id)
    .orderBy('valid_from')
    .pluck('bands');

/** A payment of 100 baht that was paid in the middle of a month: of last month, or one before. */
async function payLastMonth(
  monthsBefore = 0,
  { deps } = dashboard,
  { merchant } = owner as Pick<Member, 'merchant'>,
): Promise<string> {
  const id = await testPayment(deps, merchant);
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(deps.db, id);
  const now = new Date();
  const middle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - monthsBefore, 15));
  await deps.db('orders').where({ id }).update({ completed_at: middle });
  return id;
}

describe('the prices of a merchant in the console', () => {
  it('are set after a calculation with the payments of last month', async () => {
    await payLastMonth();
    await payLastMonth();
    const typed = { method: 'qr', price: '1.65% min 2.00', from: '' };
    const { text } = await dashboard.get(`${path()}?${new URLSearchParams(typed)}`, { as: admin });
    // Two payments of 100 baht: 2 baht each, and 0.14 VAT.
    const cells = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(cells).toContain('Charged 2 ฿200.00 ฿0.00 ฿0.00 0%');
    expect(cells).toContain('With the new price 2 ฿200.00 ฿4.00 ฿0.28 2.14%');
    await dashboard.post(path(), typed, { as: admin });
    expect(await pricesOf()).toEqual([
      [{ fromSatang: 0, rate: 16_500, flatSatang: 0, minSatang: 200, maxSatang: null }],
    ]);
    const set = await dashboard.get(path(), { as: admin });
    expect(set.text).toContain('1.65% min 2.00');
    expect(set.text).toContain('>Valid<');
  });

  it('are calculated with fees that a payment limits', async () => {
    await payLastMonth();
    const typed = { method: 'qr', price: '1% min 200.00', from: '' };
    const { text } = await dashboard.get(`${path()}?${new URLSearchParams(typed)}`, { as: admin });
    const cells = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(cells).toContain('With the new price 1 ฿100.00 ฿93.46 ฿6.54 100%');
  });

  it.each([
    ['a text that is no price', { price: '1.65 of it' }, 'price-fault'],
    ['a share above the whole', { price: '100.1%' }, 'price-fault'],
    ['a minimum above the maximum', { price: '1% min 3 max 2' }, 'price-fault'],
    ['a band below the one before', { price: '1%; from 50: 2%; from 40: 3%' }, 'price-fault'],
    ['a first band that begins above 0', { price: 'from 50: 2%' }, 'price-fault'],
    ['a dispute without terms', { price: '1% dispute' }, 'price-fault'],
    ['a fee that a later band keeps', { price: '1%; from 50: 2% dispute kept' }, 'price-fault'],
    ['a text that is no time', { from: 'tomorrow' }, 'from-fault'],
  ])('say what is wrong with %s, and set nothing', async (_, wrong, fault) => {
    const typed = { method: 'qr', price: '1%', from: '', ...wrong };
    const page = await dashboard.get(`${path()}?${new URLSearchParams(typed)}`, { as: admin });
    expect(page.text).toContain(`id="${fault}"`);
    const { status } = await dashboard.post(path(), typed, { as: admin });
    expect(status).toBe(400);
    expect(await pricesOf()).toEqual([]);
  });

  it.each(['1% dispute kept', '1% dispute 300.00 kept returned', '1% dispute 300.00'])(
    'are read as they are written: %s',
    async (price) => {
      await dashboard.post(path(), { method: 'qr', price, from: '' }, { as: admin });
      const { text } = await dashboard.get(path(), { as: admin });
      expect(text).toContain(`>${price}<`);
      expect(await pricesOf()).toMatchObject([[{ rate: 10_000 }]]);
    },
  );

  it('do not begin in the past', async () => {
    const typed = { method: 'qr', price: '1%', from: '2026-01-01T00:00' };
    const { status, text } = await dashboard.post(path(), typed, { as: admin });
    expect(status).toBe(422);
    expect(text).toContain('Choose a later time.');
    expect(await pricesOf()).toEqual([]);
  });
});

describe('the prices of a merchant on the dashboard', () => {
  it('say that orders are free without any', async () => {
    const { text } = await dashboard.get('/dashboard/prices', { as: owner });
    expect(text).toContain('Every order is free of charge.');
  });

  it('are those that are valid now, with the VAT', async () => {
    await testPrice(dashboard.deps, owner.merchant, 'qr', '1.65%');
    await testPrice(dashboard.deps, owner.merchant, 'withdrawal', '25.00');
    const later = new Date(Date.now() + 86_400_000);
    await testPrice(dashboard.deps, owner.merchant, 'qr', '3%', later);
    const { text } = await dashboard.get('/dashboard/prices', { as: owner });
    expect(text).toContain('1.65%');
    expect(text).toContain('25.00');
    expect(text).toContain('VAT of 7% is added to each fee.');
    expect(text).not.toContain('3%');
  });

  it('say on the page of an order that its fee was limited to the money', async () => {
    await testPrice(dashboard.deps, owner.merchant, 'qr', '1% min 200.00 dispute 1.00');
    const id = await testPaidPayment(dashboard.deps, owner.merchant);
    const order = await dashboard.get(`/dashboard/payments/${id}`, { as: owner });
    const cells = order.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(cells).toContain(
      'Fee ฿93.46 and ฿6.54 VAT, no more than the amount After the fee ฿0.00',
    );
  });

  it('show the fee of an order, and what is left of it', async () => {
    await testPrice(dashboard.deps, owner.merchant, 'qr', '1.65%');
    const id = await payLastMonth();
    await payLastMonth(1);
    const order = await dashboard.get(`/dashboard/payments/${id}`, { as: owner });
    const cells = order.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(cells).toContain('Fee ฿1.65 and ฿0.12 VAT After the fee ฿98.23');
    const { text } = await dashboard.get('/dashboard/prices', { as: owner });
    const month = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(month).toContain('QR payments 1 ฿100.00 ฿1.65 ฿0.12 1.77%');
  });
});

describe('the rates of VAT in the console', () => {
  it('are replaced, and refused as long as they do not ascend', async () => {
    const rates = '7% until 2098-09-30; 10% until 2099-09-30';
    await dashboard.post('/console/vat', { rates }, { as: admin });
    expect((await dashboard.get('/console/vat', { as: admin })).text).toContain(rates);
    const wrong = { rates: '7% until 2099-09-30; 10% until 2098-09-30' };
    expect((await dashboard.post('/console/vat', wrong, { as: admin })).status).toBe(400);
    await dashboard.post('/console/vat', { rates: '' }, { as: admin });
    expect((await dashboard.get('/console/vat', { as: admin })).text).toContain('No VAT is added.');
    await testVat(dashboard.deps);
  });
});

it('with OPERATOR_APPROVALS a second operator sees the cost, and approves a price', async () => {
  const live = await startDashboard({ OPERATOR_APPROVALS: 'on' });
  await payLastMonth(0, live, live);
  const first = await testOperator(live, 'admin');
  const typed = { method: 'qr', price: '1.65%', from: '' };
  const at = `/console/merchants/${live.merchant.id}/prices`;
  const proposed = await live.post(at, typed, { as: first });
  expect(proposed.headers.get('location')).toContain('done=approval_requested');
  const [id] = await live.deps.db('approvals').where('act', 'price').pluck('id');
  const { text } = await live.get(`/console/approvals/${id}`, { as: first });
  const cells = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(cells).toContain('Fees of last month at this price ฿1.65');
  const approve = async (as: TestOperator) =>
    (await live.post(`/console/approvals/${id}/approve`, {}, { as })).status;
  expect(await approve(first)).toBeGreaterThanOrEqual(400);
  expect(await live.deps.db('prices').select()).toEqual([]);
  expect(await approve(await testOperator(live, 'approver'))).toBe(303);
  const [price] = await live.deps.db('prices').select('method', 'merchant_id');
  expect(price).toEqual({ method: 'qr', merchant_id: live.merchant.id });
});
