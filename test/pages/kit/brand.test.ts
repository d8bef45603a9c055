import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharp } from '../../../src/platform/images/sharp';
import { readConfig } from '../../../src/config';
import { doctor } from '../../../src/commands/doctor';
import { violations } from '../../support/accessibility';
import { ENCRYPTION_KEYS, runInProcess } from '../../commands/gateway';
import { startBrowsing } from '../dashboard/browsing';

const logoFile = path.join(mkdtempSync(path.join(tmpdir(), 'brand-')), 'logo.webp');
const brand = {
  BILLER_NAME: 'KRUNGTHEP PAY',
  BRAND_NAME: 'Krungthep Pay',
  BRAND_COLOUR: '#7a1f4b',
  BRAND_LOGO_FILE: logoFile,
  SUPPORT_CONTACT: 'mailto:help@example.com',
};

type Browsing = Awaited<ReturnType<typeof startBrowsing>>;
let site: Browsing;
beforeAll(async () => {
  const red = { width: 60, height: 30, channels: 3, background: '#c00000' } as const;
  writeFileSync(logoFile, await sharp({ create: red }).webp().toBuffer());
  site = await startBrowsing(brand);
});

describe('the brand of the operator', () => {
  it.each(['light', 'dark'] as const)('is on public and signed-in pages, %s', async (scheme) => {
    const owner = await site.dashboard.addMember('owner');
    for (const [as, at] of [
      [null, '/dashboard/sign-in'],
      [null, '/console/sign-in'],
      [null, '/dashboard/nothing-here'],
      [owner, '/dashboard'],
    ] as const) {
      const { page, faults } = await site.open(as, { colorScheme: scheme });
      await page.goto(`${site.dashboard.url}${at}?lang=en`);
      const text = await page.locator('body').textContent();
      expect(text).toContain('Krungthep Pay');
      expect(text).not.toContain('Saphan');
      expect(await page.title()).not.toContain('Saphan');
      const support = page.getByText('Help and contact').first();
      expect(await support.getAttribute('href')).toBe('mailto:help@example.com');
      expect(await page.evaluate("document.querySelector('img.mark').naturalWidth")).toBe(60);
      expect(await violations(page)).toEqual([]);
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    }
    await site.closePages();
  });

  it('is on the checkout, beside the shop', async () => {
    const { checkout_url: url } = await site.dashboard.createQrCode();
    const { page } = await site.open(null);
    for (const at of [new URL(url).pathname, '/pay/nothing-here']) {
      await page.goto(`${site.dashboard.url}${at}?lang=en`);
      const text = await page.locator('body').textContent();
      expect(text).toContain('Payments by Krungthep Pay');
      expect(text).not.toContain('Saphan');
      const support = page.getByText('Help and contact').first();
      expect(await support.getAttribute('href')).toBe('mailto:help@example.com');
      expect(await violations(page)).toEqual([]);
    }
    await site.closePages();
  });

  it('names the passkeys', async () => {
    const owner = await site.dashboard.addMember('owner');
    const form = { password: 'correct horse battery' };
    const { text } = await site.dashboard.post('/dashboard/settings/security/new', form, {
      as: owner,
    });
    expect(text.includes('&quot;rp&quot;:{&quot;name&quot;:&quot;Krungthep Pay&quot;')).toBe(true);
  });
});

it('without settings, pages have no files of a brand', async () => {
  const plain = await startBrowsing();
  const { text } = await plain.dashboard.get('/dashboard/sign-in');
  expect(text).not.toContain('/brand/');
  for (const file of ['/brand/logo.png', '/brand/colours.css']) {
    expect((await plain.dashboard.get(file)).status).toBe(404);
  }
});

it.each(['#ffff00', '#8db9ff', 'red'])('the colour %s is refused', (colour) => {
  expect(() => readConfig({ BRAND_COLOUR: colour })).toThrow(/BRAND_COLOUR: a dark colour/);
});

it('doctor reports a logo that is no picture', async () => {
  const text = path.join(path.dirname(logoFile), 'text.png');
  writeFileSync(text, 'no picture');
  for (const [file, state] of [
    [logoFile, 'ok'],
    [text, 'fail'],
    [`${text}.missing`, 'fail'],
  ] as const) {
    const { out } = await runInProcess(doctor, { ENCRYPTION_KEYS, BRAND_LOGO_FILE: file });
    const rows = JSON.parse(out) as { readonly name: string; readonly state: string }[];
    expect([file, rows.find(({ name }) => name === 'logo')?.state]).toEqual([file, state]);
  }
});
