import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { closePages, openBrowser } from '../../support/browser';
import { until } from '../../support/until';
import { qrFor, startBank, type TestBank } from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let browser: Browser;
let gateway: GatewayStub;
let bank: TestBank;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
});
afterEach(async () => {
  await closePages(browser);
  await bank.close();
  await gateway.close();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function openPayment(ref1: string, baht: number, fields: object = {}): object {
  return {
    payment_id: `pay_${ref1.toLowerCase()}`,
    qr_data: qrFor(ref1, baht * 100),
    amount: baht,
    reference: `INVOICE ${ref1}`,
    merchant: 'Shop & <Sons>',
    expires_at: inMinutes(10),
    status: 'pending',
    ...fields,
  };
}

async function visit(path = '/?lang=en', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  await page.goto(`${bank.url}${path}`);
  return page;
}

const card = (page: Page, reference: string) =>
  page.locator('.bill').filter({ hasText: reference });

describe('list', () => {
  it('shows open payments with amount, merchant, reference and time left', async () => {
    gateway.open = [
      openPayment('REF1', 1_250),
      openPayment('REF2', 2_000_000, { status: 'expired', expires_at: inMinutes(-3) }),
    ];
    const page = await visit();
    const pending = card(page, 'INVOICE REF1');
    expect(await pending.locator('h2').textContent()).toBe('฿1,250.00');
    expect(await pending.locator('.merchant').textContent()).toBe('Shop & <Sons>');
    expect(await pending.locator('.left').textContent()).toMatch(/^\s*(10:00|9:5\d)\s*$/);
    const expired = card(page, 'INVOICE REF2');
    expect(await expired.locator('.chip').textContent()).toBe('Expired');
    expect(await expired.locator('.left').textContent()).toContain('Expired');
    expect(await expired.getByRole('button', { name: 'Pay anyway' }).count()).toBe(1);
    expect(await expired.getByRole('button', { name: 'Decline' }).count()).toBe(0);
  });

  it.each([
    ['Pay ฿', { status: 'success', amount: 500 }],
    ['Decline', { status: 'failed' }],
    ['Pay short', { status: 'success', amount: 499 }],
    ['Pay over', { status: 'success', amount: 501 }],
    ['Pay twice', { status: 'success', amount: 500 }],
  ])('pays by the button "%s"', async (name, callback) => {
    gateway.open = [openPayment('REF1', 500)];
    const page = await visit();
    await card(page, 'REF1').getByRole('button', { name }).click();
    await page.waitForURL(/\/payments\/sbp_/);
    const count = name === 'Pay twice' ? 2 : 1;
    const received = await gateway.received(count);
    expect(received).toHaveLength(count);
    for (const { body } of received) expect(body).toMatchObject({ orderId: 'REF1', ...callback });
    expect(await page.locator('.receipt').textContent()).toContain('Delivered');
  });

  it('schedules "Pay late" for seconds after the QR code expires', async () => {
    const expiresAt = inMinutes(10);
    gateway.open = [openPayment('REF1', 500, { expires_at: expiresAt })];
    const page = await visit();
    await card(page, 'REF1').getByRole('button', { name: 'Pay late' }).click();
    await page.waitForURL(/\/payments\/sbp_/);
    expect(await page.locator('h1').textContent()).toBe('Scheduled');
    const { pathname } = new URL(page.url());
    const { body } = await bank.read(pathname.replace('/payments/', ''));
    const lateMs = Date.parse(body.dueAt ?? '') - Date.parse(expiresAt);
    expect(lateMs).toBeGreaterThan(4_000);
    expect(lateMs).toBeLessThan(10_000);
    expect(gateway.callbacks).toEqual([]);
  });

  it('says that no QR code is open', async () => {
    const page = await visit();
    expect(await page.locator('#open').textContent()).toContain('No open QR code');
  });

  it('refreshes without a reload and keeps typed text', async () => {
    const page = await visit();
    await page.getByLabel('QR payload').fill('half of a pay');
    gateway.open = [openPayment('REF1', 500)];
    await card(page, 'REF1').waitFor();
    expect(await page.getByLabel('QR payload').inputValue()).toBe('half of a pay');
  });

  it('keeps the keyboard focus when it refreshes', async () => {
    gateway.open = [openPayment('REF1', 500)];
    const page = await visit();
    await card(page, 'REF1').getByRole('button', { name: 'Decline' }).focus();
    gateway.open = [openPayment('REF2', 600), openPayment('REF1', 500)];
    await card(page, 'REF2').waitFor();
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('data-key')).toBe('pay_ref1-decline');
  });
});

describe('double click', () => {
  it.each([true, false])('makes one payment (with JavaScript: %s)', async (javaScriptEnabled) => {
    gateway.open = [openPayment('REF1', 500)];
    // The response to the first click waits for the gateway: the second is on the same page.
    gateway.status = 'none';
    const page = await visit('/?lang=en', { javaScriptEnabled });
    const button = card(page, 'REF1').getByRole('button', { name: 'Pay ฿' });
    const box = await button.boundingBox();
    if (box === null) throw new Error('the button is not there');
    const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await click();
    await gateway.received(1);
    await click();
    // Not waitForURL: the second click may abort the navigation that the first began.
    await until(() => page.url().includes('/payments/sbp_'), { describe: () => page.url() });
    expect((await bank.book()).totals).toMatchObject({ payments: 1, transfers: 1 });
    await gateway.close();
  });

  it('is not repeated by a reload of the payment page', async () => {
    gateway.open = [openPayment('REF1', 500)];
    const page = await visit();
    await card(page, 'REF1').getByRole('button', { name: 'Pay ฿' }).click();
    await page.waitForURL(/\/payments\/sbp_/);
    await page.reload();
    await page.reload();
    expect((await bank.book()).totals.transfers).toBe(1);
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  });
});

describe('without JavaScript', () => {
  it('a pasted QR code is paid, and the page shows the delivered callback', async () => {
    const page = await visit('/?lang=en', { javaScriptEnabled: false });
    await page.getByLabel('QR payload').fill(`  ${qrFor('PASTED', 12_345)}\n`);
    await page.locator('.paste').getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(/\/payments\/sbp_/);
    expect(await page.locator('.amount').textContent()).toBe('฿123.45');
    expect(await page.locator('.receipt').textContent()).toContain('Delivered');
    expect(gateway.callbacks.map(({ body }) => body['orderId'])).toEqual(['PASTED']);
  });

  it('a damaged QR code is rejected beside the field, which keeps its text', async () => {
    const page = await visit('/?lang=en', { javaScriptEnabled: false });
    const damaged = qrFor('PASTED', 12_345).replace('123.45', '999.45');
    await page.getByLabel('QR payload').fill(damaged);
    await page.locator('.paste').getByRole('button', { name: 'Pay', exact: true }).click();
    const field = page.getByLabel('QR payload');
    expect(await field.inputValue()).toBe(damaged);
    expect(await field.getAttribute('aria-describedby')).toContain('qr-error');
    expect(await page.locator('#qr-error').textContent()).toContain('checksum');
    expect((await bank.book()).totals.payments).toBe(0);
    expect(gateway.callbacks).toEqual([]);
  });

  it('an undelivered callback is sent again from the list', async () => {
    gateway.status = 400;
    const { body } = await bank.pay({ qrData: qrFor('REF1', 500) });
    await bank.whenCallbacks(body.paymentId, 'undelivered');
    gateway.status = 201;
    const page = await visit('/?lang=en', { javaScriptEnabled: false });
    expect(await page.locator('#recent').textContent()).toContain('HTTP 400');
    await page.getByRole('button', { name: 'Send callback again' }).click();
    await until(() => gateway.callbacks.length === 2, { describe: 'a second callback' });
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('unreachable gateway', () => {
  it('is reported on the page, and a pasted QR code can still be paid', async () => {
    await gateway.close();
    const page = await visit();
    expect(await page.getByRole('alert').textContent()).toContain('ECONNREFUSED');
    await page.getByLabel('QR payload').fill(qrFor('PASTED', 100));
    await page.locator('.paste').getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(/\/payments\/sbp_/);
    const receipt = page.locator('.receipt');
    expect(await receipt.textContent()).toContain('Pending');
    gateway = await startGatewayStub(gateway.port);
    await receipt.getByText('Delivered', { exact: true }).waitFor();
  });
});

describe('layout', () => {
  it.each(['th', 'en'])('fits 320 pixels (%s) without console errors', async (lang) => {
    gateway.open = [openPayment('REF1', 2_000_000, { reference: 'X'.repeat(35) })];
    const { body } = await bank.pay({
      qrData: qrFor('A'.repeat(20), 200_000_000),
      mode: 'twice',
    });
    await bank.whenCallbacks(body.paymentId, 'delivered');
    const faults: string[] = [];
    for (const path of [`/?lang=${lang}`, `/payments/${body.paymentId}?lang=${lang}`]) {
      const page = await visit(path, { viewport: { width: 320, height: 640 } });
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await page.reload();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      const small = page.locator('button:visible, nav a:visible');
      for (const box of await Promise.all((await small.all()).map((one) => one.boundingBox()))) {
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is in Thai unless the browser prefers English', async () => {
    const page = await visit('/', { locale: 'th-TH' });
    expect(await page.locator('h1').textContent()).toBe('รายการรอชำระ');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.locator('h1').textContent()).toBe('Open payments');
  });
});
