import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** All rules, including best practices. `evaluate` is not subject to the page's policy. */
export async function violations(page: Page): Promise<string[]> {
  // Without the `0`, Playwright serializes the value of the script.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe}; 0`);
  const results = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  expect(results.passes.length).toBeGreaterThan(10);
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Touch targets below 44 px, and links of the side navigation (for a mouse) below 36 px. */
export async function smallTargets(page: Page): Promise<string[]> {
  const beside = '.side nav a:visible';
  const others =
    'button:visible, a:visible:not(.skip, .side nav a), summary:visible, .pick:visible, ' +
    '.choice:visible';
  return [...(await lowerThan(page, others, 44)), ...(await lowerThan(page, beside, 36))];
}

async function lowerThan(page: Page, selector: string, heightMin: number): Promise<string[]> {
  return (await sizesOf(page, selector))
    .filter(({ width, height }) => height < heightMin || width < 44)
    .map(({ text, width, height }) => `${text} is ${width} x ${height}`);
}

/** The members of an element that the browser's function reads; its types are not installed. */
interface Box {
  readonly textContent: string;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}

/** The sizes of all elements, in pixels. A call per element would take most of a test's time. */
export const sizesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    (elements as unknown as readonly Box[]).map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { text: element.textContent, width, height };
    }),
  );
