import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findPublicLink, payLink } from '../../../src/links/pay-link';
import { findViolations } from '../../../src/reports/store/invariants';
import { testCallback } from '../../support/gateway';
import { testLink } from '../../support/payment-links';
import { payer, testRefund } from '../../support/refunds';

const LINKS = '/dashboard/links';
const english = { 'accept-language': 'en' };
const attack = '<img src=x onerror=alert(1)>';

let dashboard: Dashboard;
let developer: Member;
let viewer: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  developer = await dashboard.addMember('developer');
  viewer = await dashboard.addMember('viewer');
});
afterAll(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const create = (fields: Readonly<Record<string, string>>, as = developer) =>
  dashboard.post(LINKS, fields, { as, headers: english });
const show = (path: string, as = developer) => dashboard.get(path, { as, headers: english });
const rows = () => dashboard.deps.db('payment_links');

test('a link is created with a limit and a period of days in Bangkok', async () => {
  const fields = {
    title: 'Workshop',
    amount: '1,250',
    payments_max: '12',
    from: '2569-12-01',
    until: '2026-12-31',
  };
  const answer = await create(fields);
  expect(answer.status).toBe(303);
  const path = (answer.headers.get('location') ?? '').replace(/\?.*/, '');
  const row = await rows().where('id', path.split('/').at(-1)).first();
  expect(row).toMatchObject({
    merchant_id: dashboard.merchant.id,
    amount_satang: 125_000,
    min_satang: null,
    payments_max: 12,
    starts_at: new Date('2026-11-30T17:00:00Z'),
    ends_at: new Date('2026-12-31T16:59:59.999Z'),
  });
  const { text } = await show(path);
  for (const shown of ['Workshop', '฿1,250.00', '0 of 12', `/l/${row.token}`]) {
    expect(text).toContain(shown);
  }
  const audited = dashboard.deps.db('audit_log').where({ act: 'payment_link.created' });
  expect(await audited.where('subject', row.id).pluck('actor_id')).toEqual([developer.userId]);
});

test('an empty amount is chosen by the payer', async () => {
  await create({ title: 'Tips', min: '20', max: '2,000' });
  expect(await rows().where('title', 'Tips').first()).toMatchObject({
    amount_satang: null,
    min_satang: 2_000,
    max_satang: 200_000,
  });
  expect((await show(LINKS)).text).toContain('฿20.00 to ฿2,000.00');
});

test.each([
  [{ amount: '12.50' }, 'amount'],
  [{ amount: '10', max: '5' }, 'amount'],
  [{ min: '10', max: '5' }, 'max'],
  [{ payments_max: '0' }, 'payments_max'],
  [{ until: '31 December' }, 'until'],
  [{ from: '2026-12-31', until: '2026-12-01' }, 'until'],
])('%j is refused at its field', async (fields, name) => {
  const { status, text } = await create({ title: 'Refused', ...fields });
  expect(status).toBe(400);
  expect(text).toContain(`id="${name}-fault"`);
  expect(await rows().where('title', 'Refused')).toEqual([]);
});

test('a link shows its payments with sums, and payments lead to their refund', async () => {
  const { deps, merchant } = dashboard;
  const link = await testLink(deps, merchant);
  for (const visitor of ['a', 'b', 'c']) {
    await payLink(deps, await findPublicLink(deps, link.token), visitor, 99_000);
  }
  const orders = deps.db('orders').where('payment_link_id', link.id).orderBy('id');
  const [first = '', second = ''] = await orders.pluck<string[]>('id');
  for (const id of [first, second]) {
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    await testCallback(deps, id, { reported: 'succeeded', amountSatang: 99_000, bodySealed });
    await applyPending(deps.db, id);
  }
  await testRefund(deps, merchant, { paymentId: first, amountSatang: 9_000 });
  const { text } = await show(`${LINKS}/${link.id}`);
  expect(text).toContain('฿1,980.00');
  for (const id of [first, second]) expect(text).toContain(`/dashboard/payments/${id}`);
  const payment = await show(`/dashboard/payments/${first}`);
  expect(payment.text).toContain(`/dashboard/links/${link.id}`);
  expect(payment.text).toContain(`/dashboard/payments/${first}/refund`);
});

test('a link is stopped by a developer, and not by a viewer', async () => {
  const link = await testLink(dashboard.deps, dashboard.merchant);
  const stop = (as: Member) => dashboard.post(`${LINKS}/${link.id}/stop`, {}, { as });
  expect((await stop(viewer)).status).toBe(403);
  expect((await show(`${LINKS}/${link.id}`, viewer)).text).not.toContain('Stop link');
  expect((await stop(developer)).status).toBe(303);
  const { text } = await show(`${LINKS}/${link.id}`);
  expect(text).toContain('Stopped');
  expect(text).not.toContain('Stop link');
});

test('texts of a link are escaped on every page', async () => {
  const link = await testLink(dashboard.deps, dashboard.merchant, {
    title: attack,
    description: attack,
  });
  for (const path of [LINKS, `${LINKS}/${link.id}`, `/l/${link.token}`]) {
    const { status, text } = await show(path);
    expect(status).toBe(200);
    expect(text).not.toContain(attack);
    expect(text).toContain('&lt;img src=x onerror=alert(1)>');
  }
});
