import type { Page, Route } from 'playwright-core';
import { listSlips } from '../../../src/orders/deposit/store/slips';
import { until } from '../../support/until';
import { startVisits, type Visits } from './browsing';
import { pictureBytes } from './deposits';

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});
afterEach(() => visits.closePages());

/** True until the page is reloaded. */
const mark = (page: Page) => page.evaluate('window.isMarked = true');
const isMarked = (page: Page) => page.evaluate('window.isMarked === true');
const banner = (page: Page, state: string) => page.locator(`#banner.${state}`).waitFor();
const spoken = (page: Page) => page.locator('#live').textContent();

/** Records every text of the live regions, which a screen reader would announce. */
const listen = (page: Page) =>
  page.evaluate(`
    window.announcements = [];
    for (const id of ['live', 'banner']) {
      const region = document.getElementById(id);
      new MutationObserver(() => window.announcements.push(region.textContent.trim()))
        .observe(region, { childList: true });
    }`);
const announcements = (page: Page) => page.evaluate<string[]>('window.announcements');

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

describe('checkout with a script', () => {
  it('updates from waiting over slip review to paid and announces each once', async () => {
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
    const announced = (await announcements(page))
      .filter((text) => text !== '')
      .map((text) => text.slice(0, 12));
    expect(announced).toEqual(['Sending the ', 'Slip receive', 'Payment rece']);
    expect(faults).toEqual([]);
  });

  it('stops polling when the deposit is paid', async () => {
    const { pageToken } = await visits.deposits.depositIn('paid');
    const { page } = await visits.visit(`/pay/${pageToken}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await hide(page, true);
    await hide(page, false);
    // A poll would have been sent before this request.
    await page.evaluate(`fetch('/pay-assets/checkout.css')`);
    expect(asked.filter((path) => path.startsWith('/pay/'))).toEqual([]);
    expect(asked).toContain('/pay-assets/checkout.css');
  });

  it('keeps a chosen file and the keyboard focus through an update', async () => {
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

  it('focuses the page when the focused element is removed', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await page.locator('[data-key="save"]').focus();
    await visits.deposits.callBack(created, 'succeeded');
    await banner(page, 'paid');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
  });
});

describe('hidden page', () => {
  it('stops polling and polls immediately when it is visible again', async () => {
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

  it('polls immediately when the network returns and keeps its content until then', async () => {
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

describe('countdown', () => {
  it('uses the clock of the server, not that of the device', async () => {
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

  it('is announced at one minute and removes the QR code at its end', async () => {
    const created = await visits.deposits.create();
    await visits.deposits.setExpiry(created, new Date(Date.now() + 4 * 60_000));
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    await mark(page);
    await listen(page);
    // The page observes that the minute begins, however long it has taken to open.
    await visits.deposits.setExpiry(created, new Date(Date.now() + 58_000));
    await until(async () => (await spoken(page)) === '1 minute left', {
      describe: () => 'the minute is spoken',
    });
    expect(await page.locator('.timer').getAttribute('data-urgent')).toBe('now');

    // Longer than the poll interval of three seconds.
    await visits.deposits.setExpiry(created, new Date(Date.now() + 6_000));
    await banner(page, 'expired');
    expect(await page.locator('.qr').count()).toBe(0);
    expect(await page.locator('#slip-file').count()).toBe(1);
    expect(await isMarked(page)).toBe(true);
    expect((await announcements(page)).map((text) => text.slice(0, 13))).toEqual([
      '1 minute left',
      'This QR code ',
    ]);
  });

  it('announces the end once, even during a poll', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit('/pay/none');
    const held: Route[] = [];
    // The first poll is in flight when the time is up, and the second cancels it.
    await page.route(/\/state$/, (route) =>
      held.length === 0 ? void held.push(route) : route.continue(),
    );
    await visits.deposits.setExpiry(created, new Date(Date.now() + 8_000));
    await page.goto(`${visits.api.url}/pay/${created.pageToken}?lang=en`);
    await listen(page);
    await banner(page, 'expired');
    expect(held).toHaveLength(1);
    const announced = (await announcements(page)).map((text) => text.slice(0, 13));
    expect(announced).toEqual(['This QR code ']);
  });

  it('removes the QR code at its end when the server is unreachable', async () => {
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

describe('slip upload by script', () => {
  it('shows a rejection beside the field and focuses it', async () => {
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

  it('does not send a file that is too large', async () => {
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

  it('keeps the file when the network fails, so that it can be sent again', async () => {
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

describe('copy button', () => {
  it('copies the text without formatting, changes its label and announces it', async () => {
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

describe('saved card', () => {
  it('is downloaded under the name of its reference', async () => {
    const created = await visits.deposits.create();
    const { page } = await visits.visit(`/pay/${created.pageToken}`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save QR code' }).click();
    expect((await download).suggestedFilename()).toBe(`saphan-${created.ref}.png`);
  });
});
