import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { startApi, type Api } from '../../http/api';
import { smallTargets, violations } from '../../support/accessibility';
import { openBrowser } from '../../support/browser';
import { visitCold } from '../../support/cold-visit';
import { takeScreenshots } from '../../support/screenshots';
import { until } from '../../support/until';
import { languages, pages } from './site';

const WEIGHT_MAX = 200_000;
const SEARCH_INDEX_MIN = 20_000;
const SEARCH_INDEX_MAX = 60_000;

let api: Api;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
  browser = await openBrowser();
});

const screens = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    viewport: { width, height: 800 },
    colorScheme,
  })),
);
type Screen = (typeof screens)[number];
const urlOf = (name: string) => `${api.url}/docs/${name}`;

async function open(name: string, screen?: Screen): Promise<Page> {
  const context = await browser.newContext(screen ?? {});
  const page = await context.newPage();
  await page.goto(urlOf(name));
  return page;
}

describe('a page of the documentation', () => {
  const names = [...pages.keys()].filter((name) => name.startsWith('en/'));
  const inThai = (name: string) => name.replace('en/', 'th/');
  // Each page in one language and on one screen: each combination shows pages of every kind.
  const once = names.map((name, at) => {
    const shown = Math.floor(at / screens.length) % 2 === 0 ? name : inThai(name);
    return [shown, screens[at % screens.length]] as const;
  });
  const everywhere = ['en/webhooks.html', 'th/webhooks.html', 'th/errors.html'].flatMap((name) =>
    screens.map((screen) => [name, screen] as const),
  );
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
  });
  async function show(name: string, { viewport, colorScheme }: Screen): Promise<Page> {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto(urlOf(name));
    return page;
  }

  it.each([...once, ...everywhere])('%s is accessible (%j)', async (name, screen) => {
    if (screen !== undefined) await show(name, screen);
    expect(await violations(page)).toEqual([]);
  });

  it('is no wider than a phone', async () => {
    const [phone] = screens as [Screen];
    const wide: string[] = [];
    for (const name of pages.keys()) {
      await show(name, phone);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) wide.push(name);
    }
    expect(wide).toEqual([]);
  });

  const pictured = languages.flatMap((language) =>
    ['index', 'webhooks', 'errors', 'reference-payments'].map((name) => `${language}/${name}.html`),
  );
  it.each(pictured)('%s has pictures', async (name) => {
    const label = `docs-${name.replace('/', '-').replace('.html', '')}`;
    await takeScreenshots(label, (screen) => open(name, screen));
    expect(pages.has(name)).toBe(true);
  });

  it('has targets for a finger', async () => {
    const page = await open('en/webhooks.html', screens[0]);
    const targets = (await smallTargets(page)).filter((text) => !isInText(text));
    expect(targets).toEqual([]);
    await page.context().close();
  });

  it('logs no error and requests the gateway only, also in its search', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const [complaints, asked]: [string[], string[]] = [[], []];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => complaints.push(line.text()));
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(urlOf('en/index.html'));
    await page.fill('search input', 'refund_method');
    await page.waitForSelector('search li a');
    expect(complaints).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([api.url]));
    await context.close();
  });
});

/** Links within sentences are exempt (WCAG 2.5.5), and so are headings that link to themselves. */
const isInText = (target: string): boolean =>
  !/^(?:Contents|Dashboard|Copy|curl|TypeScript|PHP|Python|Saphan for developers) is/.test(target);

describe('the weight', () => {
  it('of a first visit of the largest page with a search is at most 200 kB', async () => {
    const bytes = (name: string) => gzipSync(pages.get(name) ?? '').length;
    const [largest = ''] = [...pages.keys()].sort((a, b) => bytes(b) - bytes(a));
    const act = async (page: Page) => {
      const index = page.waitForResponse(/\/search-\w+\.json$/);
      await page.locator('search input').focus();
      await (await index).finished();
    };
    const { transferredBytes } = await visitCold(browser, urlOf(largest), {}, { act });
    expect(transferredBytes).toBeGreaterThan(SEARCH_INDEX_MIN);
    expect(transferredBytes).toBeLessThan(WEIGHT_MAX);
  });

  it.each(languages)('of the search index (%s) is at most 60 kB', async (language) => {
    const { text } = await api.get(`/docs/search-${language}.json`, { key: null });
    expect(gzipSync(text).length).toBeLessThan(SEARCH_INDEX_MAX);
  });
});

describe('the search', () => {
  it.each([
    ['en', 'refund_method', 'Payment'],
    ['en', 'idempotency', 'Idempotency'],
    ['en', 'payment.requires_action', 'payment.requires_action'],
    ['th', 'คืนเงิน', 'การคืนเงิน'],
  ])('in %s finds %s', async (language, text, title) => {
    const page = await open(`${language}/index.html`);
    await page.fill('search input', text);
    await page.waitForSelector('search li a');
    expect((await page.locator('search li b').allInnerTexts()).join('\n')).toContain(title);
    await page.context().close();
  });

  it('leads to the place', async () => {
    const page = await open('en/index.html');
    await page.fill('search input', 'idempotency');
    await page.waitForSelector('search li a');
    await page.press('search input', 'Enter');
    await page.waitForURL(/idempotency/);
    await page.context().close();
  });

  it('says that nothing was found', async () => {
    const page = await open('en/index.html');
    await page.fill('search input', 'zzzzqqqq');
    await page.waitForSelector('search li');
    expect(await page.innerText('search ul')).toBe('Nothing found');
    await page.context().close();
  });
});

describe('the samples', () => {
  it('show the language of choice on every page', async () => {
    const page = await open('en/checkout.html');
    await page.click('.samples label:has-text("TypeScript")');
    await page.goto(urlOf('en/refunds.html'));
    expect(await page.locator('.panel:visible').innerText()).toContain("from 'saphan'");
    await page.context().close();
  });

  it('have the test key of the reader, in this tab only, and the gateway', async () => {
    const page = await open('en/refunds.html');
    await page.fill('.key input', api.apiKey);
    const shown = () => page.locator('.panel').first().innerText();
    expect(await shown()).toContain(`Bearer ${api.apiKey}'`);
    expect(await shown()).toContain(`${api.url}/Thai/v1/refunds`);
    await page.goto(urlOf('en/checkout.html'));
    expect(await shown()).toContain(api.apiKey);
    const other = await page.context().newPage();
    await other.goto(urlOf('en/checkout.html'));
    expect(await other.locator('.panel').first().innerText()).toContain('sk_test_…');
    await page.context().close();
  });

  it('take no live key', async () => {
    const page = await open('en/refunds.html');
    await page.fill('.key input', 'sk_live_0123456789');
    expect(await page.locator('.panel').first().innerText()).toContain('sk_test_…');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.context().close();
  });
});

describe('the address of an error', () => {
  it.each(['/docs/errors', '/docs'])('%s leads to the row of the code', async (address) => {
    const page = await browser.newPage();
    await page.goto(`${api.url}${address}#error-not_found`);
    await page.waitForURL(/errors\.html#error-not_found$/);
    const row = page.locator('#error-not_found');
    const { height } = page.viewportSize() ?? { height: 0 };
    const isInView = async () => {
      const box = await row.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    await until(isInView, { describe: 'the row of the code is in view' });
    expect(await row.innerText()).toContain('No such path.');
    await page.close();
  });
});

describe('the address /docs', () => {
  const ask = (path: string, language: string) =>
    api.get(path, { key: null, headers: { 'accept-language': language } });

  it.each([
    ['/docs', 'en-GB', '/docs/en/index.html'],
    ['/docs', 'th', '/docs/th/index.html'],
    ['/docs/webhooks', 'en', '/docs/en/webhooks.html'],
    ['/docs/webhooks', 'ja', '/docs/th/webhooks.html'],
  ])('%s leads a reader of %s to %s', async (path, language, location) => {
    const { status, headers } = await ask(path, language);
    expect([status, headers.get('location')]).toEqual([303, location]);
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  it.each([
    'package.json',
    '..%2fpackage.json',
    'en',
    'en/nothing.html',
    'fr/index.html',
    '.sources',
  ])('/docs/%s is not found', async (name) => {
    expect((await api.get(`/docs/${name}`, { key: null })).status).toBe(404);
  });

  it('answers 304 to a matching If-None-Match', async () => {
    const first = await api.get('/docs/en/index.html', { key: null });
    expect(first.status).toBe(200);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await api.get('/docs/en/index.html', { key: null, headers })).status).toBe(304);
  });

  it('allows scripts of its own origin only, and nothing inline', async () => {
    const { headers } = await api.get('/docs/en/index.html', { key: null });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  });
});
