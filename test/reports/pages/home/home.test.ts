import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { testCallback, testPayment, testWebhook } from '../../../support/gateway';
import { startBrowsing } from '../../../pages/dashboard/browsing';
import type { Dashboard } from '../../../pages/dashboard/dashboard';

type Site = Awaited<ReturnType<typeof startBrowsing>>;
let site: Site;
let dashboard: Dashboard;
beforeAll(async () => {
  // The URL on the page must be the one that this test listens on.
  site = await startBrowsing({ PROVIDER_URL: 'http://127.0.0.1:9' }, { openingSatang: 50_000 });
  dashboard = site.dashboard;
});
afterEach(() => site.closePages());

async function pay(amountBaht: number): Promise<void> {
  const { deps, merchant } = dashboard;
  const paymentId = await testPayment(deps, merchant, { amountSatang: amountBaht * 100 });
  await testCallback(deps, paymentId, { reported: 'succeeded', amountSatang: amountBaht * 100 });
  await applyPending(deps.db, paymentId);
}

/** The value of the card with this heading. */
const sumOf = (text: string, name: string): string =>
  new RegExp(`<h2>${name}</h2>\\s*<p class="sum">([^<]+)</p>`).exec(text)?.[1] ?? '';

test('the guide leads a new merchant to its first paid payment, beside its new key', async () => {
  const owner = await dashboard.addMember('owner', await dashboard.openMerchant('New shop'));
  const { page, faults } = await site.open(owner);
  await page.goto(`${dashboard.url}/dashboard`);
  await page.getByRole('heading', { name: 'Accept your first payment' }).waitFor();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const key = (await page.locator('#new-key').textContent()) ?? '';
  expect(key).toMatch(/^sk_test_/);
  expect(await page.locator('.ticks .done').allTextContents()).toEqual([
    expect.stringContaining('Create an API key'),
  ]);
  const command = (await page.locator('#curl').textContent()) ?? '';
  expect(command).toContain(key);
  const here = command.replace('http://localhost:8080', dashboard.url);
  const { stdout } = await promisify(execFile)('bash', ['-c', here]);
  const { payment_id: paymentId } = JSON.parse(stdout) as { payment_id: string };
  const order = await dashboard.deps.db('orders').where('id', paymentId).first();
  expect(order.merchant_id).toBe(owner.merchant.id);
  // The page updates its progress and keeps the key.
  await page.locator('.ticks .done', { hasText: 'Create a QR code' }).waitFor();
  await testCallback(dashboard.deps, paymentId, { reported: 'succeeded', amountSatang: 10_000 });
  await applyPending(dashboard.deps.db, paymentId);
  await page.getByRole('heading', { name: 'Your first ฿100.00 has arrived' }).waitFor();
  expect(await page.locator('.ticks .done').count()).toBe(3);
  expect(sumOf(await page.content(), 'Available')).toBe('฿100.00');
  expect(await page.locator('#new-key').textContent()).toBe(key);
  expect(await page.locator('#curl').textContent()).toBe(command);
  for (const name of ['Add a webhook', 'Read the API documentation', 'Invite your team']) {
    expect(await page.getByRole('link', { name }).count()).toBe(1);
  }
  await page.getByRole('link', { name: 'View this payment' }).click();
  await page.waitForURL(`**/dashboard/payments/${paymentId}`);
  await page.goto(`${dashboard.url}/dashboard`);
  expect(await page.content()).not.toContain(key);
  await page.getByRole('heading', { name: 'Your first ฿100.00 has arrived' }).waitFor();
  expect(faults).toEqual([]);
});

test('the guide stays until a payment is paid and ends a day after the first one', async () => {
  const merchant = await dashboard.openMerchant();
  const owner = await dashboard.addMember('owner', merchant);
  const { deps } = dashboard;
  const paymentId = await testPayment(deps, merchant, { amountSatang: 7_000 });
  const begun = (await dashboard.get('/dashboard', { as: owner })).text;
  expect(begun).toContain('Accept your first payment');
  expect(begun).toContain('Open the sandbox bank');
  await testCallback(deps, paymentId, { reported: 'succeeded', amountSatang: 7_000 });
  await applyPending(deps.db, paymentId);
  const paid = (await dashboard.get('/dashboard', { as: owner })).text;
  expect(paid).toContain('Your first ฿70.00 has arrived');
  expect(paid).not.toContain('Open the sandbox bank');
  const dayAgo = new Date(Date.now() - 24 * 60 * 60_000);
  await deps.db('orders').where('id', paymentId).update({ created_at: dayAgo });
  const later = (await dashboard.get('/dashboard', { as: owner })).text;
  expect(later).not.toContain('id="progress"');
  expect(later).toContain('Money received, last 30 days');
});

test('the guide asks a viewer to request a key from an owner or developer', async () => {
  const viewer = await dashboard.addMember('viewer', await dashboard.openMerchant());
  const { text } = await dashboard.get('/dashboard', { as: viewer });
  expect(text).toContain('Ask an owner or developer');
  expect(text).not.toContain('/dashboard/first-key');
});

test('the figures match the ledger and update in place', async () => {
  const owner = await dashboard.addMember('owner');
  await pay(100);
  const { page, faults } = await site.open(owner);
  await page.goto(`${dashboard.url}/dashboard`);
  const text = await page.content();
  expect(sumOf(text, 'Available')).toBe('฿600.00');
  expect(sumOf(text, 'Received today')).toBe('฿100.00');
  expect(sumOf(text, 'Success rate')).toBe('100%');
  await page.getByText('Show as a table').click();
  await page.evaluate('window.stays = true');
  await pay(250);
  await page.getByText('฿850.00').waitFor();
  expect(await page.evaluate('window.stays')).toBe(true);
  // Opened details stay open.
  await page.locator('details.more[open]').waitFor();
  expect(await page.locator('.chart rect').count()).toBe(30);
  expect(faults).toEqual([]);
});

test('the home page answers 304 when unchanged', async () => {
  const owner = await dashboard.addMember('owner', await dashboard.openMerchant());
  const first = await dashboard.get('/dashboard', { as: owner });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await dashboard.get('/dashboard', { as: owner, headers });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('the home page links failing webhooks and orders under review', async () => {
  const merchant = await dashboard.openMerchant();
  const owner = await dashboard.addMember('owner', merchant);
  const { db } = dashboard.deps;
  const url = 'http://127.0.0.1:9/<hook>';
  const { webhookId } = await testWebhook(dashboard.deps, merchant, url, ['payment.pending']);
  const paymentId = await testPayment(dashboard.deps, merchant);
  const other = await testPayment(dashboard.deps, merchant);
  const open = { kind: 'conflict', merchant_id: merchant.id };
  await db('exceptions').insert([
    { ...open, id: 'exc_1', order_id: paymentId },
    { ...open, id: 'exc_2', order_id: paymentId },
    { ...open, id: 'exc_3', order_id: other },
    { ...open, id: 'exc_4' },
  ]);
  await db('webhooks')
    .where('id', webhookId)
    .update({
      failing_since: new Date(Date.now() - 11 * 60_000),
    });
  const { text } = await dashboard.get('/dashboard', { as: owner });
  expect(text).toContain(
    `<a href="/dashboard/developers/webhooks/${webhookId}"` +
      '>Webhook http://127.0.0.1:9/&lt;hook> is failing</a>',
  );
  const review = '/dashboard/payments?review=open';
  expect(text).toContain(`<a href="${review}">2 payments are under review</a>`);
  expect(text).toContain('1 other item is under review');
  const listed = await dashboard.get(review, { as: owner });
  for (const id of [paymentId, other]) expect(listed.text).toContain(`<tr id="${id}"`);
  const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
  expect((await dashboard.get('/dashboard', { as: stranger })).text).not.toContain(
    'Needs attention',
  );
});
