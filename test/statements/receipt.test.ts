import PDFDocument from 'pdfkit';
import { fc } from '../support/property';
import { linesOf } from '../../src/statements/pages/receipt/receipt-pdf';
import { testCallback, testDeposit, testPayment } from '../support/gateway';
import { applyPending } from '../../src/orders/store/apply-transition';
import { testPaidPayment, testRefund } from '../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../pages/dashboard/dashboard';

let dashboard: Dashboard;
let viewer: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  viewer = await dashboard.addMember('viewer');
});

const get = (path: string, lang = 'en') =>
  dashboard.get(`/dashboard/${path}?lang=${lang}`, { as: viewer });

const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('the receipt of a payment has its amount, times and identifiers', async () => {
  const { deps, merchant } = dashboard;
  const id = await testPaidPayment(deps, merchant, { amountSatang: 1_250_00, reference: 'INV-7' });
  await testRefund(deps, merchant, { paymentId: id, amountSatang: 50_00 });
  const { ref } = await deps.db('orders').where({ id }).first('ref');
  await deps.db('orders').where({ id }).update({ completed_at: '2026-11-28T05:32:35+07:00' });
  const { text } = await get(`payments/${id}/receipt`);
  const shown = plain(text);
  expect(shown).toContain('Test shop');
  expect(shown).toContain('Amount paid ฿1,250.00');
  expect(shown).toContain('Paid 28 November 2026 05:32:35 (UTC+7)');
  expect(shown).toContain('Reference INV-7');
  expect(shown).toContain(`Ref 1 ${ref}`);
  expect(shown).toContain('Sandbox: no money was moved.');
  expect(shown).toContain('It is not a tax invoice.');
  expect((await get(`payments/${id}`)).text).toContain(`href="/dashboard/payments/${id}/receipt"`);
});

test('a receipt has the name that its shop had at the payment', async () => {
  const { deps } = dashboard;
  const merchant = await dashboard.openMerchant('First name');
  const owner = await dashboard.addMember('owner', merchant);
  const paths: string[] = [];
  for (const name of ['Second name', 'Third name', '']) {
    const id = await testPaidPayment(deps, merchant);
    const [code = ''] = await deps.db('qr_codes').where('order_id', id).pluck<string[]>('id');
    paths.push(`/dashboard/payments/${id}/receipt`, `/pay/${code}/receipt`);
    if (name === '') continue;
    const business = '/dashboard/settings/business';
    const digest = await dashboard.digestAt(business, owner);
    const renamed = await dashboard.post(business, { digest, name }, { as: owner });
    expect(renamed.status).toBe(303);
  }
  const names = ['First name', 'Second name', 'Third name'];
  for (const [n, path] of paths.entries()) {
    const { text } = await dashboard.get(path, { as: owner });
    const [receipt = ''] = /<section class="card [^]*?<\/section>/.exec(text) ?? [];
    const found = names.filter((name) => receipt.includes(name));
    expect([path, found]).toEqual([path, [names[Math.floor(n / 2)]]]);
  }
  const rows = deps.db('former_names').where('merchant_id', merchant.id).orderBy('until');
  expect(await rows.pluck('name')).toEqual(['First name', 'Second name']);
});

test('a receipt in Thai has no name of a tax document', async () => {
  const { deps, merchant } = dashboard;
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, { reported: 'succeeded' });
  await applyPending(deps.db, orderId);
  const { text } = await get(`deposits/${orderId}/receipt`, 'th');
  expect(plain(text)).toContain('หลักฐานการชำระเงิน');
  expect(text).toContain('ไม่ใช่เอกสารทางภาษี');
  expect(text).not.toMatch(/ใบเสร็จรับเงิน|ใบกำกับภาษี/);
  const pdf = await get(`deposits/${orderId}/receipt.pdf`, 'th');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe(
    `attachment; filename="receipt-${orderId}.pdf"`,
  );
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
});

test('an unpaid order has no receipt', async () => {
  const id = await testPayment(dashboard.deps, dashboard.merchant);
  expect((await get(`payments/${id}/receipt`)).status).toBe(409);
  expect((await get(`payments/${id}/receipt.pdf`)).status).toBe(409);
  expect((await get(`payments/${id}`)).text).not.toContain('/receipt"');
});

describe('the lines of a receipt', () => {
  const style = { font: 'regular', size: 10, colour: '#000' } as const;
  const file = require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf');
  const doc = new PDFDocument();
  doc.registerFont('regular', file);

  test.each([
    ['ค่ากาแฟเย็นที่ร้าน', 36, ['ค่ากาแฟ', 'เย็นที่', 'ร้าน']],
    ['Thai QR พร้อมเพย์', 45, ['Thai QR', 'พร้อมเพย์']],
    ['', 45, []],
  ])('end between words: %s', (text, width, lines) => {
    expect(linesOf(doc, text, style, width)).toEqual(lines);
  });

  test('fit, keep every letter with its marks, and have no invisible characters', () => {
    const pieces = ['น้ำ', 'ที่', 'กู้', 'ป้า', 'ๆ', 'x', '0', ' ', 'ABC', '\u200B', '\n'];
    const piece = fc.constantFrom(...pieces);
    const property = fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 40, max: 200 }),
      (chosen, width) => {
        const text = chosen.join('');
        const lines = linesOf(doc, text, style, width);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/[\s\u200B]/g, ''));
        for (const line of lines) {
          expect(line).not.toMatch(/^\p{M}|[\u200B\n]/u);
          expect(doc.font('regular').fontSize(10).widthOfString(line)).toBeLessThanOrEqual(width);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
