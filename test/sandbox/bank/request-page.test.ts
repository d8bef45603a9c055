import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sizesOf, violations } from '../../support/accessibility';
import { closePages, openBrowser } from '../../support/browser';
import { until } from '../../support/until';
import {
  chargeOf,
  depositQrFor,
  payoutOf,
  qrFor,
  refundOf,
  startBank,
  type TestBank,
} from './bank';
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

async function visit(path = '/?lang=en', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  await page.goto(`${bank.url}${path}`);
  return page;
}

const open = (kind?: string) => ({
  payment_id: `pay_${kind ?? 'old'}`,
  ...(kind === undefined ? {} : { kind }),
  qr_data: depositQrFor('REF1', 50_000),
  amount: 500,
  reference: null,
  merchant: 'Shop',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  status: 'pending',
});

describe('pending payout', () => {
  it('is listed with amount, bank, masked account and order id', async () => {
    await bank.payouts.send(payoutOf('W1', 1_234.5));
    const page = await visit();
    const card = page.locator('#outgoing .bill');
    expect(await card.locator('.amount').textContent()).toBe('฿1,234.50');
    const text = await card.textContent();
    for (const part of ['SCB', 'xxx-x-x6789-x', 'W1']) expect(text).toContain(part);
    expect(await page.content()).not.toContain('1234567890');
  });

  it.each([
    ['Send money', true, 'Payout succeeded', 'success'],
    ['Send money', false, 'Payout succeeded', 'success'],
    ['Reject', true, 'Payout failed', 'failed'],
    ['Reject', false, 'Payout failed', 'failed'],
  ])('is decided by the button "%s" (with JavaScript: %p)', async (name, script, title, status) => {
    await bank.payouts.send(payoutOf('W1', 100));
    const page = await visit('/?lang=en', { javaScriptEnabled: script });
    await page.getByRole('button', { name }).click();
    await page.waitForURL(/\/requests\/payouts\/W1\?/);
    expect(await page.locator('h1').textContent()).toBe(title);
    expect(await page.locator('.receipt').textContent()).toContain('Delivered');
    expect(await page.getByRole('button', { name: 'Send money' }).count()).toBe(0);
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'W1', status });
  });

  it('appears without a reload, keeps the focus, and disappears after its decision', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    const page = await visit();
    await page.getByRole('button', { name: 'Reject' }).focus();
    await bank.payouts.send(payoutOf('W2', 200));
    await page.locator('#outgoing .bill').nth(1).waitFor();
    expect(await page.locator(':focus').getAttribute('data-key')).toBe('payout-W1-fail');
    await bank.payouts.decide('W1', 'succeed');
    await bank.payouts.decide('W2', 'fail');
    await page.getByText('No pending payout or refund').waitFor();
    const recent = await page.locator('#recent').textContent();
    expect(recent).toContain('−฿100.00');
    expect(recent).toContain('Payout · failed');
  });

  it('keeps its outcome when an outdated page submits the other one', async () => {
    await bank.payouts.send(payoutOf('W1', 100));
    const page = await visit('/requests/payouts/W1?lang=en', { javaScriptEnabled: false });
    await bank.payouts.decide('W1', 'succeed');
    await page.getByRole('button', { name: 'Reject' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('has already succeeded');
    expect((await bank.payouts.read('W1')).body.status).toBe('succeeded');
  });
});

describe('decided payout', () => {
  it('lists its callbacks, each with a button that sends it again', async () => {
    await bank.payouts.send(payoutOf('W1', 100.06));
    await until(async () => (await bank.book()).totals.waiting === 0, {
      describe: 'all callbacks are delivered',
    });
    const page = await visit('/requests/payouts/W1?lang=en');
    const receipt = page.locator('.receipt');
    expect(await receipt.textContent()).toMatch(
      /wrong key[^]*HTTP 401[^]*Payout · succeeded[^]*Delivered/,
    );
    await receipt.getByRole('button', { name: 'Send callback again' }).last().click();
    await gateway.received(3);
    await page.waitForURL(/\/requests\/payouts\/W1\?/);
  });

  it('shows when a scheduled callback is due', async () => {
    await bank.payouts.send(payoutOf('W1', 100.04));
    const page = await visit('/requests/payouts/W1?lang=en');
    expect(await page.locator('.receipt').textContent()).toMatch(/Pending\s*not before \d/);
  });

  it('that does not exist is a 404 page', async () => {
    const page = await visit('/requests/payouts/W1?lang=en');
    expect(await page.getByRole('alert').textContent()).toContain('No such payout.');
  });
});

describe('pending refund', () => {
  it('is listed with the payouts, labelled, with the refunded payment', async () => {
    await bank.payouts.send(payoutOf('SAME', 100));
    await bank.refunds.send(refundOf('SAME', 200.1));
    const page = await visit();
    const cards = page.locator('#outgoing .bill');
    expect(await cards.locator('.amount').allTextContents()).toEqual(['฿100.00', '฿200.10']);
    expect(await cards.locator('.chip').allTextContents()).toEqual(['Payout', 'Refund']);
    expect(await cards.nth(1).textContent()).toMatch(/xxx-x-x6789-x[^]*pay_1/);
    expect(await page.locator('#sums').textContent()).toMatch(/Pending requests\s*2/);
    expect(await page.content()).not.toContain('1234567890');
  });

  it.each([
    ['Send money', 'Refund succeeded', 'success'],
    ['Reject', 'Refund failed', 'failed'],
  ])(
    'is decided by the button "%s", and a payout with its order id is not',
    async (name, title, status) => {
      await bank.payouts.send(payoutOf('SAME', 100));
      await bank.refunds.send(refundOf('SAME', 200.1));
      const page = await visit();
      await page.locator('#outgoing .bill').nth(1).getByRole('button', { name }).click();
      await page.waitForURL(/\/requests\/refunds\/SAME\?/);
      expect(await page.locator('h1').textContent()).toBe(title);
      const [callback] = await gateway.received(1);
      expect(callback).toMatchObject({ path: '/refund/gw/webhook', body: { status } });
      expect((await bank.payouts.find('SAME')).body.status).toBe('processing');
    },
  );

  it('to a token shows no account and links to the charge', async () => {
    await bank.charges.send(chargeOf('pay_1', 200));
    await bank.refunds.send(refundOf('R1', 200.1, { account: null }));
    const page = await visit();
    await page.locator('#outgoing .bill').getByRole('link', { name: 'pay_1' }).click();
    await page.waitForURL(/\/requests\/charges\/pay_1\?/);
    expect(await page.locator('h1').textContent()).toBe('Charge succeeded');
    expect(await page.locator('.receipt').textContent()).toContain('tok_success');
  });
});

describe('charge', () => {
  it('is among the latest transfers, without a minus', async () => {
    await bank.charges.send(chargeOf('C1', 200));
    await bank.charges.send(chargeOf('C2', 300, 'tok_insufficient_funds'));
    const page = await visit();
    const rows = page.locator('#recent tbody tr');
    expect(await rows.nth(0).textContent()).toMatch(/Charge · failed[^]*–[^]*C2/);
    expect(await rows.nth(1).textContent()).toMatch(/Charge · succeeded[^−]*฿200\.00[^]*C1/);
    expect(await page.locator('#sums').textContent()).toMatch(/Money in\s*฿200\.00/);
    await rows.nth(0).getByRole('link').click();
    await page.waitForURL(/\/requests\/charges\/C2\?/);
    expect(await page.locator('.receipt').textContent()).toContain('insufficient funds');
  });
});

describe('deposit', () => {
  it('is labelled among the open payments; the default kind is a payment', async () => {
    gateway.open = [open('deposit'), open('payment'), open()];
    const page = await visit();
    const marks = page.locator('#open .bill').locator('.chip.deposit');
    expect(await page.locator('#open .bill').count()).toBe(3);
    expect(await marks.allTextContents()).toEqual(['Deposit']);
    await page.locator('#open .bill').first().getByRole('button', { name: 'Pay ฿' }).click();
    const [callback] = await gateway.received(1);
    expect(callback?.path).toBe('/deposit/gw/webhook');
  });
});

describe('page of a payment', () => {
  it('shows the slip with a download link', async () => {
    const { body } = await bank.pay({ qrData: qrFor('REF1', 500) });
    const page = await visit(`/payments/${body.paymentId}?lang=en`);
    const slip = page.locator('.slip img');
    await slip.scrollIntoViewIfNeeded();
    const widthPx = () => page.evaluate("document.querySelector('.slip img').naturalWidth");
    await until(async () => Number(await widthPx()) > 0, { describe: 'a picture' });
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the slip' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^slip-SBX[0-9A-Z]{20}\.png$/);
  });

  it.each(['decline', 'late'])('has no slip for the mode %s', async (mode) => {
    const delay = mode === 'late' ? { delaySeconds: 3_600 } : {};
    const { body } = await bank.pay({ qrData: qrFor('REF1', 500), mode, ...delay });
    const page = await visit(`/payments/${body.paymentId}?lang=en`);
    expect(await page.locator('.slip').count()).toBe(0);
  });
});

describe('every page', () => {
  it.each([
    ['th', 320, 'light'],
    ['en', 1280, 'dark'],
  ] as const)('has no axe violations in %s at %d pixels, %s', async (lang, width, colorScheme) => {
    gateway.open = [open('deposit')];
    const amounts = [2_000_000, 100.06, 100.02, 100.04];
    const orders = amounts.map((_, index) => `0192f0c1-0000-7000-8000-00000000000${index}`);
    for (const [index, orderId] of orders.entries()) {
      const bankName = index === 0 ? 'ธนาคาร'.repeat(12) : 'SCB';
      await bank.payouts.send({ ...payoutOf(orderId, amounts[index] ?? 0), bankName });
    }
    const accountName = 'ชื่อบัญชี'.repeat(27);
    const toAccount = { account: { ...refundOf('', 1).account, accountName } };
    await bank.refunds.send(
      refundOf('R1', 1_999_999.1, { ...toAccount, paymentId: 'x'.repeat(64) }),
    );
    await bank.charges.send(chargeOf('x'.repeat(64), 2_000_000));
    await bank.charges.send(chargeOf('C2', 5, 'tok_declined'));
    const toToken = { paymentId: 'x'.repeat(64), account: null };
    await bank.refunds.send(refundOf('R2', 100.1, toToken));
    await bank.refunds.send(refundOf('R3', 100.01, toToken));
    const { body } = await bank.pay({ qrData: qrFor('REF1', 500), mode: 'twice' });
    await until(async () => (await bank.book()).totals.waiting === 1, {
      describe: 'all callbacks are delivered',
    });
    const addresses = [
      '/',
      `/payments/${body.paymentId}`,
      ...[...orders, 'none'].map((order) => `/requests/payouts/${order}`),
      ...['R1', 'R2'].map((order) => `/requests/refunds/${order}`),
      ...['x'.repeat(64), 'C2'].map((order) => `/requests/charges/${order}`),
    ];
    const page = await visit('/', { viewport: { width, height: 800 }, colorScheme });
    for (const address of addresses) {
      await page.goto(`${bank.url}${address}?lang=${lang}`);
      for (const details of await page.locator('details').all()) await details.click();
      expect([address, await violations(page)]).toEqual([address, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const pressed = 'button:visible, .button:visible, summary:visible';
      const heights = (await sizesOf(page, pressed)).map(({ height }) => height);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    }
  });
});
