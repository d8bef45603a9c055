import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface ColdVisit {
  /** Of everything that the page loads: headers and bodies as they are sent, without a cache. */
  readonly transferredBytes: number;
  /** From the navigation to the first contentful paint. */
  readonly firstPaintMs: number;
}

/** The first visit of a browser, in a context of its own. Throws unless the page answers 200. */
export async function visitCold(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  steps: {
    readonly prepare?: (page: Page) => Promise<unknown>;
    /** When the page has loaded. */
    readonly act?: (page: Page) => Promise<unknown>;
  } = {},
): Promise<ColdVisit> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await steps.prepare?.(page);
    const network = await context.newCDPSession(page);
    let transferredBytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      transferredBytes += encodedDataLength;
    });
    await network.send('Network.enable');
    const answer = await page.goto(url, { waitUntil: 'networkidle' });
    if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
    await steps.act?.(page);
    const firstPaintMs = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    return { transferredBytes, firstPaintMs };
  } finally {
    await context.close();
  }
}
