import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Where pages are to be kept as pictures, for people to look at; null when nobody has asked. */
const folder = process.env['SCREENSHOTS'] ?? null;

/** The screens that pictures are taken on, beside those that a test looks at anyway. */
export const pictureScreens =
  folder === null
    ? []
    : [360, 1280].flatMap((width) =>
        (['light', 'dark'] as const).map((colorScheme) => ({
          viewport: { width, height: 800 },
          colorScheme,
        })),
      );

/** Keeps the whole page as a picture, when that was asked for. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const look = `${page.viewportSize()?.width ?? 0}-${isDark === true ? 'dark' : 'light'}`;
  await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
}
