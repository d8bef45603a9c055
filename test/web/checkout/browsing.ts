import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../support/browser';
import { startApi } from '../../http/api';
import { depositsOf } from './deposits';

export type Visits = Awaited<ReturnType<typeof startVisits>>;

/** Violations of a page: requests to other origins, policy violations and console errors. */
interface Watched {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** The API and a browser. */
export async function startVisits() {
  const api = await startApi();
  const browser: Browser = await openBrowser();

  async function visit(
    path: string,
    { lang = 'en', ...options }: BrowserContextOptions & { readonly lang?: string } = {},
  ): Promise<Watched> {
    const context = await browser.newContext({ locale: 'th-TH', ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== api.url) faults.push(`asks ${request.url()}`);
    });
    await page.goto(`${api.url}${path}?lang=${lang}`);
    return { page, faults };
  }

  return {
    api,
    deposits: depositsOf(api.deps, api.merchant),
    visit,
    closePages: () => Promise.all(browser.contexts().map((context) => context.close())),
  };
}
