import { postProviderCosts } from '../../../src/fees/store/post-provider-costs';
import { storeOutcome } from '../../../src/orders/store-outcome';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { testOperator } from '../../pages/console/operators';
import { startDashboard } from '../../pages/dashboard/dashboard';
import { withoutTriggers } from '../../support/database';
import { testPayment } from '../../support/gateway';
import { testPrice, testVat } from '../../support/prices';

it('shows operators the fees of merchants and the cost that a provider names', async () => {
  const dashboard = await startDashboard();
  const { deps, merchant } = dashboard;
  await testVat(deps);
  await testPrice(deps, merchant, 'qr', '3%');
  const outcomeOf = (id: string, cost: { readonly costSatang?: number }) =>
    ({
      reported: 'succeeded',
      failure: null,
      amountSatang: 10_000,
      transactionId: `T ${id}`,
      ...cost,
    }) as const;
  const pay = async (cost: { readonly costSatang?: number }) => {
    const id = await testPayment(deps, merchant);
    await storeOutcome(deps, id, outcomeOf(id, cost));
    await applyPending(deps.db, id);
    return id;
  };
  const repeat = async (id: string, cost: { readonly costSatang?: number }) => {
    await storeOutcome(deps, id, outcomeOf(id, cost));
    await applyPending(deps.db, id);
  };
  // One provider names its cost at once and again, another one later.
  await repeat(await pay({ costSatang: 177 }), { costSatang: 177 });
  const late = await pay({});
  await deps.db('orders').where('id', late).update({ inquired_at: new Date() });
  await repeat(late, {});
  await repeat(late, { costSatang: 176 });
  await repeat(late, { costSatang: 176 });
  await pay({});
  await postProviderCosts(deps.db);
  const viewer = await testOperator(dashboard, 'viewer');
  const { text } = await dashboard.get('/console/margins', { as: viewer });
  const [thisMonth = '', lastMonth = ''] = text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .split('Movements with a cost')
    .slice(1);
  // 3 baht and 0.21 VAT of each payment, and 3.53 baht for two of them.
  expect(thisMonth).toContain('default ฿9.63 ฿3.53 ฿0.00 ฿6.10 2');
  expect(lastMonth).toContain('default ฿0.00 ฿0.00 ฿0.00 ฿0.00 0');
  const owner = await dashboard.addMember('owner', merchant);
  const seen = await dashboard.get('/console/margins', { as: owner });
  expect(seen.text).not.toContain('6.10');
});

const shown = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it('lets an admin set the cost that is expected of a provider', async () => {
  const dashboard = await startDashboard();
  const as = await testOperator(dashboard, 'admin');
  const typed = { accountId: 'default', method: 'qr', cost: '1.65% + 5 vat 7%', from: '' };
  await dashboard.post('/console/margins', typed, { as });
  const later = { ...typed, method: 'refund', cost: '10.70', from: '2099-01-01T00:00' };
  await dashboard.post('/console/margins', later, { as });
  const { text } = await dashboard.get('/console/margins', { as });
  expect(shown(text)).toContain('default QR payments 1.65% + 5.00 vat 7% ');
  expect(shown(text)).toContain('default Refunds 10.70 2099-01-01');
  const fields = ['account', 'method', 'rate', 'flat_satang', 'vat_rate'] as const;
  expect(await dashboard.deps.db('expected_costs').orderBy('valid_from').select(fields)).toEqual([
    { account: 'default', method: 'qr', rate: 16_500, flat_satang: 500, vat_rate: 70_000 },
    { account: 'default', method: 'refund', rate: 0, flat_satang: 1_070, vat_rate: 0 },
  ]);
});

it.each([
  ['a text that is no cost', { cost: '1% min 2' }, 400],
  ['a share above the whole', { cost: '100.1%' }, 400],
  ['a VAT without a cost', { cost: 'vat 7%' }, 400],
  ['a time that has passed', { from: '2026-01-01T00:00' }, 422],
  ['an account that does not exist', { accountId: 'pac_none' }, 404],
])('refuses %s as an expected cost', async (_, wrong, status) => {
  const dashboard = await startDashboard();
  const as = await testOperator(dashboard, 'admin');
  const typed = { accountId: 'default', method: 'qr', cost: '1%', from: '', ...wrong };
  expect((await dashboard.post('/console/margins', typed, { as })).status).toBe(status);
  expect(await dashboard.deps.db('expected_costs').select()).toEqual([]);
});

it("expects no cost at a merchant's own account", async () => {
  const dashboard = await startDashboard();
  const as = await testOperator(dashboard, 'admin');
  const { id } = dashboard.merchant;
  await withoutTriggers(dashboard.deps.db, `update provider_accounts set merchant_id = '${id}'`);
  const typed = { accountId: 'default', method: 'qr', cost: '1%', from: '' };
  expect((await dashboard.post('/console/margins', typed, { as })).status).toBe(404);
  const { text } = await dashboard.get('/console/margins', { as });
  expect(text).not.toContain('<option value="default">');
});

it('with OPERATOR_APPROVALS a second operator approves an expected cost', async () => {
  const live = await startDashboard({ OPERATOR_APPROVALS: 'on' });
  const first = await testOperator(live, 'admin');
  const typed = { accountId: 'default', method: 'qr', cost: '1.65% vat 7%', from: '' };
  const proposed = await live.post('/console/margins', typed, { as: first });
  expect(proposed.headers.get('location')).toContain('done=approval_requested');
  const [id] = await live.deps.db('approvals').where('act', 'expected_cost').pluck('id');
  const { text } = await live.get(`/console/approvals/${id}`, { as: first });
  expect(shown(text)).toContain('Expected cost 1.65% vat 7%');
  expect(await live.deps.db('expected_costs').select()).toEqual([]);
  const as = await testOperator(live, 'approver');
  expect((await live.post(`/console/approvals/${id}/approve`, {}, { as })).status).toBe(303);
  expect(await live.deps.db('expected_costs').pluck('rate')).toEqual([16_500]);
});
