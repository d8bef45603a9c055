import { applyPending } from '../../src/orders/store/apply-transition';
import { startDashboard, type Dashboard } from '../pages/dashboard/dashboard';
import { testCallback, testDeposit, testSent, testWithdrawal } from '../support/gateway';
import { testPrice, testVat } from '../support/prices';
import { testPaidPayment, testRefund } from '../support/refunds';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  const { deps, merchant } = dashboard;
  await testVat(deps);
  const prices = { qr: '1.65%', deposit: '5.00', withdrawal: '25.00', refund: '3.00' } as const;
  for (const [method, price] of Object.entries(prices)) {
    await testPrice(deps, merchant, method as keyof typeof prices, price);
  }
});

const paid = () => {
  const { deps, merchant } = dashboard;
  return testPaidPayment(deps, merchant, { amountSatang: 156_000 });
};

async function settle(id: string): Promise<void> {
  await testCallback(dashboard.deps, id, { reported: 'succeeded' });
  await applyPending(dashboard.deps.db, id);
}

/** With its object and the list of which the dashboard has a file. */
const orders = {
  async payment() {
    const id = await paid();
    return [id, `/Thai/v1/payments/${id}`, 'payments'] as const;
  },
  async deposit() {
    const { deps, merchant } = dashboard;
    const { orderId: id } = await testDeposit(deps, merchant);
    await settle(id);
    return [id, `/deposit/gw/${id}`, 'deposits'] as const;
  },
  async withdrawal() {
    await paid();
    const id = await testWithdrawal(dashboard.deps, dashboard.merchant);
    return [id, `/withdraw/gw/${id}`, 'withdrawals'] as const;
  },
  async refund() {
    const { deps, merchant } = dashboard;
    const id = await testRefund(deps, merchant, { paymentId: await paid() });
    await testSent(deps.db, id);
    await settle(id);
    return [id, `/Thai/v1/refunds/${id}`, 'refunds'] as const;
  },
};

it.each([
  ['payment', { fee: 25.74, fee_vat: 1.8, net: 1_532.46 }],
  ['deposit', { fee: 5, fee_vat: 0.35, net: 94.65 }],
  ['withdrawal', { fee: 25, fee_vat: 1.75 }],
  ['refund', { fee: 3, fee_vat: 0.21 }],
] as const)('the fee of a %s is in its object, event and file', async (kind, fee) => {
  const [id, path, list] = await orders[kind]();
  const { body } = await dashboard.call('GET', path);
  expect((body as { data?: object }).data ?? body).toMatchObject(fee);
  const { events } = (await dashboard.call('GET', `/Thai/v1/events?object_id=${id}`)).body as {
    events: readonly { readonly data: object }[];
  };
  expect(events[0]?.data).toMatchObject(fee);
  const as = await dashboard.addMember('owner');
  const { text } = await dashboard.get(`/dashboard/${list}.csv?by=created`, { as });
  const [names = [], ...rows] = text.split('\r\n').map((line) => line.split(','));
  const row = rows.find(([first]) => first === id) ?? [];
  const shown = Object.keys(fee).map((name) => [name, Number(row[names.indexOf(name)])]);
  expect(Object.fromEntries(shown)).toEqual(fee);
});
