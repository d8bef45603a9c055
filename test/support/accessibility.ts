import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** All rules, including best practices. `evaluate` is not subject to the page's policy. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
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
  const targets = await page.locator(selector).all();
  const small = await Promise.all(
    targets.map(async (target) => {
      const box = await target.boundingBox();
      const fits = box !== null && box.height >= heightMin && box.width >= 44;
      return fits ? [] : [`${await target.textContent()} is ${box?.width} x ${box?.height}`];
    }),
  );
  return small.flat();
}
