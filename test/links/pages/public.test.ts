import { changeLink, stopLink } from '../../../src/links/change-link';
import type { PaymentLink } from '../../../src/links/find-link';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { startApi, type Api } from '../../http/api';
import { testVerification } from '../../support/business';
import { testAudit, testCallback } from '../../support/gateway';
import { testLink } from '../../support/payment-links';
import { versionsOf } from '../../support/table-versions';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

interface Pressing {
  readonly cookie?: string;
  readonly amount?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const pathOf = ({ token }: PaymentLink): string => `/l/${token}`;
const english = { 'accept-language': 'en' };
const visit = (link: PaymentLink) => api.get(pathOf(link), { key: null, headers: english });

/** Presses *Pay*. */
const press = (link: PaymentLink, { cookie, amount, headers }: Pressing = {}, of: Api = api) =>
  of.post(pathOf(link), amount === undefined ? '' : `amount=${encodeURIComponent(amount)}`, {
    key: null,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...english,
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });

const checkoutOf = ({ headers }: { readonly headers: Headers }): string =>
  /^\/pay\/(qr_[0-9a-z]{26})/.exec(headers.get('location') ?? '')?.[1] ?? '';
const cookieOf = ({ headers }: { readonly headers: Headers }): string =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('saphan-payer'))
    ?.split(';')[0] ?? '';
const paymentsOf = (link: PaymentLink) =>
  api.deps.db('orders').where('payment_link_id', link.id).orderBy('created_at');

async function pay(qrCodeId: string, amountSatang = 99_000): Promise<string> {
  const codes = api.deps.db('qr_codes').where('id', qrCodeId);
  const [id = ''] = await codes.pluck<string[]>('order_id');
  await testCallback(api.deps, id, { reported: 'succeeded', amountSatang });
  await applyPending(api.deps.db, id);
  return id;
}

describe('GET of the page', () => {
  it('shows title, amount and shop, and creates nothing', async () => {
    const link = await testLink(api.deps, api.merchant, { description: '<b>10:00</b>' });
    const tables = ['orders', 'idempotency_keys', 'payment_links', 'outbox_messages'];
    const before = await versionsOf(api.deps.db, tables);
    const { status, text, headers } = await visit(link);
    expect(status).toBe(200);
    for (const shown of ['เวิร์กช็อปกาแฟดริป', '฿990.00', api.merchant.name, '&lt;b>10:00']) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).toMatch(/og:title" content="เวิร์กช็อปกาแฟดริป · ฿990.00 · /);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await versionsOf(api.deps.db, tables)).toBe(before);
  });

  it('answers 404 to an unknown token', async () => {
    expect((await api.get(`/l/${'0'.repeat(16)}`, { key: null })).status).toBe(404);
  });

  it.each([
    [{ startsAt: new Date('2100-01-01T03:00:00Z') }, 'Not open yet', '1 January 2100'],
    [{ endsAt: new Date('2020-01-01') }, 'This link has expired', 'Its period is over'],
  ])('says of %j why it cannot be paid', async (given, name, hint) => {
    const link = await testLink(api.deps, api.merchant, given);
    const { text } = await visit(link);
    for (const shown of [name, hint]) expect(text).toContain(shown);
    expect(text).not.toContain('<form');
    const pressed = await press(link);
    expect(pressed.status).toBe(409);
    expect(pressed.text).toContain(name);
    expect(await paymentsOf(link)).toEqual([]);
  });
});

describe('Pay', () => {
  it('starts a payment of the link and redirects to its checkout', async () => {
    const link = await testLink(api.deps, api.merchant, { metadata: { event: 'drip' } });
    const pressed = await press(link);
    expect(pressed.status).toBe(303);
    const id = await pay(checkoutOf(pressed));
    const payment = await api.get(`/Thai/v1/payments/${id}`);
    expect(payment.body).toMatchObject({
      payment_link_id: link.id,
      status: 'succeeded',
      amount: 990,
      metadata: { event: 'drip' },
      qr_code_id: checkoutOf(pressed),
    });
    const events = await api.deps.db('events').where('order_id', id).pluck<string[]>('body');
    expect(events).toHaveLength(2);
    for (const body of events) expect(body).toContain(`"payment_link_id":"${link.id}"`);
    const listed = await api.get(`/Thai/v1/payments?payment_link_id=${link.id}`);
    expect(listed.body).toMatchObject({ total: 1, payments: [{ payment_id: id }] });
    const read = await api.get(`/Thai/v1/payment-links/${link.id}`);
    expect(read.body).toMatchObject({ payments_succeeded: 1, status: 'active' });
  });

  it('gives a visitor the open payment at a second press, and another after its end', async () => {
    const link = await testLink(api.deps, api.merchant);
    const cookie = cookieOf(await visit(link));
    const both = await Promise.all([press(link, { cookie }), press(link, { cookie })]);
    const again = await press(link, { cookie });
    expect(new Set([...both, again].map(checkoutOf)).size).toBe(1);
    expect(checkoutOf(again)).not.toBe('');
    await pay(checkoutOf(again));
    expect(checkoutOf(await press(link, { cookie }))).not.toBe(checkoutOf(again));
    expect(checkoutOf(await press(link))).not.toBe(checkoutOf(again));
    expect(await paymentsOf(link)).toHaveLength(3);
  });

  it('takes an amount within the bounds, and replaces an open payment of another', async () => {
    const amount = { minSatang: 2_000, maxSatang: 200_000 };
    const link = await testLink(api.deps, api.merchant, { amount });
    expect((await visit(link)).text).toContain('Whole baht, from ฿20.00 to ฿2,000.00');
    for (const wrong of ['', '19', '2001', '20.5', '1e3', 'ten', '-20']) {
      const refused = await press(link, { amount: wrong });
      expect([wrong, refused.status]).toEqual([wrong, 400]);
      expect(refused.text).toContain('aria-invalid="true"');
    }
    const first = await press(link, { amount: '1,000' });
    const cookie = cookieOf(first);
    const second = await press(link, { amount: '๒๐', cookie });
    const payments = await paymentsOf(link);
    expect(
      payments.map(({ status, amount_satang: satang }) => [String(status), Number(satang)]),
    ).toEqual([
      ['expired', 100_000],
      ['pending', 2_000],
    ]);
    // Money for the replaced payment is still the shop's.
    await pay(checkoutOf(first), 100_000);
    await pay(checkoutOf(second), 2_000);
    const after = await paymentsOf(link);
    expect(after.map(({ status }) => String(status))).toEqual(['succeeded', 'succeeded']);
  });

  it('starts nothing once the link is sold out or stopped', async () => {
    const link = await testLink(api.deps, api.merchant, { paymentsMax: 1 });
    await pay(checkoutOf(await press(link)));
    expect((await visit(link)).text).toContain('Already paid');
    expect((await press(link)).status).toBe(409);
    const audit = testAudit(api.merchant);
    await changeLink(api.deps, audit, api.merchant, link.id, { paymentsMax: 2 });
    await pay(checkoutOf(await press(link)));
    expect((await visit(link)).text).toContain('Sold out');
    await stopLink(api.deps, audit, api.merchant, link.id);
    expect((await visit(link)).text).toContain('This link is closed');
    expect((await press(link)).status).toBe(409);
  });

  it('refuses a form of another site', async () => {
    const link = await testLink(api.deps, api.merchant);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await press(link, { headers })).status).toBe(403);
    expect(await paymentsOf(link)).toEqual([]);
  });

  it('leaves half of the quota of a merchant to its own requests', async () => {
    const { db } = api.deps;
    const link = await testLink(api.deps, api.merchant);
    const other = await testLink(api.deps, api.merchant);
    const open = await db('orders').where({ status: 'pending' }).whereNotNull('payment_link_id');
    const merchants = db('merchants').where('id', api.merchant.id);
    await merchants.clone().update({ open_orders_max: 2 * (open.length + 2) });
    const statuses = [];
    for (const each of [link, other, link]) statuses.push((await press(each)).status);
    await merchants.update({ open_orders_max: null });
    expect(statuses).toEqual([303, 303, 429]);
  });

  it('limits the presses of an address', async () => {
    const limited = await startApi();
    const link = await testLink(limited.deps, limited.merchant, { endsAt: new Date(0) });
    // All at once: a slow machine takes longer than the minute for one after another.
    const presses = Array.from({ length: 62 }, () => press(link, {}, limited));
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([409, 429]));
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(60);
  });
});

describe('return_url of a link', () => {
  it('is where the checkout of a payment leads back to, as it was at the press', async () => {
    const returnUrl = 'https://shop.example/thanks?from=link';
    const link = await testLink(api.deps, api.merchant, { returnUrl });
    const qrCodeId = checkoutOf(await press(link));
    await changeLink(api.deps, testAudit(api.merchant), api.merchant, link.id, {
      returnUrl: 'https://shop.example/later',
    });
    const id = await pay(qrCodeId);
    const { text } = await api.get(`/pay/${qrCodeId}`, { key: null, headers: english });
    expect(text).toContain(`href="${returnUrl}&amp;payment_id=${id}"`);
    const other = checkoutOf(await press(link));
    const paid = await pay(other);
    const later = await api.get(`/pay/${other}`, { key: null, headers: english });
    expect(later.text).toContain(`href="https://shop.example/later?payment_id=${paid}"`);
  });
});

describe('in live mode', () => {
  it('only a business with verified names has working links', async () => {
    const gw = { PROVIDER: 'gw', PROVIDER_URL: 'http://127.0.0.1:9', BILLER_ID: '012345678901234' };
    const live = await startApi({ ...gw, PUBLIC_URL: 'http://127.0.0.1' });
    const body = { title: 'Workshop', amount: 990, currency: 'THB' };
    const refused = await live.post('/Thai/v1/payment-links', body);
    expect([refused.status, refused.code]).toEqual([403, 'business_unverified']);
    const link = await testLink(live.deps, live.merchant);
    const closed = await live.get(pathOf(link), { key: null, headers: english });
    expect(closed.text).toContain('This link is closed');
    expect((await press(link, {}, live)).status).toBe(409);
    await testVerification(live.deps, live.merchant);
    expect((await live.post('/Thai/v1/payment-links', body)).status).toBe(200);
    const plain = { return_url: 'http://shop.example/' };
    const created = await live.post('/Thai/v1/payment-links', { ...body, ...plain });
    expect([created.status, created.code]).toEqual([422, 'invalid_url']);
    const changed = await live.call('PATCH', `/Thai/v1/payment-links/${link.id}`, { body: plain });
    expect([changed.status, changed.code]).toEqual([422, 'invalid_url']);
    expect((await press(link, {}, live)).status).toBe(303);
  });
});
