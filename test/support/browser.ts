import { accessSync, constants } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { closeAfterFile } from './close-after-file';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Starts headless Chromium and closes it after the test file. Throws when none is installed: a
 * skipped page must not count as tested.
 */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  const places = named === undefined ? usualPlaces : [named];
  const executablePath = places.find(canRun);
  if (executablePath === undefined) {
    throw new Error(
      `No browser at ${places.join(', ')}: install chromium, or set CHROMIUM_PATH to one.`,
    );
  }
  const asRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    // Chromium does not run as root with its sandbox. All pages here are our own.
    args: [...(asRoot ? ['--no-sandbox'] : []), ...args],
  });
  closeAfterFile(() => browser.close());
  return browser;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
