import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** The folder for screenshots; null: take none. */
const folder = process.env['SCREENSHOTS'] ?? null;

const screens = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    viewport: { width, height: 800 },
    colorScheme,
  })),
);

/**
 * Takes a screenshot of the whole page on every screen if SCREENSHOTS is set. Returns whether it
 * did: such a run skips the assertions.
 */
export async function takeScreenshots(
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
