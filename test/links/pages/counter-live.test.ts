import { applyPending } from '../../../src/orders/store/apply-transition';
import { startBrowsing } from '../../pages/dashboard/browsing';
import { testCallback } from '../../support/gateway';

test('the page of a payment says and sounds that it is paid, without a reload', async () => {
  const { dashboard, open } = await startBrowsing();
  const cashier = await dashboard.addMember('developer');
  const { page, faults } = await open(cashier);
  await page.addInitScript(`
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
  `);
  await page.goto(`${dashboard.url}/dashboard/counter?lang=en`);
  await page.getByLabel('Amount').fill('120');
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
  await page.getByLabel('Amount').waitFor();
  expect(faults).toEqual([]);
});
