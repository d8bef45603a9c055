import type { BrowserContextOptions, Page } from 'playwright-core';
import { closePages, openBrowser } from '../../support/browser';
import { startDashboard, type BrowserSession } from './dashboard';

/** Starts the dashboard with a browser. */
export async function startBrowsing(...options: Parameters<typeof startDashboard>) {
  const dashboard = await startDashboard(...options);
  const browser = await openBrowser();

  /** A page, and its faults: requests to other origins, policy violations, script errors. */
  async function open(
    as: BrowserSession | null,
    chosen: BrowserContextOptions = {},
  ): Promise<{ readonly page: Page; readonly faults: string[] }> {
    const context = await browser.newContext({ locale: 'en-GB', ...chosen });
    if (as !== null) {
      const { cookie: name = 'saphan-session', token: value, half } = as;
      await context.addCookies([{ name, value, url: dashboard.url }]);
      if (half !== undefined) {
        await context.addCookies([{ name: `${name}-half`, value: half, url: dashboard.url }]);
      }
    }
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== dashboard.url) faults.push(`asks ${request.url()}`);
    });
    return { page, faults };
  }

  return {
    dashboard,
    open,
    closePages: () => closePages(browser),
  };
}
