import { smallTargets, violations } from '../../support/accessibility';
import { takeScreenshots } from '../../support/screenshots';
import type { startBrowsing } from './browsing';
import type { BrowserSession } from './dashboard';

export const screens = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** In CI, whose time is short, Thai is narrow and English wide: Thai breaks lines where it can. */
const screensOf = (lang: string) =>
  process.env['CI'] === undefined ? screens : screens.slice(...(lang === 'th' ? [0, 1] : [1, 2]));

type Site = Awaited<ReturnType<typeof startBrowsing>>;

/** That a page has no fault that axe knows, fits its screen, is small, and stays at home. */
export async function expectAccessible(
  { dashboard, open }: Site,
  {
    as,
    path,
    lang,
    picture,
  }: Record<'path' | 'lang' | 'picture', string> & { readonly as: BrowserSession },
): Promise<void> {
  const openPage = async (chosen: Parameters<typeof open>[1]) => {
    const opened = await open(as, { ...chosen, reducedMotion: 'reduce' });
    const query = `${path.includes('?') ? '&' : '?'}lang=${lang}`;
    await opened.page.goto(`${dashboard.url}${path}${query}`);
    return opened;
  };
  if (await takeScreenshots(picture, async (screen) => (await openPage(screen)).page)) return;
  for (const screen of screensOf(lang)) {
    const { page, faults } = await openPage(screen);
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
    await page.context().close();
  }
}
