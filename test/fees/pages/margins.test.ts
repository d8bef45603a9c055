import { storeOutcome } from '../../../src/orders/store-outcome';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { testOperator } from '../../pages/console/operators';
import { startDashboard } from '../../pages/dashboard/dashboard';
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
  const admin = await testOperator(dashboard, 'viewer');
  const { text } = await dashboard.get('/console/margins', { as: admin });
  const [thisMonth = '', lastMonth = ''] = text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .split('Movements with a known cost')
    .slice(1);
  // 3 baht and 0.21 VAT of each payment, and 3.53 baht for two of them.
  expect(thisMonth).toContain('default ฿9.63 ฿3.53 ฿6.10 2');
  expect(lastMonth).toContain('default ฿0.00 ฿0.00 ฿0.00 0');
  const owner = await dashboard.addMember('owner', merchant);
  const seen = await dashboard.get('/console/margins', { as: owner });
  expect(seen.text).not.toContain('6.10');
});
