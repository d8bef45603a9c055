import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Deps } from '../../../src/deps';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { testOperator } from '../../pages/console/operators';
import { startBrowsing } from '../../pages/dashboard/browsing';
import { linkIn } from '../../pages/dashboard/dashboard';
import { asOwner } from '../../support/database';
import { testCallback, testSent } from '../../support/gateway';

let browsing: Awaited<ReturnType<typeof startBrowsing>>;
beforeAll(async () => {
  browsing = await startBrowsing();
});

const PHONE = { locale: 'th-TH', viewport: { width: 360, height: 800 } };
const PASSWORD = 'ข้าวมันไก่ร้อนๆทุกวัน';
const EVIDENCE = 'ตรวจสมุดบัญชีแล้ว 1 มีนาคม';

let shots = 0;
/** Saves the page on both widths if SCREENSHOTS is set; no page is wider than its screen. */
async function look(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect([name, wide]).toEqual([name, page.viewportSize()?.width]);
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const number = String(++shots).padStart(2, '0');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const file = path.join(folder, `walk-${number}-${name}-${width}.png`);
    await page.screenshot({ path: file, fullPage: true });
  }
}

async function submit(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const form = page.locator(`form[action="${action}"], form[action^="${action}?"]`).last();
  for (const [name, value] of Object.entries(fields)) {
    await form.locator(`[name="${name}"]`).fill(value);
  }
  await form.locator('button:not([type="button"])').last().click();
  await page.waitForLoadState();
}

test('a shop owner gets from sign-up to a withdrawal and a file by the pages', async () => {
  const { dashboard, open } = browsing;
  const { deps, url } = dashboard;
  const { page, faults } = await open(null, PHONE);
  const go = (to: string) => page.goto(`${url}${to}`);

  await go('/dashboard/sign-up');
  await look(page, 'sign-up');
  await submit(page, '/dashboard/sign-up', {
    merchant_name: 'ร้านข้าวมันไก่',
    email: 'malee@example.com',
  });
  const [invitation = ''] = (await dashboard.deliverMail()).map(linkIn);
  await go(invitation);
  await submit(page, new URL(page.url()).pathname, { name: 'มาลี', password: PASSWORD });
  await look(page, 'home');

  await go('/dashboard/settings/business');
  await submit(page, '/dashboard/settings/business', {
    name: 'ข้าวมันไก่มาลี',
    legal_name: 'บริษัท ข้าวมันไก่มาลี จำกัด',
    tax_id: '0107544000108',
  });
  const fill = { width: 64, height: 64, channels: 3, background: '#c62828' } as const;
  const png = await sharp({ create: fill }).png().toBuffer();
  await page.setInputFiles('input[type="file"]', {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: png,
  });
  await submit(page, '/dashboard/settings/business/logo');
  await submit(page, '/dashboard/settings/business/account', {
    bank: 'SCB',
    account_number: '111-2-33445-6',
    account_name: 'บริษัท ข้าวมันไก่มาลี จำกัด',
  });
  await look(page, 'business');

  await go('/dashboard/links');
  await submit(page, '/dashboard/links', { title: 'ข้าวมันไก่', amount: '60' });
  await look(page, 'link');
  const sign = page.locator('a[download][href*="size=a6"]');
  const [printed] = await Promise.all([page.waitForEvent('download'), sign.click()]);
  expect(await printed.failure()).toBeNull();
  const link = (await page.locator('#link-url').textContent())?.trim() ?? '';

  const payer = await open(null, PHONE);
  await payer.page.goto(`${url}${new URL(link).pathname}`);
  await look(payer.page, 'public-link');
  await submit(payer.page, new URL(link).pathname);
  await look(payer.page, 'checkout');
  const qrCodeId = payer.page.url().split('/pay/')[1]?.split('?')[0] ?? '';
  const [id = ''] = await deps.db('qr_codes').where('id', qrCodeId).pluck<string[]>('order_id');
  await testCallback(deps, id, {
    reported: 'succeeded',
    amountSatang: 6_000,
    transactionId: 'T-walk',
  });
  await applyPending(deps.db, id);
  await payer.page.reload();
  await look(payer.page, 'paid');
  expect(await payer.page.textContent('#banner')).toContain('ชำระเงินสำเร็จ');

  await go(`/dashboard/payments/${id}`);
  await look(page, 'payment');
  await go(`/dashboard/payments/${id}/refund`);
  await look(page, 'refund');
  await submit(page, `/dashboard/payments/${id}/refund/review`, {
    amount: '20',
    bank_name: 'KBANK',
    account_number: '1234567890',
    account_name: 'ลูกค้า ใจดี',
  });
  await look(page, 'refund-review');
  await submit(page, `/dashboard/payments/${id}/refund`);
  await look(page, 'refunded');
  const refundId = await settle(deps, 'refund', 'T-walk-refund');

  await go('/dashboard/withdrawals/new');
  await look(page, 'withdraw-held');
  expect(await page.textContent('.notice.warn')).toContain('ยังไม่ได้ตรวจสอบ');
  const operator = await open(await testOperator(dashboard, 'operator'), PHONE);
  const [shop = ''] = await deps.db('business_accounts').pluck<string[]>('merchant_id');
  await operator.page.goto(`${url}/console/merchants/${shop}/business`);
  await look(operator.page, 'console-business');
  await submit(operator.page, `/console/merchants/${shop}/business/account`, {
    account_number: '1112334456',
    account_evidence: EVIDENCE,
  });
  await look(operator.page, 'console-verified');
  await asOwner(deps.db, 'update business_accounts set usable_at = now()');

  await go('/dashboard/withdrawals/new');
  await look(page, 'withdraw');
  await submit(page, '/dashboard/withdrawals/new/review', { amount: '30' });
  await look(page, 'withdraw-review');
  await submit(page, '/dashboard/withdrawals/new');
  await look(page, 'withdrawal');
  const withdrawalId = await settle(deps, 'withdrawal', 'T-walk-withdrawal');
  await page.reload();
  await look(page, 'withdrawn');
  expect(await page.textContent('main')).toContain('xxx-x-x3445-x');

  await go('/dashboard/balance');
  await look(page, 'balance');
  const file = page.locator('a[href^="/dashboard/balance.csv"]').first();
  const [csv] = await Promise.all([page.waitForEvent('download'), file.click()]);
  const text = readFileSync(await csv.path(), 'utf8');
  for (const each of [id, refundId, withdrawalId]) expect(text).toContain(each);
  expect([...faults, ...payer.faults, ...operator.faults]).toEqual([]);
  expect(await findViolations(deps.db)).toEqual([]);
});

/** The provider pays the newest order of the kind. */
async function settle(
  deps: Deps,
  kind: 'refund' | 'withdrawal',
  transactionId: string,
): Promise<string> {
  const order = await deps.db('orders').where({ kind }).first('id', 'amount_satang');
  const { id, amount_satang: amountSatang } = order as { id: string; amount_satang: number };
  await testSent(deps.db, id);
  await testCallback(deps, id, { reported: 'succeeded', amountSatang, transactionId });
  await applyPending(deps.db, id);
  return id;
}
