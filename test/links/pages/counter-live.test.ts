import { applyPending } from '../../../src/orders/store/apply-transition';
import { startBrowsing } from '../../pages/dashboard/browsing';
import { testCallback } from '../../support/gateway';

let browsing: Awaited<ReturnType<typeof startBrowsing>>;
beforeAll(async () => {
  browsing = await startBrowsing();
});

test('a pad enters the amount by touch and by keyboard, and speaks it', async () => {
  const { dashboard, open } = browsing;
  const { page, faults } = await open(await dashboard.addMember('developer'), { hasTouch: true });
  await page.goto(`${dashboard.url}/dashboard/counter?lang=en`);
  const pad = page.getByRole('group', { name: 'Amount pad' });
  const amount = page.getByLabel('Amount', { exact: true });
  for (const key of ['1', '2', '5', '00', '.', '5']) {
    await pad.getByRole('button', { name: key, exact: true }).tap();
  }
  expect(await amount.inputValue()).toBe('12500.5');
  const erase = pad.getByRole('button', { name: 'Delete the last digit' });
  await erase.tap();
  await erase.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  expect(await amount.inputValue()).toBe('1250');
  expect(await page.locator('#live').textContent()).toBe('1250');
  // A key never submits the form, and the field takes no more than its length.
  expect(page.url()).toMatch(/\/counter\?lang=en$/);
  for (let count = 0; count < 8; count++) {
    await pad.getByRole('button', { name: '00', exact: true }).tap();
  }
  expect(await amount.inputValue()).toBe('125000000000');
  await amount.fill('1250');
  await page.getByRole('button', { name: 'Show QR code' }).tap();
  await page.locator('.counter-qr').waitFor();
  expect(faults).toEqual([]);
});

test('the amount pad is not shown without the script', async () => {
  const { dashboard, open } = browsing;
  const cashier = await dashboard.addMember('developer');
  const { page } = await open(cashier, { javaScriptEnabled: false });
  await page.goto(`${dashboard.url}/dashboard/counter?lang=en`);
  expect(await page.locator('.pad').isVisible()).toBe(false);
  await page.getByLabel('Amount', { exact: true }).fill('1250');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.locator('.counter-qr').waitFor();
  expect(await page.getByText('Full screen').isVisible()).toBe(false);
});

test('the QR code fills the screen until it is paid and after', async () => {
  const { dashboard, open } = browsing;
  const { page, faults } = await open(await dashboard.addMember('developer'));
  await page.goto(`${dashboard.url}/dashboard/counter?lang=en`);
  await page.getByLabel('Amount', { exact: true }).fill('120');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).focus();
  await page.keyboard.press('Enter');
  const exit = page.getByRole('button', { name: 'Exit full screen' });
  await exit.waitFor();
  const full = () => page.evaluate('document.fullscreenElement?.id ?? null');
  expect(await full()).toBe('counter');
  const id = page.url().split('/').at(-1)?.replace(/\?.*/, '') ?? '';
  await testCallback(dashboard.deps, id, { reported: 'succeeded', amountSatang: 12_000 });
  await applyPending(dashboard.deps.db, id);
  await page.getByText('Paid: ฿120.00').first().waitFor();
  expect(await full()).toBe('counter');
  await exit.click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  expect(await full()).toBe(null);
  expect(faults).toEqual([]);
});

test('the page of a payment says and sounds that it is paid, without a reload', async () => {
  const { dashboard, open } = browsing;
  const cashier = await dashboard.addMember('developer');
  const { page, faults } = await open(cashier);
  await page.addInitScript(`
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
  `);
  await page.goto(`${dashboard.url}/dashboard/counter?lang=en`);
  await page.getByLabel('Amount', { exact: true }).fill('120');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.locator('.counter-qr').waitFor();
  await page.evaluate('window.isSame = true');
  const id = page.url().split('/').at(-1)?.replace(/\?.*/, '') ?? '';
  await testCallback(dashboard.deps, id, { reported: 'succeeded', amountSatang: 12_000 });
  await applyPending(dashboard.deps.db, id);
  await page.getByText('Paid: ฿120.00').first().waitFor();
  expect(await page.evaluate('[window.isSame, window.tones]')).toEqual([true, 2]);
  expect(await page.locator('#live').textContent()).toContain('Paid: ฿120.00');
  await page.getByRole('link', { name: 'Next payment' }).click();
  await page.getByLabel('Amount', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});
