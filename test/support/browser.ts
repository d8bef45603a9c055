import type { Browser } from 'playwright-core';
import { launchChromium, START_MS_MAX } from './chromium';
import { closeAfterFile } from './close-after-file';

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

async function launch(args: readonly string[]): Promise<Browser> {
  const browser = await launchChromium(args);
  closeAfterFile(() => browser.close());
  return browser;
}
