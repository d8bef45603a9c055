import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testDeposit, testPayment, testWithdrawal } from '../../support/gateway';
import { PROVIDER_KEY } from '../../http/api';
import { startDashboard, type Member, type Dashboard } from '../../pages/dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
let paid: string;
let old: string;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 1_000_000 });
  owner = await dashboard.addMember('owner');
  const { deps, merchant } = dashboard;
  const metadata = { cart: '<b>c-1</b>' };
  paid = await testPayment(deps, merchant, {
    amountSatang: 123_400,
    reference: '<i>till</i>',
    metadata,
  });
  old = await testPayment(deps, merchant, { amountSatang: 5_000, reference: 'old' });
  await setCreatedAt(paid, '2026-11-20T17:00:00.000Z');
  await setCreatedAt(old, '2026-11-20T16:59:59.999Z');
});

const setCreatedAt = (id: string, at: string) =>
  dashboard.deps
    .db('orders')
    .where({ id })
    .update({ created_at: new Date(at) });

/** Ids of the rows of a page, in display order. */
const shown = (text: string): string[] =>
  [...text.matchAll(/<tr id="([^"]+)"/g)].map(([, id = '']) => id);

const rowOf = (text: string, id: string): string =>
  new RegExp(`<tr id="${id}">[\\s\\S]*?</tr>`).exec(text)?.[0] ?? '';

async function list(query: Readonly<Record<string, string>> = {}, noun = 'payments') {
  const search = new URLSearchParams(query).toString();
  const { status, text, headers } = await dashboard.get(`/dashboard/${noun}?${search}`, {
    as: owner,
  });
  // The only result of a search is opened.
  const only = headers.get('location')?.split('/').at(-1);
  expect([status, only === undefined]).toEqual(only === undefined ? [200, true] : [303, false]);
  return { text, ids: only === undefined ? shown(text) : [only] };
}

describe('a list of payments', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, 'both' | 'paid' | 'old' | 'none']>([
    ['nothing', {}, 'both'],
    ['status', { status: 'succeeded' }, 'none'],
    ['an unknown status', { status: 'gone' }, 'both'],
    ['the first day, from midnight in Bangkok', { by: 'created', from: '2026-11-21' }, 'paid'],
    ['the last day, until midnight in Bangkok', { by: 'created', until: '2026-11-20' }, 'old'],
    ['earlier days', { from: '2026-11-18', until: '2026-11-19' }, 'none'],
    ['a minimum amount', { min: '฿1,234.00' }, 'paid'],
    ['a maximum amount', { max: '๕๐' }, 'old'],
    ['one exact amount', { min: '50', max: '50' }, 'old'],
    ['a date of the Buddhist era', { by: 'created', from: '2569-11-21' }, 'paid'],
    ['a leap date of the Buddhist era', { until: '2567-02-29' }, 'none'],
    ['a reference', { q: '<i>till</i>' }, 'paid'],
    ['the start of a reference', { q: '<i>ti' }, 'paid'],
    ['a reference in capitals', { q: 'OLD' }, 'old'],
    ['the end of a reference', { q: 'till</i>' }, 'none'],
    ['a wildcard character', { q: '%' }, 'none'],
    ['an amount', { q: '1,234' }, 'paid'],
    ['metadata', { q: 'cart: <b>c-1</b>' }, 'paid'],
    ['two conditions', { q: 'old', min: '60' }, 'none'],
  ])('filtered by %s shows the matching payments only', async (_name, query, expected) => {
    const { ids } = await list(query);
    const found = { both: [paid, old], paid: [paid], old: [old], none: [] };
    expect(ids).toEqual(found[expected]);
  });

  it('finds a payment by each of its ids and by Ref 1', async () => {
    const order = await dashboard.deps.db('orders').where('id', paid).first();
    const code = await dashboard.deps.db('qr_codes').where('order_id', paid).first();
    for (const q of [paid, paid.replace('pay_', 'txn_'), code.id, order.ref, ` ${paid} `]) {
      expect((await list({ q })).ids).toEqual([paid]);
    }
  });

  it.each([
    ['from', '21/11/2026'],
    ['until', '2026-02-31'],
    ['min', '1,5'],
    ['max', 'ten'],
  ])('shows a fault at the field %s for %p, and no rows', async (name, value) => {
    const { text, ids } = await list({ [name]: value });
    expect(text).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true"`));
    expect(text).toContain(`id="${name}-fault"`);
    expect(ids).toEqual([]);
    const file = await dashboard.get(`/dashboard/payments.csv?${name}=${value}`, { as: owner });
    expect(file.status).toBe(400);
  });

  it('finds a payment by bank transaction id, for its own merchant only', async () => {
    const { deps } = dashboard;
    await testCallback(deps, paid, { reported: 'succeeded', transactionId: 'SBX-D38' });
    expect((await list({ q: 'SBX-D38' })).ids).toEqual([paid]);
    expect((await list({ q: 'SBX-D3' })).ids).toEqual([]);
    const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
    const theirs = await dashboard.get('/dashboard/payments?q=SBX-D38', { as: stranger });
    expect(shown(theirs.text)).toEqual([]);
  });

  it('converts a date of the Buddhist era to the Gregorian one', async () => {
    const { text } = await list({ by: 'created', from: '2569-11-21', until: '2569-11-22' });
    expect(text).toMatch(/id="from"[^>]*value="2026-11-21"/);
    expect(text).not.toContain('2569-11');
    const path = '/dashboard/payments.csv?by=created&from=2569-11-21&until=2569-11-22';
    const file = await dashboard.get(path, { as: owner });
    expect(file.headers.get('content-disposition')).toContain('2026-11-21-to-2026-11-22.csv');
    expect(file.text).toContain(paid);
    expect(file.text).not.toContain(old);
  });

  it('marks orders under review and filters by them', async () => {
    const { db } = dashboard.deps;
    const open = { kind: 'conflict', merchant_id: dashboard.merchant.id } as const;
    await db('exceptions').insert([
      { ...open, id: 'exc_open', order_id: old },
      {
        ...open,
        id: 'exc_resolved',
        order_id: paid,
        resolved_at: new Date(),
        resolved_by: 'test',
        resolution: 'dismiss',
        reason: 'a reason',
      },
    ]);
    const { text, ids } = await list({ review: 'open' });
    expect(ids).toEqual([old]);
    expect(text).toMatch(/name="review" value="open" checked/);
    const [all, transactions] = [await list(), await list({}, 'transactions')];
    for (const each of [all, transactions]) {
      expect(rowOf(each.text, old)).toContain('<span class="badge warn">Under review</span>');
      expect(rowOf(each.text, paid)).not.toContain('Under review');
    }
    expect(rowOf((await list({ lang: 'th' })).text, old)).toContain('>อยู่ระหว่างตรวจสอบ<');
    expect((await list({ review: 'open', q: 'till' })).ids).toEqual([]);
    expect((await list({ review: 'all' })).ids).toEqual([paid, old]);
    const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
    const theirs = await dashboard.get('/dashboard/payments?review=open', { as: stranger });
    expect(shown(theirs.text)).toEqual([]);
  });

  it('keeps the filters in every link to another page of the list', async () => {
    const { text } = await list({ q: 'cart:<b>c-1</b>', status: 'pending', min: '7' });
    const links = [...text.matchAll(/href="(\/dashboard\/payments[^"]*\?[^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), dashboard.url),
    );
    const kept = links.filter(({ searchParams }) => searchParams.get('q') === 'cart:<b>c-1</b>');
    const others = kept.map(({ pathname, searchParams }) => {
      expect(searchParams.get('min')).toBe('7');
      return `${pathname} ${searchParams.get('status')} ${searchParams.get('lang')}`;
    });
    expect(others).toEqual(
      expect.arrayContaining([
        '/dashboard/payments null null',
        '/dashboard/payments failed null',
        '/dashboard/payments pending th',
        '/dashboard/payments.csv pending null',
      ]),
    );
  });

  it('escapes references and metadata', async () => {
    const { text } = await list({ q: '<b>c-1</b>' });
    expect((await list()).text).toContain('&lt;i>till&lt;/i>');
    expect(text).toContain('value="&lt;b>c-1&lt;/b>"');
    expect(text).not.toContain('<b>c-1');
  });

  it('pages through every matching payment once, with its filters', async () => {
    const { deps } = dashboard;
    const merchant = await dashboard.openMerchant();
    const member = await dashboard.addMember('viewer', merchant);
    const made: string[] = [];
    for (let n = 0; n < 27; n++) made.unshift(await testPayment(deps, merchant));
    await testPayment(deps, merchant, { amountSatang: 900 });
    const first = await dashboard.get('/dashboard/payments?min=10', { as: member });
    const older = /href="([^"]*cursor[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await dashboard.get(older, { as: member });
    expect([...shown(first.text), ...shown(second.text)].sort()).toEqual(made.sort());
    expect(second.text).not.toContain('cursor=');
    expect(Buffer.byteLength(first.text)).toBeLessThan(60_000);
  });
});

test("no search finds another merchant's orders", async () => {
  const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
  for (const q of ['', paid, '1234', 'cart:<b>c-1</b>', '<i>till</i>']) {
    const search = new URLSearchParams({ q }).toString();
    for (const path of [`payments?${search}`, `transactions?${search}`, `payments.csv?${search}`]) {
      const { text } = await dashboard.get(`/dashboard/${path}`, { as: stranger });
      expect(shown(text)).toEqual([]);
      expect(text).not.toContain(`payments/${paid}`);
      expect(text).not.toContain(`${paid},`);
    }
  }
});

test('an empty list shows the next step, an unmatched filter how to clear it', async () => {
  const fresh = await dashboard.addMember('owner', await dashboard.openMerchant());
  for (const noun of ['payments', 'deposits', 'withdrawals', 'refunds', 'transactions']) {
    const { text } = await dashboard.get(`/dashboard/${noun}`, { as: fresh });
    expect(text).toMatch(/class="empty"><strong>No \w+ yet</);
    const unmatched = await dashboard.get(`/dashboard/${noun}?q=none`, { as: fresh });
    expect(unmatched.text).toContain('No matching results');
    expect(unmatched.text).toContain(`href="/dashboard/${noun}">Clear filters`);
  }
});

test('every list masks account numbers', async () => {
  const { deps, merchant } = dashboard;
  await testDeposit(deps, merchant, { accountNumber: '1234567890' });
  await testWithdrawal(deps, merchant, { accountNumber: '9876543210' });
  for (const path of ['deposits', 'withdrawals', 'deposits.csv', 'withdrawals.csv']) {
    const { text } = await dashboard.get(`/dashboard/${path}`, { as: owner });
    expect(text).toMatch(/x-x/);
    expect(text).not.toMatch(/1234567890|9876543210/);
  }
});

describe('a list of deposits', () => {
  it('marks deposits paid from another account and filters by them', async () => {
    const { deps, merchant } = dashboard;
    const paidBy = async (accountNumber: string) => {
      const { orderId } = await testDeposit(deps, merchant);
      const payer = { bankName: 'SCB', accountNumber };
      const body = { orderId, status: 'success', transactionId: `T-${orderId}`, payer };
      await dashboard.call('POST', '/deposit/gw/webhook', { key: PROVIDER_KEY, body });
      await applyPending(deps.db, orderId);
      return orderId;
    };
    const own = await paidBy('123-4-56789-0');
    const other = await paidBy('999-9-99999-9');
    const { orderId: unpaid } = await testDeposit(deps, merchant);
    const { text, ids } = await list({}, 'deposits');
    expect(ids).toEqual(expect.arrayContaining([own, other, unpaid]));
    expect(rowOf(text, other)).toContain('<span class="badge warn">Different payer</span>');
    for (const id of [own, unpaid]) expect(rowOf(text, id)).not.toContain('Different payer');
    const thai = await list({ lang: 'th' }, 'deposits');
    expect(rowOf(thai.text, other)).toContain('>บัญชีผู้ชำระเงินไม่ตรง<');
    const narrowed = await list({ payer: 'other' }, 'deposits');
    expect(narrowed.ids).toEqual([other]);
    expect(narrowed.text).toMatch(/name="payer" value="other" checked/);
    expect((await list({ payer: 'other', status: 'pending' }, 'deposits')).ids).toEqual([]);
    const file = await dashboard.get('/dashboard/deposits.csv?payer=other', { as: owner });
    const [header = '', line = '', ...rest] = file.text.trim().split('\r\n');
    expect(rest).toEqual([]);
    expect(line.split(',')[header.split(',').indexOf('payer_matches')]).toBe('false');
    expect(line).toContain(other);
    const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
    const theirs = await dashboard.get('/dashboard/deposits?payer=other', { as: stranger });
    expect(shown(theirs.text)).toEqual([]);
    // Other lists have no such filter.
    const payments = await list({ payer: 'other' });
    expect(payments.ids).toEqual([paid, old]);
    expect(payments.text).not.toContain('name="payer"');
  });
});
