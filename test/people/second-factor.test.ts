import { inviteMember, issueOperatorLink } from '../../src/merchants/team/invite';
import { resetMemberFactors, resetUserFactors } from '../../src/people/reset-factors';
import { auditContextOf } from '../../src/people/sessions';
import { recordSignIn } from '../../src/people/sign-in-places';
import { createApiKey, createMerchant } from '../../src/merchants/create-merchant';
import { lockFactors } from '../../src/people/store/factors';
import { findPayoutHold } from '../../src/ledger/store/balances';
import { formTokenOf, maskFormToken } from '../../src/http/session-cookie';
import { withdrawalRequest } from '../http/api/transfers';
import { operatorTeam } from '../../src/kernel/rules/realm';
import { newId } from '../../src/platform/new-id';
import { hashOfToken } from '../../src/platform/crypto/secret-token';
import { testApproval } from '../support/approvals';
import { commandAudit } from '../support/gateway';
import { isBlocked } from '../support/is-blocked';
import { until } from '../support/until';
import { testOperator } from '../pages/console/operators';
import {
  PASSWORD,
  linkIn,
  startDashboard,
  type BrowserSession,
  type Dashboard,
} from '../pages/dashboard/dashboard';
import { SECRET, addApp, codeOf, confirmed, halfSession, passStep } from '../pages/factors';

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
  return token === null ? null : { token, formToken: maskFormToken(formTokenOf(token)), cookie };
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

/** The fields of a code that is not used yet. */
async function proof(on = sandbox): Promise<{ readonly factor_code: string }> {
  await passStep(on);
  return { factor_code: codeOf(SECRET) };
}

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
    const { text } = await sandbox.post(path, await proof(), { as: someone });
    const [code = ''] = /(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/.exec(text) ?? [];
    await sandbox.deliverMail();
    const answer = await enterCode(site, someone.email, ` ${code.toUpperCase()} `);
    expect(await signedOut(site, sessionIn(site, answer))).toBe(false);
    const letters = (await sandbox.deliverMail()).filter(({ to }) => to === someone.email);
    expect(letters.map((letter) => letter.text).join()).toContain('(9 left)');
    expect((await enterCode(site, someone.email, code)).status).toBe(403);
    await sandbox.post(path, await proof(), { as: someone });
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
    const remove = async (password: string) =>
      sandbox.post(`${path}/remove`, { password, ...(await proof()) }, { as: someone });
    expect((await remove('wrong password')).status).toBe(403);
    expect(await actsOf(sandbox, someone.id)).not.toContain('factor.removed');
    expect((await remove(PASSWORD)).status).toBe(303);
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
  const passwords = { old_password: PASSWORD, password: 'correct staple battery' };
  const fields = { ...passwords, ...(await proof()) };
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
    // An address of its own: the requests of one are limited.
    const sent = {
      headers: from(site === 'console' ? '198.51.100.201' : '198.51.100.202', cookie),
    };
    const answer =
      method === 'GET'
        ? await sandbox.get(at, sent)
        : await sandbox.post(at, { form_token: maskFormToken(formTokenOf(token)) }, sent);
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

/** Operations of people with a second factor, and of others in a sandbox, by what they ask for. */
const sensitive: Readonly<Record<Site, Readonly<Record<string, readonly string[]>>>> = {
  dashboard: {
    /** Decisions about one object, or that another person decides as well. */
    required: [
      'approveProposal',
      'changeApprovalRules',
      'changeBusiness',
      'makeRefund',
      'makeWithdrawal',
    ],
    /** Access or a destination of money that outlasts the session. */
    proof: [
      'addProviderAccount',
      'changeKey',
      'changeMemberRole',
      'changeProviderAccount',
      'createFirstKey',
      'createKey',
      'inviteMember',
      'removeFormerProviderCallback',
      'removeFormerProviderSecrets',
      'removeMember',
      'rotateKey',
      'rotateProviderCallback',
      'setBankAccount',
      'setProviderAccountStatus',
      'setProviderSecret',
    ],
    settled_proof: ['removeFactor', 'resetMemberFactors'],
    proof_if_enrolled: ['beginFactor', 'changePassword', 'makeRecoveryCodes'],
    /** A secret of a webhook signs events that a shop ships on. */
    if_enrolled: ['addWebhook', 'editWebhook', 'rotateSecret'],
  },
  console: {
    required: [
      'addRoutingRule',
      'consoleApproveProposal',
      'correctException',
      'disableMerchant',
      'enableMerchant',
      'payManualRefund',
      'raiseRoutingRule',
      'releaseManualRefund',
      'removeRoutingRule',
      'resolveException',
      'setBankHolidays',
      'setExpectedCost',
      'setMerchantLimit',
      'setMerchantMaturity',
      'setMerchantPrice',
      'setVatRates',
      'verifyBankAccount',
      'verifyIdentity',
    ],
    proof: [
      'consoleAddProviderAccount',
      'consoleChangeMemberRole',
      'consoleChangeProviderAccount',
      'consoleInviteMember',
      'consoleRemoveFormerProviderCallback',
      'consoleRemoveFormerProviderSecrets',
      'consoleRemoveMember',
      'consoleRotateProviderCallback',
      'consoleSetProviderAccountStatus',
      'consoleSetProviderSecret',
      'inviteOwner',
      'mailNewPassword',
    ],
    settled_proof: ['consoleRemoveFactor', 'consoleResetMemberFactors'],
    proof_if_enrolled: ['consoleBeginFactor', 'consoleChangePassword', 'consoleMakeRecoveryCodes'],
    if_enrolled: [],
  },
};
const kinds = ['required', 'proof', 'settled_proof', 'proof_if_enrolled', 'if_enrolled'] as const;
const ofRecent = ['required', 'if_enrolled'];

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
    const listed = kinds.map((kind) => [
      kind,
      those(kind)
        .map(({ name }) => name)
        .toSorted(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(sensitive[site]);
  });

  it('asks for the second factor when it was confirmed more than 10 minutes ago', async () => {
    const someone = await secured(site);
    await confirmed(sandbox, someone.id, 601);
    for (const { name, path } of kinds.flatMap(those)) {
      const answer = await sandbox.post(pathOf(path), {}, { as: someone });
      expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.text).toContain('Confirm that it is you');
    }
    await confirmed(sandbox, someone.id, 590);
    for (const { path } of ofRecent.flatMap(those)) {
      const { text } = await sandbox.post(pathOf(path), {}, { as: someone });
      expect(text).not.toContain('Confirm that');
    }
  });

  it('that outlasts the session is not done with a cookie copied after the sign-in', async () => {
    const someone = await secured(site);
    await confirmed(sandbox, someone.id, 0);
    const stateOf = async () => {
      const { db } = sandbox.deps;
      const codes = await db('recovery_codes').where('account_id', someone.id);
      return { codes, factors: await db('factors').where('account_id', someone.id) };
    };
    const before = await stateOf();
    for (const { name, path } of kinds.filter((kind) => !ofRecent.includes(kind)).flatMap(those)) {
      for (const guess of [{}, { factor_code: codeOf(SECRET, 9) }]) {
        // The attempts are limited; each of these is one of another hour.
        await sandbox.deps.db('attempt_counts').delete();
        const answer = await sandbox.post(pathOf(path), guess, { as: someone });
        expect([name, answer.status]).toEqual([name, 403]);
        expect(answer.text).toContain('Confirm that it is you');
      }
    }
    expect(await stateOf()).toEqual(before);
  });

  it('is refused in live mode to a person without a second factor', async () => {
    const someone = await person(site, live);
    for (const { name, path } of those('required')) {
      // An operator or an owner without a second factor has no session.
      const { status } = await live.post(pathOf(path), {}, { as: someone });
      expect([name, status]).toEqual([name, 303]);
    }
    if (site === 'console') return;
    const developer = await live.addMember('developer');
    const asked = await live.post('/dashboard/developers/keys', {}, { as: developer });
    expect([asked.status, asked.text.includes('Add a second factor first')]).toEqual([403, true]);
  });
});

describe.each(sites)('a removal of an authenticator at the %s', (site) => {
  const settings = `/${site}/settings/security`;
  const left = (someone: Someone) =>
    sandbox.deps.db('factors').where('account_id', someone.id).pluck<string[]>('id');

  it.each(['an authenticator', 'a recovery code'])(
    'is not confirmed by %s of the last 24 hours',
    async (by) => {
      const someone = await secured(site);
      const [old = ''] = await left(someone);
      const remove = (code: string) =>
        sandbox.post(
          `${settings}/${old}/remove`,
          { password: PASSWORD, factor_code: code },
          { as: someone },
        );
      const { db } = sandbox.deps;
      const table = by === 'an authenticator' ? 'factors' : 'recovery_codes';
      const age = (hours: number) =>
        db(table)
          .where('account_id', someone.id)
          .update({ created_at: new Date(Date.now() - hours * 3_600_000) });
      const made = await sandbox.post(`${settings}/recovery-codes`, await proof(), {
        as: someone,
      });
      const codes = made.text.match(/(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/g) ?? [];
      const next = async () =>
        by === 'an authenticator' ? (await proof()).factor_code : (codes.pop() ?? '');
      await age(23.9);
      const refused = await remove(await next());
      expect([refused.status, await left(someone)]).toEqual([403, [old]]);
      expect(refused.text).toMatch(/24 hours/);
      await age(24.1);
      expect((await remove(await next())).status).toBe(303);
      expect(await left(someone)).toEqual([]);
    },
  );
});

it.each(sites)('a form of the %s that is sent twice adds one app and shows codes', async (site) => {
  const someone = await person(site);
  const path = `/${site}/settings/security`;
  const page = await sandbox.post(`${path}/new`, { password: PASSWORD }, { as: someone });
  const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
  const send = () => sandbox.post(path, fields, { as: someone });
  const codesOf = ({ text }: { readonly text: string }) =>
    text.match(/(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/g) ?? [];
  const shown = [codesOf(await send()), codesOf(await send())];
  expect(shown.map(({ length }) => length)).toEqual([10, 10]);
  expect(await sandbox.deps.db('factors').where('account_id', someone.id)).toHaveLength(1);
  const [code = ''] = shown[1] ?? [];
  const answer = await enterCode(site, someone.email, code);
  expect(await signedOut(site, sessionIn(site, answer))).toBe(false);
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
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
    const settled = { created_at: twoDaysAgo, last_step: 0 };
    await live.deps.db('factors').where({ id }).update(settled);
    const fields = { password: PASSWORD, factor_code: codeOf(secret) };
    const removing = `/console/settings/security/${id}/remove`;
    const removed = await live.post(removing, fields, { as: session });
    expect([removed.status, removed.text.includes('Operators need')]).toEqual([409, true]);
  });

  it('a first authenticator sent twice is added once, and both answers have codes', async () => {
    const operator = await testOperator(live, 'operator');
    const first = await enterPassword('console', operator.email, {}, live);
    const half = valueOf('saphan-console-half', first) ?? '';
    const headers = { cookie: `saphan-console-half=${half}` };
    const page = await live.get('/console/sign-in/factor', { headers });
    const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
    const add = () => live.post('/console/sign-in/factor/new', fields, { headers });
    const answers = [...(await Promise.all([add(), add()])), await add()];
    const codesIn = ({ text }: { readonly text: string }) =>
      text.match(/(?:[a-z2-7]{6}-){3}[a-z2-7]{6}/g) ?? [];
    for (const answer of answers) {
      expect([answer.status, codesIn(answer).length]).toEqual([200, 10]);
      expect(await signedOut('console', sessionIn('console', answer), live)).toBe(false);
    }
    expect(await live.deps.db('factors').where('account_id', operator.id)).toHaveLength(1);
    // The codes of the last answer are valid, those of the others are not.
    const last = answers.at(-1) ?? { text: '' };
    const stored = await live.deps
      .db('recovery_codes')
      .where('account_id', operator.id)
      .pluck<Buffer[]>('hash');
    const hashes = codesIn(last).map((code) => hashOfToken(code.replaceAll('-', '')));
    expect(stored.map((hash) => hash.toString('hex')).toSorted()).toEqual(
      hashes.map((hash) => hash.toString('hex')).toSorted(),
    );
  });

  it('a form of the first authenticator adds nothing after a reset', async () => {
    const operator = await testOperator(live, 'operator');
    const half = await halfSession(live, operator.id, null);
    const headers = { cookie: `saphan-console-half=${half}` };
    const page = await live.get('/console/sign-in/factor', { headers });
    const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
    const add = () => live.post('/console/sign-in/factor/new', fields, { headers });
    expect((await add()).status).toBe(200);
    await resetMemberFactors(live.deps, commandAudit, operatorTeam, operator.id);
    expect((await add()).headers.get('location')).toBe('/console/sign-in');
    expect(await live.deps.db('factors').where('account_id', operator.id)).toEqual([]);
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

  it.each(['owner', 'approver'] as const)(
    'an %s adds a second factor at joining, and it holds nothing',
    async (role) => {
      const merchant = await live.openMerchant();
      const first = await live.addMember('owner', merchant);
      const email = `${role}-${first.userId}@example.com`;
      const invited = { email, role, language: 'en' } as const;
      const team = { realm: 'merchant', merchantId: merchant.id } as const;
      const audit = auditContextOf({ ...team, personId: first.userId }, null);
      await inviteMember(live.deps, audit, team, invited);
      const letter = (await live.deliverMail()).find(({ to }) => to === email);
      if (letter === undefined) throw new Error('no invitation was sent');
      const joined = await live.post(linkIn(letter), { name: 'New', password: PASSWORD });
      expect(sessionIn('dashboard', joined)).toBeNull();
      const half = valueOf('saphan-session-half', joined) ?? '';
      const device = valueOf('saphan-device', joined) ?? '';
      const headers = { cookie: `saphan-session-half=${half}; saphan-device=${device}` };
      const added = await enrolHalf(headers);
      expect(await signedOut('dashboard', sessionIn('dashboard', added), live)).toBe(false);
      expect(await findPayoutHold(live.deps.db, merchant.id)).toBeNull();
    },
  );

  /** Adds an app in a half-session of the dashboard. */
  async function enrolHalf(headers: Readonly<Record<string, string>>) {
    const page = await live.get('/dashboard/sign-in/factor', { headers });
    const fields = { enrolment: hidden('enrolment', page), code: codeOf(secretIn(page)) };
    return live.post('/dashboard/sign-in/factor/new', fields, { headers });
  }

  it.each([
    ['an owner', 'owner', 25, false],
    ['an owner at a known place', 'owner', 25, true],
    ['an approver', 'approver', 25, false],
    ['an owner of today from an unknown place', 'owner', 0, false],
  ] as const)(
    'the late first authenticator of %s holds payouts and approvals, with a mail',
    async (_name, role, hours, isKnown) => {
      const { db } = live.deps;
      const name = newId('Shop ');
      const { merchantId } = await createMerchant(db, name, 1_000_000);
      const merchant = { id: merchantId, name, status: 'active' } as const;
      const other = await live.addMember('owner', merchant);
      const late = await live.addMember(role, merchant);
      const since = new Date(Date.now() - hours * 3_600_000);
      await db('users').where('id', late.userId).update({ created_at: since });
      if (isKnown) await recordSignIn(db, late.userId, { address: '127.0.0.1', agent: null });
      const { approvalId } = await testApproval(live.deps, merchant, other.userId);
      const session = await enterPassword('dashboard', late.email, {}, live);
      expect(sessionIn('dashboard', session)).toBeNull();
      const half = valueOf('saphan-session-half', session) ?? '';
      await live.deliverMail();
      const added = await enrolHalf({ cookie: `saphan-session-half=${half}` });
      const own = sessionIn('dashboard', added);
      expect(await signedOut('dashboard', own, live)).toBe(false);
      const until24 = ((await findPayoutHold(db, merchant.id)) ?? new Date(0)).getTime();
      expect(until24 / 3_600_000).toBeCloseTo(Date.now() / 3_600_000 + 24, 1);
      const approving = `/dashboard/approvals/${approvalId}/approve`;
      const refused = await live.post(approving, {}, { as: own });
      expect([refused.status, refused.text.includes('on hold')]).toEqual([403, true]);
      const letters = await live.deliverMail();
      const told = letters.filter(({ to }) => to === other.email);
      expect(told.map(({ subject }) => subject)).toEqual([
        `A member of ${merchant.name} set up their first second factor`,
      ]);
      const log = db('audit_log').where({ scope: merchant.id, act: 'factor.late' });
      expect(await log.pluck('subject')).toEqual([late.userId]);
    },
  );

  it('a session of an owner without a second factor has ended', async () => {
    const owner = await live.addMember('owner');
    expect(await signedOut('dashboard', owner, live)).toBe(true);
    const viewer = await live.addMember('viewer');
    expect(await signedOut('dashboard', viewer, live)).toBe(false);
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
  const reset = async (site: Site, id: string, as: BrowserSession) =>
    sandbox.post(
      `/${site}/settings/${site === 'console' ? 'operators' : 'team'}/${id}/reset-factors`,
      await proof(),
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
      const page = await sandbox.post(`${path}/new`, await proof(), { as: lost });
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
    await sandbox.post(`/console/settings/operators/${left.id}/remove`, await proof(), {
      as: admin,
    });
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
