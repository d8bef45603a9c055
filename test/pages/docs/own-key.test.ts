import type { Page } from 'playwright-core';
import { renderDocsLink } from '../../../src/merchants/pages/keys/new-key';
import { keysTexts } from '../../../src/merchants/pages/keys/texts';
import { startBrowsing } from '../dashboard/browsing';

const KEYS = '/dashboard/developers/keys';
const USE = keysTexts.en.useInDocs;

let browsing: Awaited<ReturnType<typeof startBrowsing>>;
beforeAll(async () => {
  browsing = await startBrowsing();
});
afterEach(() => browsing.closePages());

/** All that the browser sends: addresses, headers and bodies. */
async function sentBy(page: Page, use: () => Promise<void>): Promise<string> {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  await use();
  return sent.join('\n');
}

async function makeKey() {
  const { dashboard, open } = browsing;
  const owner = await dashboard.addMember('owner', await dashboard.openMerchant());
  const { page, faults } = await open(owner);
  await page.goto(`${dashboard.url}${KEYS}`);
  await page.getByLabel(keysTexts.en.name).fill('Till 7');
  await page.getByRole('button', { name: keysTexts.en.press }).click();
  const key = ((await page.locator('#new-key').textContent()) ?? '').trim();
  return { page, faults, key };
}

test('a new test key gets into the samples of this tab, and nowhere else', async () => {
  const { page, faults, key } = await makeKey();
  expect(key).toMatch(/^sk_test_/);
  const sent = await sentBy(page, async () => {
    await page.getByRole('link', { name: USE }).click();
    await page.waitForURL(/\/docs\/en\/first-payment\.html$/);
  });
  expect(await page.locator('.panel').first().innerText()).toContain(`Bearer ${key}'`);
  expect(await page.inputValue('.key input')).toBe(key);
  expect(sent).toContain('/docs/first-payment');
  expect(sent).not.toContain(key);
  expect(await page.evaluate('document.referrer + JSON.stringify(localStorage)')).toBe('{}');
  expect(page.url()).not.toContain(key);
  expect(faults).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(`${browsing.dashboard.url}/docs/en/first-payment.html`);
  expect(await other.locator('.panel').first().innerText()).toContain('sk_test_…');
});

test('a live key gets neither a link nor into the documentation', async () => {
  expect(renderDocsLink('sk_live_0123456789', keysTexts.en)).toBeNull();
  const { page } = await makeKey();
  await page.evaluate("document.getElementById('new-key').textContent = 'sk_live_0123456789'");
  await page.getByRole('link', { name: USE }).click();
  await page.waitForURL(/\/docs\/en\/first-payment\.html$/);
  expect(await page.locator('.panel').first().innerText()).toContain('sk_test_…');
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});
