import { createMerchant } from '../../../../src/merchants/create-merchant';
import { setAccountStatus } from '../../../../src/providers/accounts/change-accounts';
import { insertCheckRun } from '../../../../src/reports/store/check-runs';
import { runGatewayIn } from '../../../commands/gateway';
import { commandAudit, testCallback, testPayment, testWithdrawal } from '../../../support/gateway';
import { startDashboard, type Dashboard } from '../../../pages/dashboard/dashboard';
import { testOperator, excessDeposit, type TestOperator } from '../../../pages/console/operators';
import { addOpenAccount } from '../../../support/open-account';

let dashboard: Dashboard;
let viewer: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 1_000_000 });
  viewer = await testOperator(dashboard, 'viewer');
});

const get = async (path: string) =>
  (await dashboard.get(path, { as: viewer })).text.replace(/\s+/g, ' ');
/** The page, or the address of the only result, which is opened. */
const find = async (word: string) => {
  const path = `/console/orders?q=${encodeURIComponent(word)}`;
  const { text, headers } = await dashboard.get(path, { as: viewer });
  return headers.get('location') ?? text.replace(/\s+/g, ' ');
};

describe('orders of all merchants', () => {
  it('are found by id, Ref 1, QR code id and reference', async () => {
    const id = await testPayment(dashboard.deps, dashboard.merchant, { reference: 'invoice 7/2' });
    const { merchantId } = await createMerchant(dashboard.deps.db, 'Second shop', 0);
    const second = { id: merchantId, name: 'Second shop', status: 'active' } as const;
    const other = await testPayment(dashboard.deps, second, { reference: 'invoice 7/2' });
    const order = await dashboard.deps.db('orders').where({ id }).first('ref');
    const code = await dashboard.deps.db('qr_codes').where('order_id', id).first('id');
    const [ref, qr] = [order.ref as string, code.id as string];
    for (const word of [id, ref, ref.toLowerCase(), qr, id.replace('pay_', 'txn_')]) {
      expect([word, (await find(word)).includes(`/console/orders/${id}`)]).toEqual([word, true]);
    }
    const both = await find('invoice 7/2');
    for (const each of [id, other]) expect(both).toContain(`/console/orders/${each}`);
    expect(both).toContain('Second shop');
    const begun = await find('INVOICE 7');
    for (const each of [id, other]) expect(begun).toContain(`/console/orders/${each}`);
    expect(await find('nvoice 7')).toContain('No matching orders');
  });

  it('are found by bank transaction id', async () => {
    const id = await testPayment(dashboard.deps, dashboard.merchant);
    await testCallback(dashboard.deps, id, { reported: 'succeeded', transactionId: 'SBX-D39' });
    expect(await find('SBX-D39')).toContain(`/console/orders/${id}`);
    expect(await find('SBX-D3')).toContain('No matching orders');
  });

  it('are found by merchant, amount and day', async () => {
    const { deps } = dashboard;
    const merchant = await dashboard.openMerchant('Night Market');
    const [wanted, later, dearer] = [
      await testPayment(deps, merchant, { amountSatang: 32_100 }),
      await testPayment(deps, merchant, { amountSatang: 32_100 }),
      await testPayment(deps, merchant, { amountSatang: 32_200 }),
    ];
    const elsewhere = await testPayment(deps, dashboard.merchant, { amountSatang: 32_100 });
    const at = (id: string, created_at: string) =>
      deps.db('orders').where({ id }).update({ created_at });
    await at(wanted, '2026-11-20T16:59:59.999Z');
    await at(dearer, '2026-11-20T10:00:00.000Z');
    await at(elsewhere, '2026-11-20T10:00:00.000Z');
    await at(later, '2026-11-20T17:00:00.000Z');
    const search = async (asked: Record<string, string>) => {
      const text = await get(`/console/orders?${new URLSearchParams(asked).toString()}`);
      const ids = [wanted, later, dearer, elsewhere];
      return ids.filter((id) => text.includes(`/console/orders/${id}`));
    };
    const asked = { merchant: 'night', amount: '฿321.00', day: '2026-11-20' };
    expect(await search(asked)).toEqual([wanted]);
    expect(await search({ ...asked, merchant: merchant.id, day: '2569-11-20' })).toEqual([wanted]);
    expect(await search({ ...asked, day: '' })).toEqual([wanted, later]);
    expect(await search({ ...asked, amount: '' })).toEqual([wanted, dearer]);
    expect(await search({ ...asked, merchant: 'no such shop' })).toEqual([]);
    expect(await search({ amount: '321' })).toEqual([wanted, later, elsewhere]);
    expect(await search({ amount: '321', day: '2026-11-20' })).toEqual([wanted, elsewhere]);
    expect(await search({ amount: '321.01' })).toEqual([]);
  });

  it.each([
    [{ day: '2026-11-20' }, 'A day alone matches too many orders.'],
    [{ amount: 'ten' }, 'Enter an amount'],
    [{ amount: '100', day: 'today' }, 'Enter a date'],
    [{ merchant: 'shop', amount: 'ten' }, 'Enter an amount'],
    [{ merchant: 'shop', day: '20/11/2026' }, 'Enter a date'],
  ])(
    'are not searched for %j, and the page says what is missing or invalid',
    async (asked, words) => {
      const text = await get(`/console/orders?${new URLSearchParams(asked).toString()}`);
      expect(text).toMatch(new RegExp(`role="alert">${words}`));
    },
  );

  it('are not searched when the name matches too many merchants', async () => {
    for (let n = 0; n < 11; n++) await dashboard.openMerchant(`Chain ${n}`);
    const text = await get('/console/orders?merchant=chain&amount=100');
    expect(text).toContain('Several merchants match this name.');
  });

  it('have a page with every field and masked account numbers', async () => {
    const { orderId } = await excessDeposit(dashboard);
    const text = await get(`/console/orders/${orderId}`);
    for (const part of ['Moved to suspense', `TX-${orderId}`, 'Pending → Paid']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('1234567890');
    expect(text).not.toContain('Open in Temporal');
  });
});

describe('the overview', () => {
  it('shows delayed work and unresolved payouts', async () => {
    const id = await testWithdrawal(dashboard.deps, dashboard.merchant);
    const { db } = dashboard.deps;
    await db('outbox_messages').update({ created_at: db.raw(`now() - interval '5 minutes'`) });
    await db('provider_requests')
      .where('order_id', id)
      .update({ created_at: db.raw(`now() - interval '2 days'`) });
    const text = await get('/console');
    expect(text).toContain('Delayed');
    expect(text).toContain(`/console/orders/${id}`);
    expect(text).toContain('Reachable');
    dashboard.temporal.reachable = false;
    expect(await get('/console')).toContain('Not reachable');
    dashboard.temporal.reachable = true;
  });

  it('shows failing webhooks with their merchant', async () => {
    const { db, vault } = dashboard.deps;
    await db('webhooks').insert({
      id: 'wh_failing',
      merchant_id: dashboard.merchant.id,
      url: 'https://failing.test/hook',
      events: ['payment.succeeded'],
      failing_since: db.raw(`now() - interval '1 hour'`),
      secret_sealed: vault.seal('whsec_x', 'webhooks.secret'),
    });
    const text = await get('/console');
    expect(text).toContain('https://failing.test/hook');
    expect(text).toContain(`/console/merchants/${dashboard.merchant.id}`);
  });

  it('shows the results of the last audit and reconciliation', async () => {
    expect(await get('/console')).toContain('Not run yet. A worker runs it daily');
    await runGatewayIn({ DATABASE_URL: dashboard.databaseUrl }, 'audit');
    expect(await get('/console')).toContain('No difference');
    const { db } = dashboard.deps;
    await insertCheckRun(db, { kind: 'reconciliation', differences: 3, detail: { lines: 9 } });
    expect(await get('/console')).toContain('3 differences');
  });
});

describe('the page of an order with a choice of provider accounts', () => {
  it('shows the account and why others were not chosen', async () => {
    const { deps, merchant } = dashboard;
    const settings = { url: 'https://bank.example.th', keys: ['k'], billerId: '099400016550100' };
    const second = await addOpenAccount(deps, commandAudit, {
      merchantId: null,
      connector: 'generic',
      label: 'Night bank',
      priority: 900,
      settings,
    });
    const id = await testPayment(deps, merchant);
    const page = await get(`/console/orders/${id}`);
    expect(page).toContain('Choice of the provider account');
    expect(page).toContain('By priority');
    expect(page).toMatch(
      new RegExp(`Night bank <code>${second}</code></dt><dd>Lower priority</dd>`),
    );
    await setAccountStatus(deps, commandAudit, second, 'off');
    const later = await get(`/console/orders/${await testPayment(deps, merchant)}`);
    expect(later).toContain('<dd>Paused or off</dd>');
  });
});
