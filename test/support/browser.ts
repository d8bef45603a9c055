import { accessSync, constants } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
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
 * The first start after an installation reads 390 MB from a disk without caches, while other test
 * files use the cores. It has taken more than a minute.
 */
const START_MS_MAX = 180_000;
/** The error of Playwright, which has the output of the browser, comes before that of the hook. */
const HOOK_MS_MAX = START_MS_MAX + 10_000;

let browserOfFile: Browser;
// Runs before the hooks of the test file that imports this: the start is no part of their limits.
beforeAll(async () => {
  browserOfFile = await launch([]);
}, HOOK_MS_MAX);

/** The browser of the test file, or another one for arguments. Closed after the file. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return args.length === 0 ? browserOfFile : launch(args);
}

/** Throws when no browser is installed: a skipped page must not count as tested. */
async function launch(args: readonly string[]): Promise<Browser> {
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
