import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { closePages, openBrowser } from '../../support/browser';
import { startApi } from '../../http/api';
import { depositsOf } from './deposits';

export type Visits = Awaited<ReturnType<typeof startVisits>>;

/** Violations of a page: requests to other origins, policy violations and console errors. */
interface Watched {
  readonly page: Page;
  readonly faults: string[];
}

type Options = BrowserContextOptions & { readonly lang?: string };

/** The API and a browser. */
export async function startVisits() {
  const api = await startApi();
  const browser: Browser = await openBrowser();

  async function open(options: BrowserContextOptions = {}): Promise<Watched> {
    const context = await browser.newContext({ locale: 'th-TH', ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== api.url) faults.push(`asks ${request.url()}`);
    });
    return { page, faults };
  }

  async function visit(path: string, { lang = 'en', ...options }: Options = {}): Promise<Watched> {
    const opened = await open(options);
    await opened.page.goto(`${api.url}${path}?lang=${lang}`);
    return opened;
  }

  return {
    api,
    deposits: depositsOf(api.deps, api.merchant),
    open,
    visit,
    closePages: () => closePages(browser),
  };
}
