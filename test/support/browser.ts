import type { Browser, Page } from 'playwright-core';
import { launchChromium, START_MS_MAX } from './chromium';
import { closeAfterFile } from './close-after-file';
import { until } from './until';

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

/**
 * Closes all pages. Chromium may never answer the closing of a page whose navigation is being
 * committed, such as after a test that ends with a form; a navigation of our own ends that one.
 */
export async function closePages(browser: Browser): Promise<void> {
  const contexts = browser.contexts();
  const pages = contexts.flatMap((context) => context.pages());
  await Promise.all(
    pages.map(async (page) => until(() => isBlank(page), { describe: 'a blank page' })),
  );
  await Promise.all(contexts.map((context) => context.close()));
}

/** False when a navigation of the page has interrupted ours. */
async function isBlank(page: Page): Promise<boolean> {
  try {
    await page.goto('about:blank');
    return true;
  } catch (error) {
    if (error instanceof Error && /interrupted|ERR_ABORTED/.test(error.message)) return false;
    throw error;
  }
}

async function launch(args: readonly string[]): Promise<Browser> {
  const browser = await launchChromium(args);
  closeAfterFile(() => browser.close());
  return browser;
}
