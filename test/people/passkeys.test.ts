import type { CDPSession, Page } from 'playwright-core';
import { newPasskeyOptions } from '../../src/people/passkeys';
import { smallTargets, violations } from '../support/accessibility';
import { openBrowser } from '../support/browser';
import { testOperator } from '../pages/console/operators';
import { newId } from '../../src/platform/new-id';
import {
  PASSWORD,
  idsOf,
  startDashboard,
  type Dashboard,
  type Member,
} from '../pages/dashboard/dashboard';
import { confirmed } from '../pages/factors';

/** A browser trusts http at this name as it trusts https elsewhere. */
const ORIGIN = 'http://localhost:8080';

let live: Dashboard;
let openPage: (lang: string) => Promise<{ page: Page; device: CDPSession; faults: string[] }>;

/** An authenticator inside the browser that verifies its user and never asks. */
const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

beforeAll(async () => {
  live = await startDashboard({
    PROVIDER: 'gw',
    PROVIDER_URL: 'http://127.0.0.1:1',
    BILLER_ID: '123456789012345',
    PUBLIC_URL: ORIGIN,
  });
  const browser = await openBrowser([`--host-resolver-rules=MAP localhost 127.0.0.1:${live.port}`]);
  openPage = async (locale) => {
    const page = await (await browser.newContext({ locale })).newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const faults: string[] = [];
    page.on('console', (message) => {
      // The browser reports what a sign-out has cleared.
      if (!message.text().startsWith('Clear-Site-Data header')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    return { page, device, faults };
  };
});

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

async function enterPassword(page: Page, site: string, email: string): Promise<void> {
  await page.goto(`${ORIGIN}/${site}/sign-in`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Expects a page that passes axe, has large targets and fits 320 pixels. */
async function inspect(page: Page, name: string): Promise<void> {
  expect([name, await violations(page)]).toEqual([name, []]);
  expect([name, await smallTargets(page)]).toEqual([name, []]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320]);
  await savePicture(page, `${name}-narrow`);
  await page.setViewportSize({ width: 1280, height: 720 });
  await savePicture(page, name);
}

/** Saves a picture of the page where SCREENSHOTS names a folder. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('an operator adds a passkey at the first sign-in and confirms with it later', async () => {
  const { page, device, faults } = await openPage('en-GB');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: authenticator,
  });
  const operator = await testOperator(live, 'admin');
  await enterPassword(page, 'console', operator.email);
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  await inspect(page, 'enrol-at-sign-in-en');
  await press(page, 'Create a passkey');
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
  await inspect(page, 'recovery-codes-en');
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

  await press(page, 'Sign out');
  await enterPassword(page, 'console', operator.email);
  await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
  await savePicture(page, 'confirm-sign-in-en');
  await press(page, 'Use a passkey');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

  await confirmed(live, operator.id, 601);
  const { merchant } = live;
  await page.goto(`${ORIGIN}/console/merchants/${merchant.id}`);
  await page.locator('form[action$="/limit"] button').click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await inspect(page, 'step-up-en');
  const limitOf = async () =>
    (await live.deps.db('audit_log').where({ act: 'merchant.limit_set', scope: merchant.id }))
      .length;
  expect(await limitOf()).toBe(0);
  await press(page, 'Use a passkey');
  await page.getByText('Payout limit saved.').waitFor();
  expect(await limitOf()).toBe(1);

  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
  const [stored] = await live.deps.db('factors').where('account_id', operator.id);
  expect(credentials.map(({ signCount }) => signCount)).toEqual([Number(stored.signatures)]);
  await page.goto(`${ORIGIN}/console/settings/security`);
  await page.getByText('This device').waitFor();
  await savePicture(page, 'security-en');
  expect(faults.filter((text) => !text.includes('403'))).toEqual([]);
});

test.each([
  ['operator', 'console.example'],
  ['merchant', 'pay.example'],
] as const)('a passkey of the realm %s is bound to %s', async (realm, hostname) => {
  const http = {
    ...live.config.http,
    publicUrl: 'https://pay.example',
    consoleUrl: 'https://console.example',
  };
  const deps = { ...live.deps, config: { ...live.config, http } };
  const person = await testOperator(live, 'admin');
  const holder = {
    person: { ...person, name: 'Operator', language: 'en' as const },
    sessionId: 'x',
    realm,
  };
  const options = JSON.parse(await newPasskeyOptions(deps, holder)) as { rp: { id: string } };
  expect(options.rp.id).toBe(hostname);
});

describe('a passkey of a member', () => {
  const team = '/dashboard/settings/team';
  let page: Page;
  let device: CDPSession;
  let authenticatorId: string;
  let owner: Member;

  beforeAll(async () => {
    ({ page, device } = await openPage('th-TH'));
    const options = authenticator;
    ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options }));
    owner = await live.addMember('owner');
  });

  /** Submits the form that invites a member. Returns the address. */
  async function invite(origin = ORIGIN): Promise<string> {
    const email = `${newId('')}@example.com`;
    await page.goto(`${origin}${team}`);
    await page.locator('#email').fill(email);
    await page.locator(`form[action="${team}"] button`).click();
    return email;
  }

  const isInvited = async (email: string): Promise<boolean> =>
    (await idsOf(live, 'invitations', email)).length === 1;

  const usePasskey = () => page.locator('[data-passkey] button').click();
  const refusal = () => page.getByText('ยืนยันไม่สำเร็จ').waitFor();

  /** Asks for the second factor, and refuses it. */
  async function expectRefused(prepare: () => Promise<unknown>, origin = ORIGIN): Promise<void> {
    await confirmed(live, owner.userId, 601);
    const email = await invite(origin);
    await page.getByRole('heading', { name: 'ยืนยันตัวตน' }).waitFor();
    await prepare();
    await usePasskey();
    await refusal();
    expect(await isInvited(email)).toBe(false);
  }

  /** Adds a passkey on the page that asks for it, and stores the recovery codes. */
  async function enrol(): Promise<void> {
    await page.getByRole('heading', { name: 'เพิ่มวิธียืนยันตัวตน' }).waitFor();
    await inspect(page, 'enrol-th');
    await usePasskey();
    await page.getByRole('heading', { name: 'เก็บรหัสกู้คืนไว้' }).waitFor();
    await savePicture(page, 'recovery-codes-th');
    await page.getByRole('link', { name: 'เก็บรหัสแล้ว' }).click();
  }

  it('of a developer is added with the password, before the first sensitive act', async () => {
    const { token } = await live.addMember('developer');
    const cookie = { name: 'saphan-session', value: token, url: ORIGIN };
    await page.context().addCookies([cookie]);
    await page.goto(`${ORIGIN}/dashboard/developers/keys`);
    await page.locator('#name').fill('Till');
    await page.locator('form[action="/dashboard/developers/keys"] button').click();
    await page.getByRole('heading', { name: 'เปิดใช้การยืนยันตัวตนสองขั้นตอนก่อน' }).waitFor();
    await inspect(page, 'enrol-first-th');
    await page.getByRole('link', { name: 'ไปที่หน้าความปลอดภัย' }).click();
    await page.locator('#password').fill(PASSWORD);
    await savePicture(page, 'security-empty-th');
    await page.keyboard.press('Enter');
    await enrol();
    await page.getByText('เหลือที่ยังไม่ได้ใช้ 10 จาก 10 รหัส').waitFor();
    await inspect(page, 'security-th');
    await page.context().clearCookies();
  });

  it('is added at the sign-in in live mode, and proves the invitation of a member', async () => {
    await enterPassword(page, 'dashboard', owner.email);
    await enrol();
    const email = await invite();
    await page.getByRole('heading', { name: 'ยืนยันตัวตน' }).waitFor();
    expect(await isInvited(email)).toBe(false);
    await usePasskey();
    await page.getByText('ส่งคำเชิญแล้ว').waitFor();
    expect(await isInvited(email)).toBe(true);
  });

  it('confirms an interrupted form once: the same response is refused later', async () => {
    await confirmed(live, owner.userId, 601);
    const email = await invite();
    await page.getByRole('heading', { name: 'ยืนยันตัวตน' }).waitFor();
    await savePicture(page, 'step-up-th');
    const sent = page.waitForRequest(
      (request) => request.postData()?.includes('factor_credential=%7B') === true,
    );
    await usePasskey();
    const used = JSON.stringify((await sent).postData());
    await page.getByText('ส่งคำเชิญแล้ว').waitFor();
    expect(await isInvited(email)).toBe(true);
    const invited = await idsOf(live, 'invitations', email);
    await live.deps.db('invitations').whereIn('id', invited).delete();
    await live.deps.db('factors').where('account_id', owner.userId).update({ signatures: 0 });
    await confirmed(live, owner.userId, 601);
    const repeat = `{ method: 'POST', body: new URLSearchParams(${used}) }`;
    expect(await page.evaluate(`fetch('${team}', ${repeat}).then(({ status }) => status)`)).toBe(
      403,
    );
    expect(await isInvited(email)).toBe(false);
  });

  it('is refused from another origin of the same host name', () =>
    expectRefused(() => Promise.resolve(), 'http://localhost:9090'));

  it('is refused without user verification', () =>
    expectRefused(async () => {
      await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.evaluate(`{
        const { dataset } = document.querySelector('[data-passkey]');
        dataset.options = dataset.options.replace('"required"', '"discouraged"');
      }`);
    }));

  it('is refused when its count of signatures is not above the last one', () =>
    expectRefused(async () => {
      await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      const own = live.deps.db('factors').where('account_id', owner.userId);
      await own.update({ signatures: 1_000 });
    }));
});
