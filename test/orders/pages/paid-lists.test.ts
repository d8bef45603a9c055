import { bangkokPeriods } from '../../../src/kernel/rules/bangkok-day';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testPayment } from '../../support/gateway';
import { testRefund } from '../../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';

let dashboard: Dashboard;
let viewer: Member;
/** Ids by name. */
const ids: Record<string, string> = {};

/** Created and paid, in Bangkok. `early` is paid in the last minute of a day, `late` after it. */
const table = [
  ['early', 25_000, '2026-03-01T10:00', '2026-03-01T23:59'],
  ['late', 10_050, '2026-03-01T23:00', '2026-03-02T00:00'],
  ['next', 99_900, '2026-03-02T08:00', '2026-03-02T08:01'],
  ['unpaid', 70_000, '2026-03-02T09:00', null],
] as const;

beforeAll(async () => {
  dashboard = await startDashboard();
  viewer = await dashboard.addMember('viewer');
  const { deps, merchant } = dashboard;
  for (const [name, amountSatang, created, paid] of table) {
    const id = await testPayment(deps, merchant, {
      amountSatang,
      reference: name,
      client: { name: 'Somchai', bankName: 'SCB', bankAccount: '1234543210' },
    });
    ids[name] = id;
    await deps
      .db('orders')
      .where({ id })
      .update({ created_at: `${created}:00+07` });
    if (paid === null) continue;
    await testCallback(deps, id, {
      reported: 'succeeded',
      transactionId: `Scb${name}Q7x`,
      payer: { bankName: 'SCB', accountMask: 'xxx-x-x4321-x' },
    });
    await applyPending(deps.db, id);
    await deps
      .db('orders')
      .where({ id })
      .update({ completed_at: `${paid}:00+07` });
  }
  const paymentId = ids['next'] ?? '';
  const refund = await testRefund(deps, merchant, { paymentId, amountSatang: 900 });
  await testCallback(deps, refund, { reported: 'succeeded' });
  await applyPending(deps.db, refund);
});

async function list(query: string, noun = 'payments') {
  const { status, text, headers } = await dashboard.get(`/dashboard/${noun}?${query}`, {
    as: viewer,
  });
  const rows = [...text.matchAll(/<tr id="([^"]+)"/g)].map(([, id = '']) => id);
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);
  const totals = /<section[^>]*id="totals"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  const sums = [...totals.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, name, value = '']) => [name, value.replace(/<[^>]+>/g, '')],
  );
  return {
    status,
    opened: headers.get('location'),
    names: rows.map(nameOf),
    sums: Object.fromEntries(sums),
    text,
  };
}

describe('a list of payments', () => {
  it.each([
    ['a day', 'from=2026-03-02&until=2026-03-02', ['next', 'late']],
    ['a day of the Buddhist era', 'from=2569-03-01&until=2569-03-01', ['early']],
    ['created', 'by=created&from=2026-03-01&until=2026-03-01', ['late', 'early']],
    ['the tab of paid ones', 'status=succeeded', ['next', 'late', 'early']],
    ['no day', '', ['unpaid', 'next', 'late', 'early']],
    ['a status that is never paid', 'status=pending&from=2026-03-02', ['unpaid']],
  ])('selects payments by the day on which they were paid: %s', async (_name, query, names) => {
    expect((await list(query)).names).toEqual(names);
  });

  it('adds up the payments that it selects', async () => {
    expect((await list('from=2026-03-02&until=2026-03-02')).sums).toEqual({
      Number: '2',
      Amount: '฿1,099.50',
      Refunded: '฿9.00',
    });
    expect((await list('by=created&from=2026-03-02')).sums).toEqual({
      Number: '2',
      Amount: '฿1,699.00',
      'Credited to the balance': '฿999.00',
      Refunded: '฿9.00',
    });
    expect((await list('')).sums).toEqual({});
    expect((await list('min=1', 'transactions')).sums).toEqual({
      Number: '5',
      Payments: '฿2,049.50',
      Refunds: '฿9.00',
      Net: '฿2,040.50',
    });
  });

  it('has a link to each usual period', async () => {
    const { text } = await list('');
    for (const { from, until } of Object.values(bangkokPeriods(Date.now()))) {
      expect(text).toContain(`/dashboard/payments?from=${from}&amp;until=${until}"`);
    }
  });

  it.each([
    ['the id of the bank in small letters', 'scblateq7x'],
    ['the id of the bank in capitals', 'SCBLATEQ7X'],
  ])('opens the only payment that a search finds: %s', async (_name, q) => {
    const { status, opened } = await list(`q=${q}`);
    expect([status, opened]).toEqual([303, `/dashboard/payments/${ids['late']}`]);
  });

  it.each(['123-4-54321-9', '1234543219', '4321', 'xxx-x-x4321-x', '๔๓๒๑'])(
    'finds the payments of the payer with the account %s',
    async (account) => {
      const { names } = await list(new URLSearchParams({ q: account }).toString());
      expect(names).toEqual(['next', 'late', 'early']);
    },
  );

  it('finds nothing of the account of another payer', async () => {
    expect((await list('q=4322')).names).toEqual([]);
  });
});

test('the file of a day has the payments that were paid on it', async () => {
  const path = '/dashboard/payments.csv?from=2026-03-01&until=2026-03-01';
  const { text } = await dashboard.get(path, { as: viewer });
  const [head = '', row = '', ...rest] = text.trim().split('\r\n');
  expect(rest).toEqual([]);
  const cells = row.split(',');
  const named = Object.fromEntries(head.split(',').map((name, at) => [name, cells[at]]));
  expect(named).toMatchObject({
    payment_id: ids['early'],
    'created_at (Asia/Bangkok)': '2026-03-01 10:00:00',
    'paid_at (Asia/Bangkok)': '2026-03-01 23:59:00',
    amount: '250.00',
    bank_transaction_id: 'ScbearlyQ7x',
    payer_bank: 'SCB',
    payer_account: 'xxx-x-x4321-x',
  });
});

test('the usual periods are days in Bangkok', () => {
  // 2027-01-01 00:30 in Bangkok.
  expect(bangkokPeriods(Date.parse('2026-12-31T17:30:00Z'))).toEqual({
    today: { from: '2027-01-01', until: '2027-01-01' },
    yesterday: { from: '2026-12-31', until: '2026-12-31' },
    thisMonth: { from: '2027-01-01', until: '2027-01-01' },
    lastMonth: { from: '2026-12-01', until: '2026-12-31' },
  });
});
