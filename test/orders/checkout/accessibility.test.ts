import { smallTargets, violations } from '../../support/accessibility';
import { languages } from '../../../src/pages/kit/language';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback } from '../../support/gateway';
import { testTokenPayment } from '../../support/refunds';
import { takeScreenshots } from '../../support/screenshots';
import { startVisits, type Visits } from './browsing';
import { depositStates } from './deposits';

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});

/** Each colour scheme once: colours do not depend on the width. */
const screens = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;
/** One page per screen. A new page would start a process of the browser. */
const pages = new Map<(typeof screens)[number], ReturnType<Visits['open']>>();

const others = ['QR payment', 'expired QR payment', 'failed card', 'not found'] as const;
const cases = [...depositStates, ...others].flatMap((state) =>
  languages.map((lang) => [state, lang] as const),
);

async function tokenOf(state: (typeof cases)[number][0]): Promise<string> {
  if (state === 'not found') return `pt_${'0'.repeat(26)}`;
  const { api, deposits } = visits;
  if (state === 'failed card') return failedCard();
  const known = depositStates.find((one) => one === state);
  if (known !== undefined) return (await deposits.depositIn(known)).pageToken;
  const { qr_code_id, payment_id } = await api.createQrCode({ amount: 1250 });
  if (state === 'expired QR payment') await deposits.expire({ orderId: payment_id });
  return qr_code_id;
}

async function failedCard(): Promise<string> {
  const { deps, merchant } = visits.api;
  const id = await testTokenPayment(deps, merchant, { returnUrl: 'https://shop.example/7' });
  await testCallback(deps, id, { reported: 'failed' });
  await applyPending(deps.db, id);
  const [token = ''] = await deps
    .db('checkouts')
    .where('order_id', id)
    .pluck<string[]>('page_token');
  return token;
}

describe.each(cases)('checkout page %s, in %s', (state, lang) => {
  it('passes axe, fits the screen and requests its own origin only', async () => {
    const pageToken = await tokenOf(state);
    const openOn = (screen: Parameters<typeof visits.open>[0]) =>
      visits.open({ ...screen, reducedMotion: 'reduce' });
    const visit = async (opened: ReturnType<Visits['open']>) => {
      const { page, faults } = await opened;
      faults.length = 0;
      await page.goto(`${visits.api.url}/pay/${pageToken}?lang=${lang}`);
      return { page, faults };
    };
    const picture = `pay-${state.replaceAll(' ', '-')}-${lang}`;
    if (await takeScreenshots(picture, async (screen) => (await visit(openOn(screen))).page))
      return;
    for (const screen of screens) {
      const opened = pages.get(screen) ?? openOn(screen);
      pages.set(screen, opened);
      const { page, faults } = await visit(opened);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await violations(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBe(screen.viewport.width);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      // Chromium logs every 404 response to the console.
      const expected = state === 'not found' ? [expect.stringContaining('404')] : [];
      expect(faults).toEqual(expected);
    }
  });
});

describe('QR code', () => {
  it.each([320, 390, 1280])('is large enough to scan on a screen of %d pixels', async (width) => {
    const { pageToken } = await visits.deposits.create();
    const viewport = { width, height: 800 };
    const { page } = await visits.visit(`/pay/${pageToken}`, { viewport, colorScheme: 'dark' });
    const box = await page.locator('.qr img').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(240);
    expect(box?.height).toBe(box?.width);
    const white = `getComputedStyle(document.querySelector('.qr')).backgroundColor`;
    expect(await page.evaluate(white)).toBe('rgb(255, 255, 255)');
    const alt = await page.locator('.qr img').getAttribute('alt');
    expect(alt).toMatch(/฿1,234\.56, Ref 1 [0-9A-Z]{20}$/);
  });
});
