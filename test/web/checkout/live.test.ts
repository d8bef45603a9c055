import type { Page, Route } from 'playwright-core';
import { listSlips } from '../../../src/db/orders/slips';
import { until } from '../../support/until';
import { startVisits } from './browsing';
import type { Visits } from './browsing';
import { pictureBytes } from './deposits';

// A browser beside other tests takes its time.
jest.setTimeout(60_000);

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});
afterEach(() => visits.closePages());

/** True as long as the page has not been loaded anew. */
const mark = (page: Page) => page.evaluate('window.isMarked = true');
const isMarked = (page: Page) => page.evaluate('window.isMarked === true');
const banner = (page: Page, state: string) => page.locator(`#banner.${state}`).waitFor();
const spoken = (page: Page) => page.locator('#live').textContent();

/** Keeps every text that the live regions come to hold, as a screen reader would speak them. */
const listen = (page: Page) =>
  page.evaluate(`
    window.heard = [];
    for (const id of ['live', 'banner']) {
      const region = document.getElementById(id);
      new MutationObserver(() => window.heard.push(region.textContent.trim()))
        .observe(region, { childList: true });
    }`);
const heard = (page: Page) => page.evaluate<string[]>('window.heard');

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

describe('the page, without being loaded anew', () => {
  it('goes from waiting over the slip to paid, and says each once', async () => {
    const created = await visits.deposits.create();
    const { page, faults } = await visits.visit(`/pay/${created.pageToken}`);
    await mark(page);
    await listen(page);
    await banner(page, 'waiting');
    expect(await page.locator('.qr img').isVisible()).toBe(true);

    await page.setInputFiles('#slip-file', {
      name: 'my slip.png',
      mimeType: 'image/png',
      buffer: pictureBytes(),
    });
    expect(await page.locator('[data-chosen]').textContent()).toBe('my slip.png · 1 KB');
    await page.getByRole('button', { name: 'Send slip' }).click();
    await banner(page, 'checking');
    expect(await page.locator('.qr img').isVisible()).toBe(false);
    expect(await page.locator('.slips li').count()).toBe(1);
    expect(await listSlips(visits.api.deps.db, created.orderId)).toHaveLength(1);

    await visits.deposits.callBack(created, 'succeeded');
    await banner(page, 'paid');
    expect(await page.title()).toBe('Payment received · Transfer ฿1,234.56 to Test shop');
    expect(await page.locator('.qr, form, details').count()).toBe(0);
    expect(await page.locator('.receipt .amount').textContent()).toBe('฿1,234.56');
    expect(await isMarked(page)).toBe(true);
    const told = (await heard(page)).filter((text) => text !== '').map((text) => text.slice(0, 12));
    expect(told).toEqual(['Sending the ', 'We have your', 'Payment rece']);
    expect(faults).toEqual([]);
  });

  it('asks nothing more once it is paid', async () => {
    const { pageToken } = await visits.deposits.depositIn('paid');
    const { page } = await visits.visit(`/pay/${pageToken}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await hide(page, true);
    await hide(page, false);
    // What would have been asked comes before this.
    await page.evaluate(`fetch('/pay-assets/checkout.css')`);
    expect(asked.filter((path) => path.startsWith('/pay/'))).toEqual([]);
    expect(asked).toContain('/pay-assets/checkout.css');
  });

  it('keeps a file that is chosen and not sent, and the focus of the keyboard', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.setInputFiles('#slip-file', {
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: pictureBytes(),
    });
    await page.locator('[data-key="copy-ref1"]').focus();
    await visits.deposits.sendSlip(created, 'unreadable');
    await banner(page, 'resend');
    const files = await page.evaluate(`document.getElementById('slip-file').files.length`);
    expect(files).toBe(1);
    expect(await page.locator(':focus').getAttribute('data-key')).toBe('copy-ref1');
  });

  it('gives the focus to the page when what had it is gone', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.locator('[data-key="save"]').focus();
    await visits.deposits.callBack(created, 'succeeded');
    await banner(page, 'paid');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
  });
});

describe('a page that was hidden', () => {
  it('asks nothing meanwhile, and at once when it is seen again', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit('/pay/none');
    await page.clock.install();
    const first = page.waitForResponse(/\/state$/);
    await page.goto(`${visits.api.url}/pay/${created.pageToken}`);
    await first;
    await hide(page, true);
    await visits.deposits.callBack(created, 'succeeded');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.fastForward(60_000);
    await page.evaluate(`fetch('/pay-assets/checkout.css')`);
    expect(asked).toEqual(['/pay-assets/checkout.css']);

    await hide(page, false);
    await banner(page, 'paid');
    expect(asked[1]).toBe(`/pay/${created.pageToken}/state`);
  });

  it('asks at once when the network is back, and shows what it knew till then', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.waitForResponse(/\/state$/);
    await page.context().setOffline(true);
    await visits.deposits.callBack(created, 'succeeded');
    await page.waitForEvent('requestfailed');
    expect(await page.locator('#banner.waiting').count()).toBe(1);
    await page.context().setOffline(false);
    await banner(page, 'paid');
  });
});

describe('the countdown', () => {
  it('goes by the clock of the server, not by that of the phone', async () => {
    const created = await visits.deposits.create();
    await visits.deposits.setExpiry(created, new Date(Date.now() + 10 * 60_000));
    const { page } = await visits.visit('/pay/none');
    await page.addInitScript(`{
      const now = Date.now.bind(Date);
      Date.now = () => now() - 3 * 60 * 60 * 1000;
    }`);
    await page.goto(`${visits.api.url}/pay/${created.pageToken}`);
    await page.waitForResponse(/\/state$/);
    expect(await page.locator('.left').textContent()).toMatch(/^(10:00|9:5\d)$/);
  });

  it('is spoken when a minute is left, and takes the code away at its end', async () => {
    const created = await visits.deposits.create();
    await visits.deposits.setExpiry(created, new Date(Date.now() + 62_000));
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await mark(page);
    await listen(page);
    await until(async () => (await spoken(page)) === '1 minute left', {
      timeoutMs: 10_000,
      describe: () => 'the minute is spoken',
    });
    expect(await page.locator('.timer').getAttribute('data-urgent')).toBe('now');

    // More than the three seconds after which the page knows.
    await visits.deposits.setExpiry(created, new Date(Date.now() + 6_000));
    await banner(page, 'expired');
    expect(await page.locator('.qr').count()).toBe(0);
    expect(await page.locator('#slip-file').count()).toBe(1);
    expect(await isMarked(page)).toBe(true);
    expect((await heard(page)).map((text) => text.slice(0, 13))).toEqual([
      '1 minute left',
      'This QR code ',
    ]);
  });

  it('says once that it is over, though an answer was awaited at its end', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit('/pay/none');
    const held: Route[] = [];
    // The first is still to be answered when the time is up, and gives way to another.
    await page.route(/\/state$/, (route) =>
      held.length === 0 ? void held.push(route) : route.continue(),
    );
    await visits.deposits.setExpiry(created, new Date(Date.now() + 8_000));
    await page.goto(`${visits.api.url}/pay/${created.pageToken}?lang=en`);
    await listen(page);
    await banner(page, 'expired');
    expect(held).toHaveLength(1);
    const told = (await heard(page)).map((text) => text.slice(0, 13));
    expect(told).toEqual(['This QR code ']);
  });

  it('takes the code away at its end though nobody can be asked', async () => {
    const created = await visits.deposits.create();
    await visits.deposits.setExpiry(created, new Date(Date.now() + 8_000));
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.waitForResponse(/\/state$/);
    await page.context().setOffline(true);
    await page.locator('.qr').waitFor({ state: 'detached' });
    expect(await page.locator('.save').count()).toBe(0);
    expect(await spoken(page)).toBe('Time is up');
  });
});

describe('a slip that is sent by the script', () => {
  it('is refused beside the field, which gets the focus', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await mark(page);
    await page.setInputFiles('#slip-file', {
      name: 'slip.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await page.getByRole('button', { name: 'Send slip' }).click();
    await page.getByText('not a JPG').waitFor();
    const field = page.locator('#slip-file');
    expect(await field.getAttribute('aria-describedby')).toBe('slip-formats slip-error');
    expect(await page.locator(':focus').getAttribute('id')).toBe('slip-file');
    expect(await isMarked(page)).toBe(true);
  });

  it('is not even sent when it is too large', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.setInputFiles('#slip-file', {
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: pictureBytes(4 * 1024 * 1024 + 1),
    });
    await page.getByText('larger than 4 MB').waitFor();
    await page.getByRole('button', { name: 'Send slip' }).click();
    expect(sent).not.toContain('POST');
    expect(await page.locator('#slip-file').getAttribute('aria-invalid')).toBe('true');
  });

  it('is kept in the form when the network is away, and can be sent again', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.setInputFiles('#slip-file', {
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: pictureBytes(),
    });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send slip' }).click();
    await page.getByText('Check your connection').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send slip' }).click();
    await banner(page, 'checking');
    expect(await listSlips(visits.api.deps.db, created.orderId)).toHaveLength(1);
  });
});

describe('a button that copies', () => {
  it('copies the bare text, says so where it stands, and speaks it', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('[data-key="copy-ref1"]').click();
    await page.locator('.copy.done').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(created.ref);
    expect(await spoken(page)).toBe('Copied');
    await page.locator('.copy.done').waitFor({ state: 'detached' });
    expect(await page.locator('[data-key="copy-ref1"]').textContent()).toContain('Copy');
  });
});

describe('the card to keep', () => {
  it('is downloaded under a name of its own', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save QR code' }).click();
    expect((await download).suggestedFilename()).toBe(`saphan-${created.ref}.png`);
  });
});
