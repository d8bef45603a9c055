#!/usr/bin/env node
// `npm run pictures`, while `npm start` runs: makes the pictures of README.md. A new merchant signs
// up in a browser, orders are created over the API and paid at the sandbox bank, and an operator
// signs in. CHROMIUM_PATH names the browser.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'docs/pictures');
const sandboxFile = path.join(process.env.DATA_DIR ?? path.join(root, '.data'), 'sandbox.json');
const PASSWORD = 'a sandbox of pictures';
const TIMEOUT_MS = 60_000;
/** Limit of README.md, in bytes. */
const SIZE_MAX = 60_000;

/** Polls until `read` returns a value other than null. */
async function until(what, read) {
  const deadlineMs = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    const value = await read();
    if (value !== null) return value;
    await pause(500);
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS / 1000} s.`);
}

async function request(url, { key = '', body = null } = {}) {
  const response = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

/** A PNG with a palette is smaller for pages of few colours. */
async function keep(name, page) {
  const png = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer();
  if (png.length > SIZE_MAX) throw new Error(`${name} has ${png.length} bytes.`);
  writeFileSync(path.join(folder, `${name}.png`), png);
  console.log(`docs/pictures/${name}.png  ${Math.ceil(png.length / 1000)} KB`);
}

/** Signs a new merchant up, and returns the API key that its home page creates. */
async function signUp(page, { apiUrl, bankUrl }) {
  const joinLinks = async () =>
    (await request(`${bankUrl}/mail`)).match(/http[^\s"<]+\/dashboard\/join\/[^\s"<?]+/g) ?? [];
  const before = new Set(await joinLinks());
  await page.goto(`${apiUrl}/dashboard/sign-up?lang=en`);
  await page.fill('#merchant_name', 'Baan Coffee');
  await page.fill('#email', `owner.${Date.now()}@example.com`);
  await page.click('main button');
  const link = await until('The mail of the sign-up', async () => {
    const links = await joinLinks();
    return links.find((each) => !before.has(each)) ?? null;
  });
  await page.goto(`${link}?lang=en`);
  await page.fill('#name', 'Narin Chaiyaporn');
  await page.fill('#password', PASSWORD);
  await page.click('main button');
  await page.click('text=Create API key');
  return page.locator('#new-key').textContent();
}

/**
 * Creates payments, one of them overpaid, and a refund. Returns the URL of the checkout of an open
 * deposit, and the first payment as its creation returned it.
 */
async function createOrders({ apiUrl, bankUrl }, key) {
  const call = async (url, body) => JSON.parse(await request(`${apiUrl}${url}`, { key, body }));
  const pay = (qrData, more = {}) =>
    request(`${bankUrl}/api/payments`, { body: { qrData, ...more } });
  const codes = [];
  for (const [index, amount] of [1250, 480, 2990, 165, 720, 89].entries()) {
    const reference = `order-${1041 + index}`;
    const qr = await call('/Thai/v1/qr-codes', { amount, currency: 'THB', reference });
    await pay(qr.qr_data);
    codes.push(qr);
  }
  const qr = await call('/Thai/v1/qr-codes', {
    amount: 1500,
    currency: 'THB',
    reference: 'order-1047',
  });
  await pay(qr.qr_data, { mode: 'over', amount: 1650 });
  const payments = `${apiUrl}/Thai/v1/payments`;
  await until('The payments', async () => {
    const states = await Promise.all(
      codes.map(
        async ({ payment_id: id }) =>
          JSON.parse(await request(`${payments}/${id}`, { key })).status,
      ),
    );
    return states.every((state) => state === 'succeeded') ? true : null;
  });
  await call('/Thai/v1/refunds', { payment_id: codes[1].payment_id, amount: 120 });
  const { data } = await call('/deposit/gw', {
    amount: 1250,
    userName: 'somchai',
    firstName: 'Somchai',
    lastName: 'Jaidee',
    bankName: 'KBANK',
    accountNumber: '1234567890',
  });
  return { checkoutUrl: data.url, first: codes[0] };
}

/** Signs an operator in, with a link that the command prints. */
async function signInOperator(page) {
  const command = ['dist/src/main.js', 'operator', 'create', '--json'];
  const email = `operator.${Date.now()}@example.com`;
  const { stdout } = await promisify(execFile)(process.execPath, [...command, email], {
    cwd: root,
  });
  await page.goto(`${JSON.parse(stdout).link}?lang=en`);
  await page.fill('#name', 'Malee Srisuk');
  await page.fill('#password', PASSWORD);
  await page.click('main button');
  await page.waitForURL(/\/console($|\?)/);
}

/** One payment from its code to the ledger: code, workflow, timeline and postings. */
async function keepPayment({ payment_id: id, qr_image_url: image }, pages) {
  await pages.checkout.goto(image);
  await keep('payment-code', pages.checkout);

  await pages.dashboard.goto(
    new URL(`/dashboard/payments/${id}?lang=en`, pages.dashboard.url()).href,
  );
  await keep('payment-timeline', pages.dashboard);

  await pages.console.goto(new URL(`/console/orders/${id}?lang=en`, pages.console.url()).href);
  const workflow = await pages.console.locator('a[href*="/workflows/"]').getAttribute('href');
  await pages.console.locator('#postings').evaluate((heading) => heading.scrollIntoView());
  await keep('payment-ledger', pages.console);

  await pages.console.goto(workflow);
  await pages.console.getByText('qrPayment').first().waitFor();
  await pages.console.waitForLoadState('networkidle');
  await keep('payment-workflow', pages.console);
}

async function pictures() {
  const sandbox = JSON.parse(readFileSync(sandboxFile, 'utf8'));
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Chromium does not run as root with its own sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const desktop = { viewport: { width: 1280, height: 860 }, locale: 'en-GB' };
    const dashboard = await (await browser.newContext(desktop)).newPage();
    const key = await signUp(dashboard, sandbox);
    const { checkoutUrl, first } = await createOrders(sandbox, key);

    const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };
    const checkout = await (await browser.newContext(phone)).newPage();
    await checkout.goto(`${checkoutUrl}?lang=en`);
    await keep('checkout', checkout);

    await dashboard.goto(new URL('/dashboard?lang=en', dashboard.url()).href);
    // Below the guide to the first payment.
    await dashboard.locator('.sums').evaluate((sums) => scrollTo(0, sums.offsetTop - 200));
    await keep('dashboard', dashboard);

    const exception = await (await browser.newContext(desktop)).newPage();
    await signInOperator(exception);
    await until('The exception', async () => {
      await exception.goto(new URL('/console/exceptions?lang=en', exception.url()).href);
      return (await exception.locator('main tbody a').count()) > 0 ? true : null;
    });
    await exception.locator('main tbody a').first().click();
    await exception.waitForLoadState();
    await keep('exception', exception);
    await keepPayment(first, { checkout, dashboard, console: exception });
  } finally {
    await browser.close();
  }
}

await pictures().catch((error) => {
  console.error(error.code === 'ENOENT' ? 'No sandbox is running: `npm start` first.' : error);
  process.exitCode = 1;
});
