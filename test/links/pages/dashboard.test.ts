import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findPublicLink, payLink } from '../../../src/links/pay-link';
import { findViolations } from '../../../src/reports/store/invariants';
import { testCallback } from '../../support/gateway';
import { testLink, testMonthlyMail } from '../../support/payment-links';
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
  [{ return_url: 'shop.example' }, 'return_url'],
  [{ metadata: 'no colon' }, 'metadata'],
  [{ metadata: '{"a":' }, 'metadata'],
  [{ from: '2026-12-31', until: '2026-12-01' }, 'until'],
])('%j is refused at its field', async (fields, name) => {
  const { status, text } = await create({ title: 'Refused', ...fields });
  expect([400, 422]).toContain(status);
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
  expect(payment.text).toContain('By the payer, on the payment page');
  expect(payment.text).not.toContain('Via API');
  expect(payment.text).toContain(`/dashboard/payments/${first}/refund`);
});

/** The fields of the form of a change, as the page of the link shows them. */
async function formOf(path: string): Promise<Record<string, string>> {
  const { text } = await show(path);
  const form = text.slice(text.indexOf('id="edit"'));
  const found = form.matchAll(
    /<(?:input[^>]* name="(\w+)"[^>]* value="([^"]*)"|textarea[^>]* name="(\w+)"[^>]*>([^<]*))/g,
  );
  const unescaped = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const pairs = [...found].map(([, input, value, area, content]): [string, string] => [
    input ?? area ?? '',
    unescaped(value ?? content ?? ''),
  ]);
  return Object.fromEntries(pairs.filter(([name]) => name !== 'form_token'));
}

describe('the form of a change', () => {
  const url = 'https://shop.example/back?a=1&b=2';

  it('shows the terms of the link, and changes nothing when submitted unchanged', async () => {
    const link = await testLink(dashboard.deps, dashboard.merchant, {
      description: 'Saturday',
      paymentsMax: 3,
      startsAt: new Date('2026-11-30T17:00:00Z'),
      endsAt: new Date('2026-12-01T11:30:00Z'),
      returnUrl: url,
      metadata: { branch: '2', 'sold by': 'Nok' },
    });
    const fields = await formOf(`${LINKS}/${link.id}`);
    expect(fields).toEqual({
      title: link.title,
      description: 'Saturday',
      payments_max: '3',
      from: '2026-12-01',
      until: '2026-12-01 18:30:00',
      return_url: url,
      metadata: 'branch: 2\nsold by: Nok',
      digest: expect.any(String),
    });
    const before = await rows().where('id', link.id).first();
    const answer = await dashboard.post(`${LINKS}/${link.id}`, fields, { as: developer });
    expect(answer.status).toBe(303);
    expect(await rows().where('id', link.id).first()).toEqual(before);
    expect(await dashboard.deps.db('audit_log').where('subject', link.id)).toEqual([]);
  });

  it('changes and empties terms, and the amount stays', async () => {
    const given = { paymentsMax: 3, metadata: { a: [1] }, returnUrl: url };
    const link = await testLink(dashboard.deps, dashboard.merchant, given);
    const path = `${LINKS}/${link.id}`;
    const fields = await formOf(path);
    expect(fields['metadata']).toBe('{"a":[1]}');
    const changed = {
      ...fields,
      title: 'Next workshop',
      payments_max: '',
      until: '2569-12-31',
      return_url: '',
      metadata: 'branch: 3',
      amount: '1',
    };
    const { status } = await dashboard.post(path, changed, { as: developer });
    expect(status).toBe(303);
    expect(await rows().where('id', link.id).first()).toMatchObject({
      title: 'Next workshop',
      payments_max: null,
      ends_at: new Date('2026-12-31T16:59:59.999Z'),
      return_url: null,
      metadata: { branch: '3' },
      amount_satang: 99_000,
    });
    const audited = dashboard.deps.db('audit_log').where({ subject: link.id });
    expect(await audited.select('act', 'actor_id')).toEqual([
      { act: 'payment_link.changed', actor_id: developer.userId },
    ]);
  });

  it('keeps its values after a refusal, and says what is wrong', async () => {
    const link = await testLink(dashboard.deps, dashboard.merchant);
    await rows().where('id', link.id).update({ paid: 2 });
    const path = `${LINKS}/${link.id}`;
    const fields = { ...(await formOf(path)), title: 'Not yet', payments_max: '1' };
    const { status, text } = await dashboard.post(path, fields, { as: developer });
    expect(status).toBe(400);
    expect(text).toContain('id="payments_max-fault"');
    expect(text).toContain('value="Not yet"');
    expect(await rows().where('id', link.id).pluck('title')).toEqual([link.title]);
    await rows().where('id', link.id).update({ paid: 0 });
  });

  it('changes nothing that its reader has not seen', async () => {
    const link = await testLink(dashboard.deps, dashboard.merchant);
    const path = `${LINKS}/${link.id}`;
    const fields = await formOf(path);
    await rows().where('id', link.id).update({ title: 'By API' });
    const { status } = await dashboard.post(path, fields, { as: developer });
    expect(status).toBe(409);
    expect(await rows().where('id', link.id).pluck('title')).toEqual(['By API']);
  });

  it("is for developers, and for the shop's own links that are not stopped", async () => {
    const link = await testLink(dashboard.deps, dashboard.merchant);
    const path = `${LINKS}/${link.id}`;
    const fields = await formOf(path);
    expect((await dashboard.post(path, fields, { as: viewer })).status).toBe(403);
    expect((await show(path, viewer)).text).not.toContain('id="edit"');
    const stranger = await dashboard.addMember('developer', await dashboard.openMerchant());
    expect((await dashboard.post(path, fields, { as: stranger })).status).toBe(404);
    await dashboard.post(`${path}/stop`, {}, { as: developer });
    expect((await show(path)).text).not.toContain('id="edit"');
    expect((await dashboard.post(path, fields, { as: developer })).status).toBe(409);
    expect(await rows().where('id', link.id).pluck('title')).toEqual([link.title]);
  });
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

test('the monthly mails of a link have pages', async () => {
  const { deps, merchant } = dashboard;
  const link = await testLink(deps, merchant);
  const path = `${LINKS}/${link.id}`;
  const last = await testMonthlyMail(deps, link);
  for (let n = 0; n < 25; n++) await testMonthlyMail(deps, link);
  const shownIn = ({ text }: { readonly text: string }) =>
    Array.from(text.matchAll(/\/monthly\/(mm_\w+)\/stop/g), ([, id]) => id);
  const first = await show(path);
  expect(shownIn(first)).toHaveLength(25);
  expect(shownIn(first)).not.toContain(last.id);
  const older = /href="([^"]*\?mails=mm_\w+)#monthly"/.exec(first.text)?.[1] ?? '';
  const second = await show(older);
  expect(shownIn(second)).toEqual([last.id]);
  expect(second.text).toContain(`href="${path}#monthly"`);
  expect(second.text).not.toContain('?mails=');
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
