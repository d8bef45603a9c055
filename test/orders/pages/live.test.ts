import { failed, testAttempt, testDelivery } from '../../support/deliveries';
import { testPayment, testWebhook } from '../../support/gateway';
import { until } from '../../support/until';
import { startBrowsing } from '../../pages/dashboard/browsing';

test('a live list adds a new payment and keeps scroll position, focus and input', async () => {
  const { dashboard, open } = await startBrowsing();
  const { deps, merchant } = dashboard;
  const ids: string[] = [];
  for (let n = 0; n < 15; n++)
    ids.unshift(await testPayment(deps, merchant, { reference: `o-${n}` }));
  const { page, faults } = await open(await dashboard.addMember('viewer'), {
    viewport: { width: 1280, height: 500 },
  });
  await page.goto(`${dashboard.url}/dashboard/payments`);
  await page.evaluate('window.stays = true');
  const comes = async (reference: string) => {
    const id = await testPayment(deps, merchant, { reference });
    await page.locator(`tr[id="${id}"]`).waitFor({ state: 'attached' });
  };

  // Typed text stays and does not block the update.
  await page.getByText('Filters').click();
  await page.getByLabel('Minimum').fill('12');
  await comes('first');
  expect(await page.getByLabel('Minimum').inputValue()).toBe('12');
  expect(await page.evaluate('document.activeElement.id')).toBe('min');

  // The focused row keeps its position and its focus.
  const link = page.getByRole('link', { name: 'o-2 ' });
  await link.focus();
  await link.evaluate((element: { scrollIntoView(at: object): void }) =>
    element.scrollIntoView({ block: 'center' }),
  );
  const top = async () => Math.round((await link.boundingBox())?.y ?? -1);
  const before = await top();
  await comes('second');
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
  expect(await page.evaluate('document.activeElement.textContent')).toContain('o-2');
  expect(await page.evaluate('window.stays')).toBe(true);

  // A status change of a listed payment appears as well.
  await deps.db('orders').where('id', ids[0]).update({ late: true });
  const changed = page.locator(`tr[id="${ids[0]}"]`);
  await until(async () => (await changed.textContent())?.includes('late'), {
    describe: () => changed.textContent(),
  });
  expect(faults).toEqual([]);
});

test('a live timeline adds new entries and keeps opened details open', async () => {
  const { dashboard, open } = await startBrowsing();
  const { deps, merchant } = dashboard;
  await testWebhook(deps, merchant, 'http://127.0.0.1:9/', ['payment.pending']);
  const { paymentId, deliveryId } = await testDelivery(deps, merchant);
  const attempt = (answer: string) =>
    testAttempt(deps, deliveryId, { ...failed, status: 'pending', answer });
  await attempt('the first');
  const { page, faults } = await open(await dashboard.addMember('viewer'));
  await page.goto(`${dashboard.url}/dashboard/payments/${paymentId}`);
  await page.getByText('Response', { exact: true }).click();
  await attempt('the second');
  // Simulates a return to the page, which refreshes before the next poll.
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('attempt 2').waitFor();
  const opened = page.locator('details.more[open]');
  expect(await opened.allTextContents()).toEqual([expect.stringContaining('the first')]);
  expect(faults).toEqual([]);
});
