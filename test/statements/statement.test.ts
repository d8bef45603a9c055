import PDFDocument from 'pdfkit';
import type { BalanceStatement } from '../../client/src/types';
import { fc } from '../support/property';
import { rollUpNextTransfers } from '../../src/ledger/store/money-days';
import { transferKinds, type TransferKind } from '../../src/ledger/rules/ledger';
import { applyPending } from '../../src/orders/store/apply-transition';
import { PDF_ENTRIES_MAX, renderStatementPdf } from '../../src/statements/pages/statement-pdf';
import { readStatement, statementLines } from '../../src/statements/read-statement';
import { withoutTriggers } from '../support/database';
import { testCallback, testDeposit, testWithdrawal } from '../support/gateway';
import { testPaidPayment } from '../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../pages/dashboard/dashboard';

let dashboard: Dashboard;
let viewer: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  viewer = await dashboard.addMember('viewer');
});

const rollUpAll = async () => {
  while (await rollUpNextTransfers(dashboard.deps.db));
};

describe('the balance of two days', () => {
  const ids: Record<string, string> = {};

  /** Name, kind of transfer, when the money moved and when it was posted, in Bangkok. */
  const moments = [
    ['payment', 'receive', '2026-03-01 23:59:59', '2026-03-02 09:00:00'],
    ['deposit', 'receive', '2026-03-02 00:00:00', '2026-03-02 00:00:05'],
    ['sent', 'hold', '2026-03-02 10:00:00', '2026-03-02 10:00:00'],
    ['sent', 'post', '2026-03-02 10:05:00', '2026-03-03 08:00:00'],
    ['failed', 'hold', '2026-03-02 11:00:00', '2026-03-02 11:00:00'],
    ['failed', 'void', '2026-03-03 11:00:00', '2026-03-03 11:00:00'],
  ] as const;

  beforeAll(async () => {
    const { deps, merchant } = dashboard;
    const { db } = deps;
    const settle = async (id: string, reported: 'succeeded' | 'failed' = 'succeeded') => {
      await testCallback(deps, id, { reported });
      await applyPending(db, id);
      return id;
    };
    ids['payment'] = await testPaidPayment(deps, merchant, {
      amountSatang: 250_00,
      reference: 'A',
    });
    const { orderId } = await testDeposit(deps, merchant, { amountSatang: 1_000_50 });
    ids['deposit'] = await settle(orderId);
    const withdraw = (amountSatang: number) => testWithdrawal(deps, merchant, { amountSatang });
    ids['sent'] = await settle(await withdraw(300_25));
    ids['failed'] = await settle(await withdraw(100_00), 'failed');
    for (const [name, kind, effective, posted] of moments) {
      await withoutTriggers(
        db,
        `update transfers set effective_at = '${effective}+07', created_at = '${posted}+07'
         where order_id = '${ids[name]}' and kind = '${kind}'`,
      );
    }
  });

  const day = 'start_date=2026-03-02&end_date=2569-03-02';
  /** Worked out by hand. */
  const expected = {
    opening: { available: 250, held: 0, pending: 0 },
    sums: [
      { type: 'hold', count: 2, available: -400.25, held: 400.25, pending: 0 },
      { type: 'post', count: 1, available: 0, held: -300.25, pending: 0 },
      { type: 'receive', count: 1, available: 1_000.5, held: 0, pending: 0 },
    ],
    closing: { available: 850.25, held: 100, pending: 0 },
    entries: [
      ['deposit', 'receive', 1_000.5, 0, 1_250.5, 0],
      ['sent', 'hold', -300.25, 300.25, 950.25, 300.25],
      ['sent', 'post', 0, -300.25, 950.25, 0],
      ['failed', 'hold', -100, 100, 850.25, 100],
    ],
  };

  async function pages(limit: number) {
    const entries: unknown[] = [];
    let cursor = '';
    for (;;) {
      const path = `/Thai/v1/balance/statement?${day}&limit=${limit}${cursor}`;
      const reply = await dashboard.call('GET', path);
      const body = reply.body as BalanceStatement;
      expect([reply.status, body.opening, body.closing]).toEqual([
        200,
        expected.opening,
        expected.closing,
      ]);
      expect(body.sums).toEqual(expected.sums);
      for (const each of body.entries) {
        const name = Object.keys(ids).find((known) => ids[known] === each.order_id);
        const { available, held } = each.balance;
        entries.push([name, each.type, each.available, each.held, available, held]);
      }
      if (!body.has_more) return entries;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  test.each([
    ['before', 100],
    ['before', 1],
    ['after', 100],
    ['after', 1],
  ] as const)('is that of the orders, %s the rollup, in pages of %i', async (when, limit) => {
    if (when === 'after') await rollUpAll();
    expect(await pages(limit)).toEqual(expected.entries);
  });

  test('is on the page, with what became known later', async () => {
    const path = '/dashboard/balance?from=2569-03-01&until=2026-03-02';
    const { text } = await dashboard.get(path, { as: viewer });
    const plain = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(plain).toContain('Opening balance ฿0.00');
    expect(plain).toContain('Closing balance ฿850.25 ฿100.00 held');
    expect(plain).toMatch(/1 Mar 2026, 23:59 Credited to your balance A Posted 2 Mar 2026, 09:00/);
    expect(text).toContain(`href="/dashboard/withdrawals/${ids['sent']}"`);
    expect(text).toContain('/dashboard/balance.xlsx?from=2026-03-01&amp;until=2026-03-02');
  });

  test('is in the file, between the balances that are brought and carried forward', async () => {
    const path = '/dashboard/balance.csv?from=2026-03-02&until=2026-03-02';
    const { text, headers } = await dashboard.get(path, { as: viewer });
    expect(headers.get('content-disposition')).toContain('balance-2026-03-02-to-2026-03-02.csv');
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toMatch(
      /^effective_at \(Asia\/Bangkok\),posted_at \(Asia\/Bangkok\),entry_id,type/,
    );
    expect(rows.map((row) => row.split(',').slice(6, 10).join(' '))).toEqual([
      '0.00 0.00 250.00 0.00',
      '1000.50 0.00 1250.50 0.00',
      '-300.25 300.25 950.25 300.25',
      '0.00 -300.25 950.25 0.00',
      '-100.00 100.00 850.25 100.00',
      '0.00 0.00 850.25 100.00',
    ]);
    expect(rows[3]).toMatch(/^2026-03-02 10:05:00,2026-03-03 08:00:00,ent_\d+,post,/);
  });

  test('is in the PDF, with what is held and pending', async () => {
    const texts: string[] = [];
    const text = jest.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
      this: PDFKit.PDFDocument,
      ...written: unknown[]
    ) {
      texts.push(String(written[0]));
      return this;
    });
    const path = '/dashboard/balance.pdf?from=2026-03-02&until=2026-03-02';
    await dashboard.get(path, { as: viewer });
    text.mockRestore();
    const money = texts.filter((each) => /^\S*\d\.\d\d$|^–$/.test(each));
    expect(money.join(' ')).toBe(
      '฿250.00 −฿400.25 – +฿1,000.50 ฿850.25 ' +
        '+฿1,000.50 ฿1,250.50 −฿300.25 ฿950.25 – ฿950.25 −฿100.00 ฿850.25',
    );
    expect(texts).toContain('Closing balance · ฿100.00 held');
  });

  test.each(['from=yesterday', 'from=0000-01-01', 'from=2026-03-03&until=2026-03-01'])(
    'is refused for %s, and the form says why',
    async (query) => {
      const { text } = await dashboard.get(`/dashboard/balance?${query}`, { as: viewer });
      expect(text).toContain('id="period-fault"');
      const file = await dashboard.get(`/dashboard/balance.xlsx?${query}`, { as: viewer });
      expect(file.status).toBe(400);
    },
  );

  test('is empty for another merchant, also with the cursor of an entry', async () => {
    const stranger = { ...dashboard.merchant, id: (await dashboard.openMerchant()).id };
    const { id } = await dashboard.deps.db('transfers').orderBy('id').first('id');
    const period = { from: '2026-03-01', until: '2026-03-31' };
    const page = { afterId: Number(id), limit: 10 };
    expect(await readStatement(dashboard.deps, stranger, period, page)).toMatchObject({
      opening: { availableSatang: 0, heldSatang: 0 },
      sums: [],
      entries: [],
    });
  });
});

type Effect = readonly [available: number, held: number, pending: number];
/** What each kind does to the parts of a balance, worked out by hand. */
const effects: Partial<Record<TransferKind, Effect>> = {
  receive: [1, 0, 0],
  opening: [1, 0, 0],
  hold: [-1, 1, 0],
  post: [0, -1, 0],
  void: [1, -1, 0],
  defer: [-1, 0, 1],
  recall: [1, 0, -1],
  defer_again: [-1, 0, 1],
  mature: [1, 0, -1],
  accept: [1, 0, 0],
  undo_accept: [-1, 0, 0],
  charge: [-1, 0, 0],
  undo_charge: [1, 0, 0],
  suspend: [0, 0, 0],
  absorb: [0, 0, 0],
};

test('a statement is that of a ledger kept by hand, whatever is rolled up', async () => {
  const { db } = dashboard.deps;
  const merchant = await dashboard.openMerchant();
  const HOUR_MS = 3_600_000;
  const startMs = Date.parse('2026-05-01T00:00:00+07:00');
  const moved = fc.record({
    kind: fc.constantFrom(...(Object.keys(effects) as TransferKind[])),
    satang: fc.integer({ min: 1, max: 1_000_000 }),
    /** Few moments, so that some coincide. */
    hours: fc.integer({ min: 0, max: 95 }),
    isLater: fc.boolean(),
  });
  const asked = fc.record({
    first: fc.integer({ min: 0, max: 3 }),
    days: fc.integer({ min: 0, max: 3 }),
    limit: fc.integer({ min: 1, max: 6 }),
  });
  const property = fc.asyncProperty(
    fc.array(moved, { maxLength: 25 }),
    asked,
    async (transfers, { first, days, limit }) => {
      await withoutTriggers(db, 'truncate transfers, transfer_days cascade');
      await db('transfer_rollup').update({ rolled_up_id: 0 });
      const rows = transfers.map(({ kind, satang, hours }) => ({
        merchant_id: merchant.id,
        kind,
        debit: transferKinds[kind].from,
        credit: transferKinds[kind].to,
        amount_satang: satang,
        effective_at: new Date(startMs + hours * HOUR_MS),
        created_at: new Date(startMs + (hours + 1) * HOUR_MS),
      }));
      const early = rows.filter((_, n) => !transfers[n]?.isLater);
      const late = rows.filter((_, n) => transfers[n]?.isLater);
      if (early.length > 0) await db('transfers').insert(early);
      await rollUpAll();
      if (late.length > 0) await db('transfers').insert(late);

      const from = startMs + first * 24 * HOUR_MS;
      const before = from + (days + 1) * 24 * HOUR_MS;
      const balance = { availableSatang: 0, heldSatang: 0, pendingSatang: 0 };
      const opening = { ...balance };
      const expected: object[] = [];
      const ordered = [...early, ...late]
        .map((row, id) => ({ ...row, id }))
        .sort((a, b) => +a.effective_at - +b.effective_at || a.id - b.id);
      for (const { kind, amount_satang: satang, effective_at: at } of ordered) {
        const [available = 0, held = 0, pending = 0] = effects[kind] ?? [];
        if (+at >= before || [available, held, pending].every((sign) => sign === 0)) continue;
        balance.availableSatang += available * satang;
        balance.heldSatang += held * satang;
        balance.pendingSatang += pending * satang;
        if (+at < from) Object.assign(opening, balance);
        else expected.push({ kind, at: +at, balance: { ...balance } });
      }

      const dayOf = (ms: number) => new Date(ms + 7 * HOUR_MS).toISOString().slice(0, 10);
      const period = { from: dayOf(from), until: dayOf(before - 1) };
      const read: object[] = [];
      let afterId: number | null = null;
      for (;;) {
        const page = { afterId, limit };
        const statement = await readStatement(dashboard.deps, merchant, period, page);
        expect(statement.opening).toEqual(opening);
        expect(statement.closing).toEqual(balance);
        read.push(
          ...statement.entries.map((entry) => ({
            kind: entry.kind,
            at: +entry.effectiveAt,
            balance: entry.balance,
          })),
        );
        afterId = statement.entries.at(-1)?.id ?? null;
        if (!statement.hasMore) break;
      }
      expect(read).toEqual(expected);

      const lines: object[] = [];
      for await (const batch of statementLines(dashboard.deps, merchant, period)) {
        lines.push(...batch.map(({ balance: after }) => after));
      }
      const balances = expected.map((each) => (each as { balance: object }).balance);
      expect(lines).toEqual([opening, ...balances, balance]);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

describe('the statement as PDF', () => {
  const pdf = (query: string) => dashboard.get(`/dashboard/balance.pdf?${query}`, { as: viewer });
  const PERIOD = 'from=2026-03-01&until=2026-03-31';

  it.each(['en', 'th'])('is a file of the period, in the language %s', async (lang) => {
    const { status, headers, text } = await pdf(`${PERIOD}&lang=${lang}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="balance-2026-03-01-to-2026-03-31.pdf"',
    );
    expect(text.slice(0, 5)).toBe('%PDF-');
  });

  it('names its period with Buddhist years in Thai, as the printed page does', async () => {
    const html = await dashboard.get(`/dashboard/balance?${PERIOD}&lang=th`, { as: viewer });
    expect(html.text).toContain('1 มี.ค. 2569 – 31 มี.ค. 2569');
    const printed = await dashboard.get(`/dashboard/prices?lang=th`, { as: viewer });
    expect(printed.text).not.toMatch(/เดือนที่แล้ว 20\d\d/);
  });

  it('begins new pages, and refers to the other files beyond a thousand entries', async () => {
    const { db } = dashboard.deps;
    const { merchant } = await dashboard.addMember('viewer');
    const entry = (n: number) => ({
      id: n,
      kind: 'receive' as const,
      orderId: `pay_${n}`,
      orderKind: 'payment' as const,
      reference: null,
      effectiveAt: new Date(),
      createdAt: new Date(),
      change: { availableSatang: 100, heldSatang: 0, pendingSatang: 0 },
      balance: { availableSatang: 100 * n, heldSatang: 0, pendingSatang: 0 },
    });
    const period = { from: '2026-03-01', until: '2026-03-31' };
    const empty = await readStatement({ db }, merchant, period, { afterId: null, limit: 1 });
    const statement = {
      ...empty,
      entries: Array.from({ length: PDF_ENTRIES_MAX }, (_, n) => entry(n)),
      hasMore: true,
    };
    const printed = { merchantName: merchant.name, period, statement };
    const body = (await renderStatementPdf(printed, 'th')).toString('latin1');
    expect(body.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(15);
  });

  it('is refused for days in the wrong order', async () => {
    expect((await pdf('from=2026-03-02&until=2026-03-01')).status).toBe(400);
  });
});
