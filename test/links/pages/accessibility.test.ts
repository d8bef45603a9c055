import { findPublicLink, payLink } from '../../../src/links/pay-link';
import type { PaymentLink } from '../../../src/links/find-link';
import { stopLink } from '../../../src/links/change-link';
import { languages } from '../../../src/pages/kit/language';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { smallTargets, violations } from '../../support/accessibility';
import { testAudit, testCallback } from '../../support/gateway';
import { testLink, testMonthlyMail } from '../../support/payment-links';
import { takeScreenshots } from '../../support/screenshots';
import { startVisits, type Visits } from '../../orders/checkout/browsing';

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});

/** Each colour scheme once: colours do not depend on the width. */
const screens = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

const linkOf = (given: Partial<PaymentLink> = {}) =>
  testLink(visits.api.deps, visits.api.merchant, { description: 'วันเสาร์ 10:00', ...given });
const pageOf = async (given: Partial<PaymentLink> = {}) => `/l/${(await linkOf(given)).token}`;
const open = { minSatang: 2_000, maxSatang: 200_000_000 };

/** The checkout of a payment whose link was stopped, with and without money. */
async function checkout(isPaid: boolean): Promise<string> {
  const { deps, merchant } = visits.api;
  const link = await linkOf();
  const qrCodeId = await payLink(deps, await findPublicLink(deps, link.token), 'v', 99_000);
  await stopLink(deps, testAudit(merchant), merchant, link.id);
  const [id = ''] = await deps.db('qr_codes').where('id', qrCodeId).pluck<string[]>('order_id');
  if (isPaid) await testCallback(deps, id, { reported: 'succeeded', amountSatang: 99_000 });
  await applyPending(deps.db, id);
  return `/pay/${qrCodeId}`;
}

/** Returns the path. */
const pages: Readonly<Record<string, () => Promise<string>>> = {
  fixed: () => pageOf({ paymentsMax: 12, endsAt: new Date('2100-01-01') }),
  open: () => pageOf({ amount: open }),
  scheduled: () => pageOf({ startsAt: new Date('2100-01-01') }),
  unsubscribe: async () =>
    `/l/unsubscribe/${(await testMonthlyMail(visits.api.deps, await linkOf())).token}`,
  ended: () => pageOf({ endsAt: new Date('2020-01-01') }),
  'closed checkout': () => checkout(false),
  'checkout with money': () => checkout(true),
};
const cases = Object.keys(pages).flatMap((name) => languages.map((lang) => [name, lang] as const));

describe.each(cases)('page of a payment link, %s, in %s', (name, lang) => {
  it('passes axe, fits the screen and requests its own origin only', async () => {
    const path = (await pages[name]?.()) ?? '';
    const visit = async (screen: Parameters<typeof visits.visit>[1]) =>
      visits.visit(path, { ...screen, lang, reducedMotion: 'reduce' });
    const picture = `link-${name.replaceAll(' ', '-')}-${lang}`;
    if (await takeScreenshots(picture, async (screen) => (await visit(screen)).page)) return;
    for (const screen of screens) {
      const { page, faults } = await visit(screen);
      expect(await violations(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBe(screen.viewport.width);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(20_000);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});

it('a payer without a script pays an open amount', async () => {
  const path = await pageOf({ amount: open });
  const { page } = await visits.visit(path, { javaScriptEnabled: false });
  await page.getByLabel('Amount in baht').fill('5');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Amount in baht').fill('250');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/pay\/qr_/);
  expect(await page.content()).toContain('฿250.00');
});
