import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule, those of best practice too. Evaluated by the debugger, which no policy stops. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  expect(results.passes.length).toBeGreaterThan(10);
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What can be pressed, and is smaller than a finger. */
export async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page
    .locator(
      'button:visible, a:visible:not(.skip), summary:visible, .pick:visible, .choice:visible',
    )
    .all();
  const small = await Promise.all(
    targets.map(async (target) => {
      const box = await target.boundingBox();
      const fits = box !== null && box.height >= 44 && box.width >= 44;
      return fits ? [] : [`${await target.textContent()} is ${box?.width} x ${box?.height}`];
    }),
  );
  return small.flat();
}
