import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../../../client/src/verify-webhook';
import { startInstallation } from '../../../e2e/installation';
import { openBrowser } from '../../../support/browser';
import { startReceiver } from '../../../support/receiver';

const run = promisify(execFile);

/** Runs the command of the page in a shell, unchanged. */
async function runShown(command: string): Promise<{ readonly payment_id: string }> {
  const { stdout } = await run('bash', ['-c', command]);
  return JSON.parse(stdout) as { readonly payment_id: string };
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const sumOf = (page: Page, name: string) =>
  page.locator('.sums .card', { has: page.getByText(name, { exact: true }) }).locator('.sum');

/** Signs up and opens the home page of the new merchant. */
async function signUp(page: Page, apiUrl: string): Promise<void> {
  await page.goto(`${apiUrl}/dashboard/sign-up`);
  await page.getByLabel('Shop name').fill('Noodles & Sons');
  await page.getByLabel('Your email').fill('owner@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open the sandbox mailbox' }).click();
  // The mailbox page refreshes by itself.
  await page.getByRole('link', { name: /\/dashboard\/join\// }).click();
  await page.getByLabel('Your name').fill('Somchai Jaidee');
  await page.getByLabel('Choose a password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Accept your first payment' }).waitFor();
}

/** Pays on the page of the sandbox bank. */
async function payAtBank(page: Page, opened: Promise<Page>): Promise<void> {
  const bank = await opened;
  await press(bank, 'Pay');
  await bank.getByText('Paid').first().waitFor();
  await bank.close();
  await page.bringToFront();
}

test('a person gets from sign-up to the first webhook in a browser', async () => {
  const { apiUrl, bankUrl } = await startInstallation();
  const receiver = await startReceiver();
  const context = await (await openBrowser()).newContext({ locale: 'en-GB' });
  const page = await context.newPage();

  await signUp(page, apiUrl);
  await press(page, 'Create API key');
  const command = (await page.locator('#curl').textContent()) ?? '';
  const { payment_id: paymentId } = await runShown(command);

  const home = await context.newPage();
  await home.goto(`${apiUrl}/dashboard`);
  const list = await context.newPage();
  await list.goto(`${apiUrl}/dashboard/payments`);
  const row = list.locator(`tr#${paymentId}`);
  await row.getByText('Pending').waitFor();
  for (const each of [home, list]) await each.evaluate('window.stays = true');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the sandbox bank' }).click();
  await payAtBank(home, opened);
  await sumOf(home, 'Received today').getByText('฿100.00').waitFor();
  await list.bringToFront();
  await row.getByText('Paid').waitFor();
  for (const each of [home, list]) expect(await each.evaluate('window.stays')).toBe(true);

  await page.goto(`${apiUrl}/dashboard/developers/webhooks`);
  await page.getByLabel('URL').fill(`${receiver.url}/hook`);
  await press(page, 'Add webhook');
  const secret = (await page.locator('#new-key').textContent()) ?? '';
  await page.getByRole('link', { name: 'I’ve copied it' }).click();
  await page.getByText('No deliveries yet').waitFor();
  await page.evaluate('window.stays = true');
  const second = await runShown(command);
  await list.goto(`${bankUrl}/?lang=en`);
  await press(list, 'Pay');

  const come = await receiver.waitFor(({ body }) => body.includes('payment.succeeded'));
  await page.bringToFront();
  const event = verifyWebhook(secret, come.headers, come.body);
  expect(event).toMatchObject({
    event: 'payment.succeeded',
    data: { payment_id: second.payment_id },
  });
  const delivery = page.locator('tr', { hasText: 'payment.succeeded' });
  await delivery.getByText('Delivered').waitFor();
  expect(await delivery.getByText(event.id).count()).toBeGreaterThan(0);
  expect(await page.evaluate('window.stays')).toBe(true);
});
