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
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<ColdVisit> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await prepare(page);
    const network = await context.newCDPSession(page);
    let transferredBytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      transferredBytes += encodedDataLength;
    });
    await network.send('Network.enable');
    const answer = await page.goto(url, { waitUntil: 'networkidle' });
    if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
    const firstPaintMs = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    return { transferredBytes, firstPaintMs };
  } finally {
    await context.close();
  }
}
