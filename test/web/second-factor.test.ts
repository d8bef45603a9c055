import { issueOperatorLink } from '../../src/application/accounts/invite';
import { resetUserFactors } from '../../src/application/accounts/reset-factors';
import { createApiKey } from '../../src/application/merchants/create-merchant';
import { lockFactors } from '../../src/db/accounts/factors';
import { formTokenOf } from '../../src/http/session-cookie';
import { withdrawalRequest } from '../api/transfers';
import { commandAudit } from '../support/gateway';
import { isBlocked } from '../support/is-blocked';
import { until } from '../support/until';
import { testOperator } from './console/operators';
import { PASSWORD, startDashboard } from './dashboard/dashboard';
import type { BrowserSession, Dashboard } from './dashboard/dashboard';
import { SECRET, addApp, codeOf, confirmed, halfSession, passStep } from './factors';

const LIVE = {
  PROVIDER: 'gw',
  PROVIDER_URL: 'http://127.0.0.1:1',
  BILLER_ID: '123456789012345',
  PUBLIC_URL: 'http://127.0.0.1',
  TRUSTED_PROXIES: '1',
};

let sandbox: Dashboard;
let live: Dashboard;
beforeAll(async () => {
  sandbox = await startDashboard({ TRUSTED_PROXIES: '1' }, { openingSatang: 100_000 });
  live = await startDashboard(LIVE);
});

type Site = 'dashboard' | 'console';
const sites: readonly Site[] = ['dashboard', 'console'];

interface Someone extends BrowserSession {
  readonly id: string;
  readonly email: string;
}

/** An owner of the test's merchant, or an admin, with a session and without authenticator. */
async function person(site: Site, on: Dashboard = sandbox): Promise<Someone> {
  if (site === 'console') return testOperator(on, 'admin');
  const member = await on.addMember('owner');
  return { ...member, id: member.userId };
}

/** The same with an authenticator app that has `SECRET`, confirmed in the session. */
async function secured(site: Site, on: Dashboard = sandbox): Promise<Someone> {
  const someone = await person(site, on);
  await addApp(on, someone.id);
  await confirmed(on, someone.id, 0);
  return someone;
}

const sessionCookie = { dashboard: 'saphan-session', console: 'saphan-console' } as const;

const valueOf = (name: string, { headers }: { readonly headers: Headers }): string | null =>
  new RegExp(`(?:^|\n)${name}=([\\w-]{43});`).exec(headers.getSetCookie().join('\n'))?.[1] ?? null;

/** The session that a response has begun; null if it has begun none. */
function sessionIn(site: Site, answer: { readonly headers: Headers }): BrowserSession | null {
  const cookie = sessionCookie[site];
  const token = valueOf(cookie, answer);
  return token === null ? null : { token, formToken: formTokenOf(token), cookie };
}

const from = (address: string, cookie?: string): Record<string, string> => ({
  'x-forwarded-for': address,
  ...(cookie === undefined ? {} : { cookie }),
});

/** Sends the password. */
const enterPassword = (site: Site, email: string, headers = from('198.51.100.1'), on = sandbox) =>
  on.post(`/${site}/sign-in`, { email, password: PASSWORD }, { headers });

/** Sends the password and a code. */
async function enterCode(
  site: Site,
  email: string,
  code: string,
  { address = '198.51.100.1', on = sandbox, device = '' } = {},
) {
  const known = device === '' ? '' : `; saphan-device=${device}`;
  const first = await enterPassword(site, email, from(address, known.slice(2)), on);
  const half = valueOf(`${sessionCookie[site]}-half`, first);
  if (half === null) return { ...first, half: '' };
  const headers = from(address, `${sessionCookie[site]}-half=${half}${known}`);
  const answer = await on.post(`/${site}/sign-in/factor`, { factor_code: code }, { headers });
  return { ...answer, half };
}

const hidden = (name: string, { text }: { readonly text: string }): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

/** The secret that a page shows for an authenticator app. */
const secretIn = ({ text }: { readonly text: string }): string =>
  /id="secret"[^>]*>([A-Z2-7 ]{39})</.exec(text)?.[1]?.replace(/ /g, '') ?? '';

const actsOf = (on: Dashboard, actorId: string): Promise<string[]> =>
  on.deps.db('audit_log').where('actor_id', actorId).pluck('act');

const signedOut = async (site: Site, as: BrowserSession | null, on = sandbox) =>
  (await on.get(`/${site}`, { as })).status === 303;

describe.each(sites)('an authenticator app at the %s', (site) => {
  it('is added after the password, with ten recovery codes that are shown once', async () => {
    const someone = await person(site);
    const before = sessionIn(site, await enterPassword(site, someone.email));
    const path = `/${site}/settings/security`;
    const wrong = await sandbox.post(`${path}/new`, { password: 'wrong' }, { as: someone });
    expect(wrong.status).toBe(403);
    const page = await sandbox.post(`${path}/new`, { password: PASSWORD }, { as: someone });
    expect(page.text).toContain('<svg xmlns');
    const secret = secretIn(page);
    const enrolment = hidden('enrolment', page);
    const add = (code: string) => sandbox.post(path, { enrolment, code }, { as: someone });
    const refused = await add(codeOf(secret, 5));
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(secret.slice(0, 4));
    // The codes of one time: the test may begin at the end of a time step.
    const nowMs = Date.now();
    const added = await add(codeOf(secret, 0, nowMs));
    const codes = added.text.match(/(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    const { text } = await sandbox.get(path, { as: someone });
    expect(text).toContain('10 of 10');
    // The other session has no second factor, so it has ended.
    expect(text.match(/\/settings\/sessions\//g)).toBeNull();
    expect(codes.filter((code) => text.includes(code))).toEqual([]);
    expect(await signedOut(site, before)).toBe(true);
    expect(await actsOf(sandbox, someone.id)).toEqual(
      expect.arrayContaining(['factor.added', 'factor.codes_made']),
    );
    const letters = (await sandbox.deliverMail()).filter(({ to }) => to === someone.email);
    expect(letters.map(({ subject }) => subject)).toContain(
      'Your Saphan second factor was changed',
    );
    const stored = JSON.stringify(await sandbox.deps.db('factors').where('account_id', someone.id));
    expect(stored).not.toContain(secret);
    // The code that added the app is used.
    const again = await enterCode(site, someone.email, codeOf(secret, 0, nowMs));
    expect(again.status).toBe(403);
    const next = await enterCode(site, someone.email, codeOf(secret, 1, nowMs));
    expect(await signedOut(site, sessionIn(site, next))).toBe(false);
  });

  it('is not added as the second one in a session that has not confirmed the first', async () => {
    const { deps } = sandbox;
    const someone = await person(site);
    const path = `/${site}/settings/security`;
    const page = await sandbox.post(`${path}/new`, { password: PASSWORD }, { as: someone });
    const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
    const [adding] = await deps.db.transaction(async (trx) => {
      await lockFactors(trx, someone.id);
      const waiting = sandbox.post(path, fields, { as: someone });
      await until(() => isBlocked(deps.db), { describe: 'the request waits' });
      await addApp({ deps: { ...deps, db: trx } }, someone.id);
      return [waiting];
    });
    expect((await adding)?.headers.get('location')).toMatch(/\/sign-in(\?|$)/);
    expect(await deps.db('factors').where('account_id', someone.id)).toHaveLength(1);
  });

  it('is not added without the page that asks for the password', async () => {
    const [thief, other] = [await person(site), await person(site)];
    const path = `/${site}/settings/security`;
    const page = await sandbox.post(`${path}/new`, { password: PASSWORD }, { as: other });
    const code = codeOf(secretIn(page));
    for (const enrolment of ['', 'x', hidden('enrolment', page)]) {
      for (const proof of [{ code }, { code: '1' }, { factor_credential: '{}' }]) {
        const answer = await sandbox.post(path, { enrolment, ...proof }, { as: thief });
        expect(answer.status).toBe(403);
        expect(answer.text).toContain('This form has expired');
        expect(answer.text).not.toContain('data-passkey');
      }
    }
    const late = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    const fields = { enrolment: hidden('enrolment', page), code };
    const expired = await sandbox.post(path, fields, { as: other });
    late.mockRestore();
    expect(expired.text).toContain('This form has expired');
    const accounts = [thief.id, other.id];
    expect(await sandbox.deps.db('factors').whereIn('account_id', accounts)).toEqual([]);
  });

  it('is needed at sign-in, and each code is accepted once', async () => {
    const { email } = await secured(site);
    const first = await enterPassword(site, email);
    expect(first.headers.get('location')).toMatch(/\/sign-in\/factor\?next=/);
    expect(sessionIn(site, first)).toBeNull();
    const code = codeOf(SECRET);
    const answer = await enterCode(site, email, code);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/${site}`]);
    expect(await signedOut(site, sessionIn(site, answer))).toBe(false);
    const again = await enterCode(site, email, code);
    expect([again.status, sessionIn(site, again)]).toEqual([403, null]);
    expect(again.text).toContain('already used');
    const wrong = await enterCode(site, email, codeOf(SECRET, 7));
    expect([wrong.status, sessionIn(site, wrong)]).toEqual([403, null]);
    // The half-session of the first sign-in has ended.
    await passStep(sandbox);
    const headers = from('198.51.100.1', `${sessionCookie[site]}-half=${answer.half}`);
    const replayed = await sandbox.post(
      `/${site}/sign-in/factor`,
      { factor_code: codeOf(SECRET) },
      { headers },
    );
    expect(replayed.headers.get('location')).toBe(`/${site}/sign-in`);
  });

  it('is replaced by each recovery code once, with a mail', async () => {
    const someone = await secured(site);
    const path = `/${site}/settings/security/recovery-codes`;
    const { text } = await sandbox.post(path, {}, { as: someone });
    const [code = ''] = /(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/.exec(text) ?? [];
    await sandbox.deliverMail();
    const answer = await enterCode(site, someone.email, ` ${code.toUpperCase()} `);
    expect(await signedOut(site, sessionIn(site, answer))).toBe(false);
    const letters = (await sandbox.deliverMail()).filter(({ to }) => to === someone.email);
    expect(letters.map((letter) => letter.text).join()).toContain('(9 left)');
    expect((await enterCode(site, someone.email, code)).status).toBe(403);
    await sandbox.post(path, {}, { as: someone });
    const second = /(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/.exec(text.split(code)[1] ?? '')?.[0] ?? '';
    expect((await enterCode(site, someone.email, second)).status).toBe(403);
  });

  it('is not guessed with the password: correct passwords do not reset the limits', async () => {
    const { email } = await secured(site);
    const network = site === 'console' ? '203.0.113' : '192.0.2';
    const device = /saphan-device=([\w-]{43})/.exec(
      (await enterCode(site, email, codeOf(SECRET))).headers.getSetCookie().join('\n'),
    )?.[1];
    await passStep(sandbox);
    const guess = async (address: string) =>
      (await enterCode(site, email, codeOf(SECRET, 9), { address })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push(await guess(`${network}.50`));
    // A password and a code are two of the ten attempts of a network.
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    for (let n = 0; n < 15; n++) expect(await guess(`${network}.${n % 5}`)).toBe(403);
    const stranger = await enterCode(site, email, codeOf(SECRET), { address: `${network}.99` });
    expect(stranger.status).toBe(429);
    const own = await enterCode(site, email, codeOf(SECRET), { address: '198.51.100.1', device });
    expect(own.status).toBe(303);
  });

  it('is renamed and removed in the session, with audit event and mail', async () => {
    const someone = await secured(site);
    const { id } = await sandbox.deps.db('factors').where('account_id', someone.id).first('id');
    const path = `/${site}/settings/security/${id}`;
    await sandbox.post(`${path}/name`, { name: 'Old phone' }, { as: someone });
    const { text } = await sandbox.get(`/${site}/settings/security`, { as: someone });
    expect(text).toContain('Old phone');
    expect(text).toContain('This device');
    await confirmed(sandbox, someone.id, 601);
    expect((await sandbox.post(`${path}/remove`, {}, { as: someone })).status).toBe(403);
    await confirmed(sandbox, someone.id, 0);
    await sandbox.post(`${path}/remove`, {}, { as: someone });
    expect(await actsOf(sandbox, someone.id)).toEqual(
      expect.arrayContaining(['factor.renamed', 'factor.removed']),
    );
    const letters = await sandbox.deliverMail();
    expect(letters.filter(({ to }) => to === someone.email).at(-1)?.text).toContain(
      '“Old phone” was removed',
    );
    expect(sessionIn(site, await enterPassword(site, someone.email))).not.toBeNull();
  });
});

it('a new password ends half-sessions and does not replace the second factor', async () => {
  const { id, email, token, formToken } = await secured('dashboard');
  const half = await halfSession(sandbox, id, sandbox.merchant.id);
  const fields = { old_password: PASSWORD, password: 'correct staple battery' };
  const as = { token, formToken };
  const changed = await sandbox.post('/dashboard/settings/password', fields, { as });
  expect(await signedOut('dashboard', sessionIn('dashboard', changed))).toBe(false);
  const headers = { cookie: `saphan-session-half=${half}` };
  const { headers: left } = await sandbox.get('/dashboard/sign-in/factor', { headers });
  expect(left.get('location')).toMatch(/^\/dashboard\/sign-in/);
  const again = { email, password: fields.password };
  expect(sessionIn('dashboard', await sandbox.post('/dashboard/sign-in', again))).toBeNull();
});

it('a link for a new password gives an operator with a second factor no session', async () => {
  const { email } = await secured('console');
  const issued = await issueOperatorLink(sandbox.deps, commandAudit, { email, role: 'admin' });
  const fields = { password: 'correct staple battery' };
  const answer = await sandbox.post(`/console/join/${issued.token}`, fields);
  expect([answer.status, sessionIn('console', answer)]).toEqual([303, null]);
});

it.each(sites)('a half-session of the %s opens none of all operations', async (site) => {
  const { email } = await secured(site);
  const first = await enterPassword(site, email);
  const token = valueOf(`${sessionCookie[site]}-half`, first) ?? '';
  const guarded = sandbox.operations.filter(({ auth }) => auth === 'session' || auth === 'console');
  expect(guarded.length).toBeGreaterThan(100);
  const cookie = ['saphan-session', 'saphan-console']
    .flatMap((name) => [`${name}=${token}`, `${name}-half=${token}`])
    .join('; ');
  for (const { name, method, path, auth } of guarded) {
    const at = path.replace(/:\w+/g, 'x_1');
    const sent = { headers: { cookie } };
    const answer =
      method === 'GET'
        ? await sandbox.get(at, sent)
        : await sandbox.post(at, { form_token: formTokenOf(token) }, sent);
    const root = auth === 'console' ? '/console' : '/dashboard';
    const location = answer.headers.get('location')?.replace(/\?.*/, '');
    expect([name, answer.status, location]).toEqual([name, 303, `${root}/sign-in`]);
  }
  const other = site === 'console' ? 'dashboard' : 'console';
  const elsewhere = await sandbox.get(`/${other}/sign-in/factor`, { headers: { cookie } });
  expect(elsewhere.headers.get('location')).toMatch(/\/sign-in(\?|$)/);
  const own = await sandbox.get(`/${site}/sign-in/factor`, { headers: { cookie } });
  expect(own.status).toBe(200);
});

/** Operations that need a second factor, and in live mode somebody who has one. */
const sensitive: Readonly<Record<Site, readonly string[]>> = {
  dashboard: [
    'addProviderAccount',
    'approveProposal',
    'changeApprovalRules',
    'changeKey',
    'changeMemberRole',
    'changeProviderAccount',
    'createFirstKey',
    'createKey',
    'inviteMember',
    'makeRefund',
    'removeFormerProviderCallback',
    'removeFormerProviderSecrets',
    'removeMember',
    'resetMemberFactors',
    'rotateKey',
    'rotateProviderCallback',
    'setProviderAccountStatus',
    'setProviderSecret',
  ],
  console: [
    'addRoutingRule',
    'consoleAddProviderAccount',
    'consoleApproveProposal',
    'consoleChangeMemberRole',
    'consoleChangeProviderAccount',
    'consoleInviteMember',
    'consoleRemoveFormerProviderCallback',
    'consoleRemoveFormerProviderSecrets',
    'consoleRemoveMember',
    'consoleResetMemberFactors',
    'consoleRotateProviderCallback',
    'consoleSetProviderAccountStatus',
    'consoleSetProviderSecret',
    'correctException',
    'disableMerchant',
    'enableMerchant',
    'inviteOwner',
    'mailNewPassword',
    'payManualRefund',
    'raiseRoutingRule',
    'releaseManualRefund',
    'removeRoutingRule',
    'resolveException',
    'setMerchantLimit',
  ],
};
/** Changes of the own account, which need it of people who have one. */
const ofOneself = ['beginFactor', 'changePassword', 'makeRecoveryCodes', 'removeFactor'];
/** A secret of a webhook signs events that a shop ships on. */
const ofWebhooks = ['addWebhook', 'editWebhook', 'rotateSecret'];

const prefixes: Readonly<Record<string, string>> = {
  payments: 'pay_',
  keys: 'key_',
  team: 'usr_',
  operators: 'opr_',
  exceptions: 'exc_',
  refunds: 're_',
  merchants: 'mer_',
  security: 'fac_',
  approvals: 'apr_',
  webhooks: 'wh_',
  'provider-accounts': 'pac_',
};

const pathOf = (path: string): string =>
  path.replace(/([\w-]+)\/:\w+/, (_, noun: string) => `${noun}/${prefixes[noun] ?? ''}0000000001`);

describe.each(sites)('a sensitive act at the %s', (site) => {
  const those = (stepUp: string) =>
    sandbox.operations.filter((each) => each.family === site && each.stepUp === stepUp);

  it('is one of the list', () => {
    const namesOf = (stepUp: string) =>
      those(stepUp)
        .map(({ name }) => name)
        .toSorted();
    expect(namesOf('required')).toEqual(sensitive[site]);
    const own =
      site === 'dashboard'
        ? [...ofOneself, ...ofWebhooks]
        : ofOneself.map((name) => `console${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    expect(namesOf('if_enrolled')).toEqual(own.toSorted());
  });

  it('asks for the second factor when it was confirmed more than 10 minutes ago', async () => {
    const someone = await secured(site);
    await confirmed(sandbox, someone.id, 601);
    for (const { name, path } of [...those('required'), ...those('if_enrolled')]) {
      const answer = await sandbox.post(pathOf(path), {}, { as: someone });
      expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.text).toContain('Confirm that it is you');
    }
    await confirmed(sandbox, someone.id, 590);
    const { path } = those('required').find(({ name }) => /inviteMember$/i.test(name)) ?? {
      path: '',
    };
    expect((await sandbox.post(path, {}, { as: someone })).text).not.toContain('Confirm that');
  });

  it('is refused in live mode to a person without a second factor', async () => {
    const someone = await person(site, live);
    for (const { name, path } of those('required')) {
      const answer = await live.post(pathOf(path), {}, { as: someone });
      // An operator without a second factor has no session.
      const expected = site === 'console' ? 303 : 403;
      expect([name, answer.status]).toEqual([name, expected]);
      if (expected === 403) expect(answer.text).toContain('Add a second factor first');
    }
  });
});

describe('the page that asks for the second factor again', () => {
  const path = '/dashboard/developers/keys';
  const key = { name: 'Till & 7', permission: 'withdraw' };
  const keysNamed = (name: string) => sandbox.deps.db('api_keys').where('name', name);

  it('keeps the form without showing it, and submits it with the code', async () => {
    const someone = await secured('dashboard');
    await confirmed(sandbox, someone.id, 601);
    const asked = await sandbox.post(path, key, { as: someone });
    expect(asked.text).not.toContain('Till');
    const kept = { kept_form: hidden('kept_form', asked) };
    const confirm = (code: string) =>
      sandbox.post(path, { ...kept, factor_code: code }, { as: someone });
    const wrong = await confirm(codeOf(SECRET, 7));
    expect(wrong.status).toBe(403);
    expect(await keysNamed(key.name)).toEqual([]);
    const made = await confirm(codeOf(SECRET));
    expect(made.status).toBe(200);
    expect(await keysNamed(key.name)).toHaveLength(1);
    const next = await sandbox.post(path, { ...key, name: 'At once' }, { as: someone });
    expect(next.status).toBe(200);
  });

  it('accepts the form of its own session and path only, for 10 minutes', async () => {
    const [one, two] = [await secured('dashboard'), await secured('dashboard')];
    for (const { id } of [one, two]) await confirmed(sandbox, id, 601);
    const form = hidden('kept_form', await sandbox.post(path, key, { as: one }));
    const send = (to: string, as: Someone, kept = form) =>
      sandbox.post(to, { kept_form: kept, factor_code: codeOf(SECRET) }, { as });
    const answers = [
      await send(path, two),
      await send('/dashboard/settings/team', one),
      await send(path, one, 'x'),
    ];
    for (const { text } of answers) expect(text).toContain('This form has expired');
    const stale = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    const late = await send(path, one);
    stale.mockRestore();
    expect(late.text).toContain('This form has expired');
  });
});

describe('in live mode', () => {
  it('the password alone gives an operator no session, but lets add a second factor', async () => {
    const operator = await testOperator(live, 'operator');
    expect(await signedOut('console', operator, live)).toBe(true);
    const first = await enterPassword('console', operator.email, {}, live);
    expect(sessionIn('console', first)).toBeNull();
    const half = valueOf('saphan-console-half', first) ?? '';
    const headers = { cookie: `saphan-console-half=${half}` };
    const page = await live.get('/console/sign-in/factor', { headers });
    expect(page.text).toContain('Add a second factor');
    const secret = secretIn(page);
    const enrolment = hidden('enrolment', page);
    const add = (code: string) =>
      live.post('/console/sign-in/factor/new', { enrolment, code }, { headers });
    expect((await add(codeOf(secret, 5))).status).toBe(403);
    const added = await add(codeOf(secret));
    const session = sessionIn('console', added);
    expect(await signedOut('console', session, live)).toBe(false);
    const { id } = await live.deps.db('factors').where('account_id', operator.id).first('id');
    const removed = await live.post(`/console/settings/security/${id}/remove`, {}, { as: session });
    expect([removed.status, removed.text.includes('Operators need')]).toEqual([409, true]);
    // The enrolment cannot be repeated with the same half-session.
    expect((await add(codeOf(secret, 1))).headers.get('location')).toBe('/console/sign-in');
  });

  it('a half-session adds no authenticator to a person who has one', async () => {
    const { id } = await testOperator(live, 'operator');
    const token = await halfSession(live, id, null);
    const headers = { cookie: `saphan-console-half=${token}` };
    const page = await live.get('/console/sign-in/factor', { headers });
    const secret = secretIn(page);
    await addApp(live, id);
    const fields = { enrolment: hidden('enrolment', page), code: codeOf(secret) };
    await live.post('/console/sign-in/factor/new', fields, { headers });
    expect(await live.deps.db('factors').where('account_id', id)).toHaveLength(1);
  });

  it("an operator's first link leads to the second factor", async () => {
    const invited = { email: 'first@example.com', role: 'admin' } as const;
    const { token } = await issueOperatorLink(live.deps, commandAudit, invited);
    const fields = { name: 'First', password: PASSWORD };
    const answer = await live.post(`/console/join/${token}`, fields);
    expect(sessionIn('console', answer)).toBeNull();
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\/factor/);
  });
});

describe('a lost second factor', () => {
  const reset = (site: Site, id: string, as: BrowserSession) =>
    sandbox.post(
      `/${site}/settings/${site === 'console' ? 'operators' : 'team'}/${id}/reset-factors`,
      {},
      { as },
    );

  it.each(sites)(
    'is reset by another manager of the %s, with mail and audit event',
    async (site) => {
      const [manager, lost] = [await secured(site), await secured(site)];
      const half = await halfSession(
        sandbox,
        lost.id,
        site === 'console' ? null : sandbox.merchant.id,
      );
      expect((await reset(site, manager.id, manager)).status).toBe(403);
      expect((await reset(site, lost.id, manager)).status).toBe(303);
      expect(await signedOut(site, lost)).toBe(true);
      const headers = { cookie: `${sessionCookie[site]}-half=${half}` };
      expect((await sandbox.get(`/${site}/sign-in/factor`, { headers })).status).toBe(303);
      expect(sessionIn(site, await enterPassword(site, lost.email))).not.toBeNull();
      expect(await actsOf(sandbox, manager.id)).toContain('factor.reset');
      const letters = (await sandbox.deliverMail()).filter(({ to }) => to === lost.email);
      expect(letters.map(({ subject }) => subject)).toContain(
        'Your Saphan second factor was reset',
      );
      expect((await reset(site, lost.id, manager)).status).toBe(409);
    },
  );

  it.each(sites)(
    'is not replaced at the %s by an authenticator that its holder adds during the reset',
    async (site) => {
      const { deps, merchant } = sandbox;
      const [manager, lost] = [await secured(site), await secured(site)];
      const path = `/${site}/settings/security`;
      const page = await sandbox.post(`${path}/new`, {}, { as: lost });
      const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
      const blocked = (statements: number) =>
        until(() => isBlocked(deps.db, statements), { describe: `${statements} wait` });
      const [together] = await deps.db.transaction(async (trx) => {
        // The audit event of the reset is the last statement before its commit.
        const scope = site === 'dashboard' ? merchant.id : 'operators';
        await trx('audit_heads').where({ scope }).forUpdate();
        const resetting = reset(site, lost.id, manager);
        await blocked(1);
        const adding = sandbox.post(path, fields, { as: lost });
        await blocked(2);
        return [Promise.all([resetting, adding])];
      });
      const [resetting, adding] = (await together) ?? [];
      expect(resetting?.headers.get('location')).toMatch(/done=factors_reset$/);
      expect(adding?.headers.get('location')).toMatch(/\/sign-in(\?|$)/);
      expect(await deps.db('factors').where('account_id', lost.id)).toEqual([]);
    },
  );

  it('ends with the access of an operator who is removed', async () => {
    const [admin, left] = [await secured('console'), await secured('console')];
    await sandbox.post(`/console/settings/operators/${left.id}/remove`, {}, { as: admin });
    expect(await sandbox.deps.db('factors').where('account_id', left.id)).toEqual([]);
    expect(await sandbox.deps.db('factors').where('account_id', admin.id)).toHaveLength(1);
  });

  it('of a member of two merchants is not reset by an owner of one', async () => {
    const [owner, lost] = [await secured('dashboard'), await secured('dashboard')];
    const { id: merchantId } = await sandbox.openMerchant();
    const elsewhere = { merchant_id: merchantId, user_id: lost.id, role: 'owner' };
    await sandbox.deps.db('memberships').insert(elsewhere);
    expect((await reset('dashboard', lost.id, owner)).status).toBe(409);
    expect(await signedOut('dashboard', lost)).toBe(false);
  });

  it('is reset by the platform with payouts on hold and a mail to the other owners', async () => {
    const [owner, lost] = [await secured('dashboard'), await secured('dashboard')];
    const { deps, merchant } = sandbox;
    const { apiKey } = await createApiKey(deps.db, 'sandbox', merchant.id, 'till', 'withdraw');
    const withdraw = () =>
      sandbox.call('POST', '/withdraw/gw', { key: apiKey, body: withdrawalRequest });
    expect((await withdraw()).status).toBe(201);
    await resetUserFactors(deps, commandAudit, lost.email);
    expect(await withdraw()).toMatchObject({ status: 403, code: 'payout_limit_exceeded' });
    expect(await signedOut('dashboard', lost)).toBe(true);
    const letters = await sandbox.deliverMail();
    const to = (email: string) =>
      letters.filter((letter) => letter.to === email).map(({ subject }) => subject);
    expect(to(lost.email)).toContain('Your Saphan second factor was reset');
    expect(to(owner.email)).toEqual([
      `The second factor of a member of ${merchant.name} was reset`,
    ]);
    const log = deps.db('audit_log').where({ subject: lost.id, act: 'factor.reset' });
    const scopes = await log.pluck<string[]>('scope');
    expect(new Set(scopes)).toEqual(new Set([merchant.id, 'operators']));
  });
});
