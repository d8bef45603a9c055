import type { Browser, Page } from 'playwright-core';
import { errorRows } from '../../../src/http/openapi/document';
import { until } from '../../support/until';
import { openBrowser } from '../../support/browser';
import { startApi, type Api } from '../api';

let api: Api;
let browser: Browser;
let page: Page;
/** Errors on the page, and the URLs that it requested. */
const complaints: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  api = await startApi();
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => complaints.push(line.text()));
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto(`${api.url}/docs`);
  await page.waitForSelector('.opblock');
});

describe('API documentation page', () => {
  it('shows every documented operation', async () => {
    const shown = await page.locator('.opblock-tag-section .opblock').count();
    const { body } = await api.get('/openapi.json', { key: null });
    const { paths } = body as { readonly paths: Readonly<Record<string, object>> };
    const described = Object.values(paths).flatMap((path) => Object.keys(path));
    expect(shown).toBe(described.length);
  });

  it('shows every error code with its remedy', async () => {
    const rows = await page.locator('#errors tbody tr').allInnerTexts();
    const expected = errorRows(api.operations);
    expect(rows).toHaveLength(expected.length);
    rows.forEach((row, at) => {
      expect(row).toContain(expected[at]?.code);
      expect(row).toContain(expected[at]?.remedy.replaceAll('`', ''));
    });
  });

  it('has an anchor for every error code of a documented response', async () => {
    const { text } = await api.get('/docs', { key: null });
    const anchors = [...text.matchAll(/id="error-([^"]+)"/g)].map(([, code]) => code);
    expect(new Set(anchors).size).toBe(anchors.length);
    const { body } = await api.get('/openapi.json', { key: null });
    const codes = codesIn(body);
    expect(codes).toContain('invalid_amount');
    expect(codes.filter((code) => !anchors.includes(code))).toEqual([]);
  });

  it('scrolls to the error code of a doc_url', async () => {
    const { body } = await api.get('/v1/nothing');
    const { doc_url: docUrl } = (body as { error: { doc_url: string } }).error;
    const opened = await browser.newPage();
    await opened.goto(`${api.url}/docs${new URL(docUrl).hash}`);
    await opened.waitForSelector('.opblock');
    const row = opened.locator('#error-not_found');
    const { height } = opened.viewportSize() ?? { height: 0 };
    const isInView = async () => {
      const box = await row.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    await until(isInView, { describe: 'the row of the code is in view' });
    expect(await row.innerText()).toContain('No such path.');
    await opened.close();
  });

  it('sends a request from "Try it out" and shows the response', async () => {
    const create = page.locator('#operations-QR_codes-createQrCode');
    await page.click('button.authorize');
    await page.locator('.auth-container input').first().fill(api.apiKey);
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.click('.btn-done');
    await create.locator('.opblock-summary-control').click();
    await create.locator('.try-out__btn').click();
    await create.locator('.execute').click();
    await create
      .locator('.live-responses-table .response-col_status', { hasText: '200' })
      .waitFor();
    expect(await api.countOrders()).toBe(1);
  });

  it('requests the gateway only and logs no errors', () => {
    expect(new Set(asked)).toEqual(new Set([api.url]));
    expect(complaints).toEqual([]);
  });
});

describe('content security policy', () => {
  it('allows scripts of its own origin only, and no eval', async () => {
    const { status, headers } = await api.get('/docs', { key: null });
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  });

  it('applies to this page only', async () => {
    const { headers } = await api.get('/openapi.json', { key: null });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });
});

describe('asset of the page', () => {
  it('answers 304 to a matching If-None-Match', async () => {
    const first = await api.get('/docs/swagger-ui.css', { key: null });
    expect(first.status).toBe(200);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await api.get('/docs/swagger-ui.css', { key: null, headers })).status).toBe(304);
  });

  it.each(['package.json', '..%2fpackage.json', 'index.html'])('is not %s', async (name) => {
    expect((await api.get(`/docs/${name}`, { key: null })).status).toBe(404);
  });
});

/** The codes of all error schemas in a description. */
function codesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: Record<string, { enum?: string[] }> };
  const own = properties?.['doc_url'] === undefined ? [] : (properties['code']?.enum ?? []);
  return [...own, ...Object.values(value).flatMap(codesIn)];
}
