import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback } from '../../support/gateway';
import { listSlips } from '../../../src/orders/deposit/store/slips';
import { startVisits, type Visits } from './browsing';
import { pictureBytes } from './deposits';

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});
afterEach(() => visits.closePages());

const withoutScript = { javaScriptEnabled: false };
const file = (buffer: Buffer) => ({ name: 'slip.png', mimeType: 'image/png', buffer });

describe('checkout without JavaScript', () => {
  it('shows the amount, accepts a slip and shows the payment', async () => {
    const created = await visits.deposits.create();
    const { page, faults } = await visits.visit(`/pay/${created.pageToken}`, withoutScript);
    expect(await page.locator('h1 .amount').textContent()).toBe('฿1,234.56');
    expect(await page.locator('.qr img').isVisible()).toBe(true);
    // Buttons that need the script stay hidden.
    expect(await page.locator('[data-copy]:visible').count()).toBe(0);

    await page.setInputFiles('#slip-file', file(pictureBytes()));
    await page.getByRole('button', { name: 'Send slip' }).click();
    await page.locator('#banner.checking').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pay/${created.pageToken}`);
    expect(await listSlips(visits.api.deps.db, created.orderId)).toHaveLength(1);

    await visits.deposits.callBack(created, 'succeeded');
    await page.reload();
    expect(await page.locator('#banner.paid').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('reloads itself until the customer pauses reloading', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`, withoutScript);
    const refresh = page.locator('meta[http-equiv=refresh]');
    expect(await refresh.getAttribute('content')).toBe('15');
    await page.getByRole('link', { name: 'Pause reloading' }).click();
    await page.waitForURL(/reload=off/);
    expect(await page.locator('.reload').textContent()).toContain('is paused');
    expect(await refresh.count()).toBe(0);
    await page.getByRole('link', { name: 'Resume automatic reloading' }).click();
    await refresh.waitFor({ state: 'attached' });
  });

  it('shows why a slip is rejected beside the field', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`, withoutScript);
    await page.setInputFiles('#slip-file', file(Buffer.from('no picture')));
    await page.getByRole('button', { name: 'Send slip' }).click();
    await page.locator('#slip-error').getByText('not a JPG').waitFor();
    expect(await page.title()).toMatch(/^Slip not sent\./);
    expect(await page.locator(':focus').getAttribute('id')).toBe('slip-file');
    // The cookie keeps the language on another page.
    await page.getByRole('link', { name: 'ไทย' }).click();
    await page.locator('html[lang=th]').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pay/${created.pageToken}`);
  });

  it('gets a new code for an expired one, and pays it', async () => {
    const { api } = visits;
    const created = await api.createQrCode({ amount: 1250 });
    const orders = api.deps.db('orders').where('id', created.payment_id);
    await orders.update({ expires_at: new Date(Date.now() - 60_000) });
    await applyPending(api.deps.db, created.payment_id);
    const path = new URL(created.checkout_url).pathname;
    const { page, faults } = await visits.visit(path, withoutScript);
    expect(await page.locator('.qr img').count()).toBe(0);
    await page.getByRole('button', { name: 'New code' }).click();
    await page.locator('#banner.waiting').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.locator('.qr img').isVisible()).toBe(true);
    const renewed = await api.deps
      .db('checkouts')
      .where('previous_id', created.payment_id)
      .first('order_id');
    await testCallback(api.deps, renewed.order_id, { reported: 'succeeded' });
    await applyPending(api.deps.db, renewed.order_id);
    await page.reload();
    expect(await page.locator('#banner.paid').count()).toBe(1);
    await page.locator('[data-key=receipt]').click();
    await page.getByText('It is not a tax invoice.').waitFor();
    expect(faults).toEqual([]);
  });

  it('keeps the chosen language', async () => {
    const { pageToken } = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${pageToken}`, withoutScript);
    await page.goto(`${visits.api.url}/pay/${pageToken}`);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});
