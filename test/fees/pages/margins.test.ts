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
  const pay = async (cost: { readonly costSatang?: number }) => {
    const id = await testPayment(deps, merchant);
    const success = { reported: 'succeeded', failure: null, amountSatang: 10_000 } as const;
    await storeOutcome(deps, id, { ...success, transactionId: `T ${id}`, ...cost });
    await applyPending(deps.db, id);
  };
  await pay({ costSatang: 177 });
  await pay({ costSatang: 176 });
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
