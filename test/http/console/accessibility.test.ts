import { issueOperatorLink } from '../../../src/application/operator-links';
import { languages } from '../../../src/http/pages/language';
import { smallTargets, violations } from '../../support/accessibility';
import { keepPictures } from '../../support/screenshots';
import { PASSWORD } from '../dashboard/desk';
import { startBrowsing } from '../dashboard/browsing';
import { contradicted, testOperator, tooMuch, unknownOutcome } from './operators';
import type { TestOperator } from './operators';

jest.setTimeout(120_000);

let site: Awaited<ReturnType<typeof startBrowsing>>;
let admin: TestOperator;
let link: string;
let exceptionId: string;
let orderId: string;

beforeAll(async () => {
  const env = { TEMPORAL_UI_URL: 'http://temporal.test' };
  site = await startBrowsing(env, { openingSatang: 123_456 });
  const { desk } = site;
  admin = await testOperator(desk, 'admin');
  await testOperator(desk, 'operator');
  ({ orderId } = await tooMuch(desk));
  await contradicted(desk);
  ({ exceptionId } = await unknownOutcome(desk));
  const actor = { kind: 'command', id: 'root', address: null } as const;
  const wanted = { email: 'a.person.with.a.long.name@example.com', role: 'viewer' } as const;
  link = `/console/join/${(await issueOperatorLink(desk.deps, actor, wanted)).token}`;
});
afterEach(() => site.closePages());

/** Every page, by the route that shows it; a route that is missing here fails the first test. */
const paths: Readonly<Record<string, () => string>> = {
  showConsoleJoin: () => link,
  showConsoleSignIn: () => '/console/sign-in',
  showOverview: () => '/console',
  showExceptions: () => '/console/exceptions',
  showException: () => `/console/exceptions/${exceptionId}`,
  showResolution: () => `/console/exceptions/${exceptionId}/resolve?as=release`,
  showMerchants: () => '/console/merchants',
  showMerchant: () => `/console/merchants/${site.desk.merchant.id}`,
  showOrders: () => `/console/orders?q=${orderId}`,
  showOrder: () => `/console/orders/${orderId}`,
  showOperators: () => '/console/settings/operators',
  showConsoleActivity: () => '/console/settings/activity',
  showConsoleProfile: () => '/console/settings/profile',
};

test('every page of the console is looked at', () => {
  const pages = site.desk.operations.filter(
    ({ family, method }) => family === 'console' && method === 'GET',
  );
  expect(Object.keys(paths).sort()).toEqual(pages.map(({ name }) => name).sort());
});

const screens = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;
/** In CI, whose time is short, Thai is narrow and English wide: Thai breaks lines where it can. */
const screensOf = (lang: string) =>
  process.env['CI'] === undefined ? screens : screens.slice(...(lang === 'th' ? [0, 1] : [1, 2]));
const cases = Object.keys(paths).flatMap((name) => languages.map((lang) => [name, lang] as const));

test.each(cases)(
  '%s, in %s, has no fault that axe knows, fits, and stays at home',
  async (name, lang) => {
    const visit = async (chosen: Parameters<typeof site.open>[1]) => {
      const visited = await site.open(admin, { ...chosen, reducedMotion: 'reduce' });
      const path = paths[name]?.() ?? '';
      const query = `${path.includes('?') ? '&' : '?'}lang=${lang}`;
      await visited.page.goto(`${site.desk.url}${path}${query}`);
      return visited;
    };
    const picture = `console-${name}-${lang}`;
    if (await keepPictures(picture, async (screen) => (await visit(screen)).page)) return;
    for (const screen of screensOf(lang)) {
      const { page, faults } = await visit(screen);
      expect(await violations(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      for (const summary of await page.locator('summary:visible').all()) {
        await summary.click();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBe(screen.viewport.width);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(100_000);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  },
);

test('an exception is resolved by the keyboard alone, from the sign-in on', async () => {
  const { page } = await site.open(null);
  const { exceptionId: own } = await tooMuch(site.desk);
  await page.goto(`${site.desk.url}/console/exceptions/${own}`);
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'It went back to the payer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.keyboard.type('Sent back by the bank.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The exception is resolved.').waitFor();
  const { resolution } = await site.desk.deps.db('exceptions').where('id', own).first();
  expect(resolution).toBe('return');
});
