import { smallTargets, violations } from '../../support/accessibility';
import { takeScreenshots } from '../../support/screenshots';
import type { startBrowsing } from './browsing';
import type { BrowserSession } from './dashboard';

export const screens = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** To save time, CI tests Thai on the narrow screen and English on the wide one. */
const screensOf = (lang: string) =>
  process.env['CI'] === undefined ? screens : screens.slice(...(lang === 'th' ? [0, 1] : [1, 2]));

type Site = Awaited<ReturnType<typeof startBrowsing>>;
type Opened = ReturnType<Site['open']>;

/** The pages of a test file, by screen. A new page would start a process of the browser. */
const pages = new Map<(typeof screens)[number], Opened>();

/**
 * Expects, for one member per test file, a page without axe violations that fits the screen, has a
 * limited size and loads nothing from other hosts.
 */
export async function expectAccessible(
  { dashboard, open }: Site,
  {
    as,
    path,
    lang,
    picture,
  }: Record<'path' | 'lang' | 'picture', string> & { readonly as: BrowserSession },
): Promise<void> {
  const openOn = (screen: Parameters<typeof open>[1]): Opened =>
    open(as, { ...screen, reducedMotion: 'reduce' });
  const address = `${dashboard.url}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
  const visit = async (opened: Opened) => {
    const { page, faults } = await opened;
    faults.length = 0;
    await page.goto(address);
    return { page, faults };
  };
  if (await takeScreenshots(picture, async (screen) => (await visit(openOn(screen))).page)) return;
  for (const screen of screensOf(lang)) {
    const opened = pages.get(screen) ?? openOn(screen);
    pages.set(screen, opened);
    const { page, faults } = await visit(opened);
    expect(await violations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    for (const summary of await page.locator('summary:visible').all()) {
      await summary.click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(screen.viewport.width);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(Buffer.byteLength(await page.content())).toBeLessThan(100_000);
    expect(faults).toEqual([]);
  }
}
