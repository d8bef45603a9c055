import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { advanceOrder } from '../../../src/db/apply-move';
import { testCallback, testPayment, testWebhook } from '../../support/gateway';
import { startBrowsing } from './browsing';
import type { Desk } from './desk';

jest.setTimeout(60_000);

type Site = Awaited<ReturnType<typeof startBrowsing>>;
let site: Site;
let desk: Desk;
beforeAll(async () => {
  // The address that the page tells has to be the one that this test listens on.
  site = await startBrowsing({ PROVIDER_URL: 'http://127.0.0.1:9' }, { openingSatang: 50_000 });
  desk = site.desk;
});
afterEach(() => site.closePages());

async function pay(amountBaht: number): Promise<void> {
  const { deps, merchant } = desk;
  const paymentId = await testPayment(deps, merchant, { amountBaht });
  await testCallback(deps, paymentId, { heard: 'succeeded', amountSatang: amountBaht * 100 });
  await advanceOrder(deps.db, paymentId);
}

/** What a card of the page says below its name. */
const sumOf = (text: string, name: string): string =>
  new RegExp(`<h2>${name}</h2>\\s*<p class="sum">([^<]+)</p>`).exec(text)?.[1] ?? '';

test('a new merchant goes three steps to a first payment, with its own key', async () => {
  const owner = await desk.clerk('owner', await desk.openMerchant('New shop'));
  const { page, faults } = await site.open(owner);
  await page.goto(`${desk.url}/dashboard`);
  await page.getByRole('heading', { name: 'Take your first payment' }).waitFor();
  await page.getByRole('button', { name: 'Create the first key' }).click();
  const key = (await page.locator('#new-key').textContent()) ?? '';
  expect(key).toMatch(/^sk_test_/);
  const command = (await page.locator('#curl').textContent()) ?? '';
  expect(command).toContain(key);
  const here = command.replace('http://localhost:8080', desk.url);
  const { stdout } = await promisify(execFile)('bash', ['-c', here]);
  const { payment_id: paymentId } = JSON.parse(stdout) as { payment_id: string };
  const order = await desk.deps.db('orders').where('id', paymentId).first();
  expect(order.merchant_id).toBe(owner.merchant.id);
  // Shown once: the page does not change by itself while the key is on it.
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.goto(`${desk.url}/dashboard`);
  expect(await page.content()).not.toContain(key);
  expect(await page.getByRole('heading', { name: 'Take your first payment' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a viewer of a new merchant is told whom to ask for a key', async () => {
  const viewer = await desk.clerk('viewer', await desk.openMerchant());
  const { text } = await desk.get('/dashboard', { as: viewer });
  expect(text).toContain('Ask an owner or a developer');
  expect(text).not.toContain('/dashboard/first-key');
});

test('the figures are those of the ledger, and change where they stand', async () => {
  const owner = await desk.clerk('owner');
  await pay(100);
  const { page, faults } = await site.open(owner);
  await page.goto(`${desk.url}/dashboard`);
  const text = await page.content();
  expect(sumOf(text, 'Available')).toBe('฿600.00');
  expect(sumOf(text, 'In today')).toBe('฿100.00');
  expect(sumOf(text, 'Paid')).toBe('100%');
  await page.getByText('Show as a table').click();
  await page.evaluate('window.stays = true');
  await pay(250);
  await page.getByText('฿850.00').waitFor({ timeout: 15_000 });
  expect(await page.evaluate('window.stays')).toBe(true);
  // What was open stays open.
  await page.locator('details.more[open]').waitFor();
  expect(await page.locator('.chart rect').count()).toBe(30);
  expect(faults).toEqual([]);
});

test('a page that has not changed is answered without it', async () => {
  const owner = await desk.clerk('owner', await desk.openMerchant());
  const first = await desk.get('/dashboard', { as: owner });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await desk.get('/dashboard', { as: owner, headers });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a failing webhook and an order that is looked into need attention', async () => {
  const merchant = await desk.openMerchant();
  const owner = await desk.clerk('owner', merchant);
  const { db } = desk.deps;
  const url = 'http://127.0.0.1:9/<hook>';
  const { webhookId } = await testWebhook(desk.deps, merchant, url, ['payment.pending']);
  await db('exceptions').insert({
    id: 'exc_1',
    kind: 'unknown_outcome',
    merchant_id: merchant.id,
  });
  await db('webhooks')
    .where('id', webhookId)
    .update({
      failing_since: new Date(Date.now() - 11 * 60_000),
    });
  const { text } = await desk.get('/dashboard', { as: owner });
  expect(text).toContain('The webhook http://127.0.0.1:9/&lt;hook&gt; does not answer');
  expect(text).toContain('An operator is looking into 1 order');
  const stranger = await desk.clerk('owner', await desk.openMerchant());
  expect((await desk.get('/dashboard', { as: stranger })).text).not.toContain('Needs attention');
});
