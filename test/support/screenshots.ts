import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Where pages are to be kept as pictures, for people to look at; null when nobody has asked. */
const folder = process.env['SCREENSHOTS'] ?? null;

const screens = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    viewport: { width, height: 800 },
    colorScheme,
  })),
);

/**
 * Keeps pictures of a whole page on every screen, when that was asked for. Says whether it did: a
 * run that is for pictures need not try what the other runs try.
 */
export async function keepPictures(
  name: string,
  visit: (screen: (typeof screens)[number]) => Promise<Page>,
): Promise<boolean> {
  if (folder === null) return false;
  mkdirSync(folder, { recursive: true });
  for (const screen of screens) {
    const page = await visit(screen);
    const file = `${name}-${screen.viewport.width}-${screen.colorScheme}.png`;
    await page.screenshot({ path: path.join(folder, file), fullPage: true });
    await page.context().close();
  }
  return true;
}
