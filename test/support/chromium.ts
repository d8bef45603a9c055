import { accessSync, constants } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { PATIENCE_MS } from './until';

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
 * The first start after an installation reads 390 MB from a disk without caches, while other test
 * files use the cores. It has taken more than a minute.
 */
export const START_MS_MAX = 180_000;

/** Throws when no browser is installed: a skipped page must not count as tested. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
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
    timeout: START_MS_MAX,
    // Chromium does not run as root with its sandbox. All pages here are our own.
    args: [...(asRoot ? ['--no-sandbox'] : []), ...args],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
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
