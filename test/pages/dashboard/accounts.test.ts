import { codeOf } from '../factors';
import { startDashboard, linkIn, PASSWORD, type Dashboard } from './dashboard';

let dashboard: Dashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});

const sessionOf = (answer: { readonly headers: Headers }): string =>
  /saphan-session=([A-Za-z0-9_-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';

const at = (token: string) => ({ headers: { cookie: `saphan-session=${token}` } });

async function signUp(email: string, name = 'Somchai Books'): Promise<string> {
  const asked = await dashboard.post('/dashboard/sign-up', { merchant_name: name, email });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/dashboard/mail-sent']);
  const [letter] = await dashboard.deliverMail();
  if (letter === undefined) throw new Error('no mail came');
  expect(letter.to).toBe(email);
  return linkIn(letter);
}

const signIn = (email: string, password = PASSWORD, headers = {}) =>
  dashboard.post('/dashboard/sign-in', { email, password }, { headers });

describe('signing up', () => {
  it('creates an active merchant with a test balance and starts a session', async () => {
    const link = await signUp('somchai@example.com');
    expect((await dashboard.get(link)).text).toContain('Somchai Books');
    const joined = await dashboard.post(link, { name: 'Somchai', password: PASSWORD });
    expect([joined.status, joined.headers.get('location')]).toEqual([
      303,
      '/dashboard?done=joined',
    ]);
    const home = await dashboard.get('/dashboard', at(sessionOf(joined)));
    expect(home.text).toContain('Somchai Books');
    expect(home.text).toContain('฿100,000.00');
    const merchant = await dashboard.deps.db('merchants').where('name', 'Somchai Books').first();
    expect(merchant.status).toBe('active');
    const kinds = await dashboard.deps
      .db('transfers')
      .where('merchant_id', merchant.id)
      .pluck('kind');
    expect(kinds).toEqual(['opening']);
  });

  it('in live mode creates a disabled merchant without a balance', async () => {
    const live = await startDashboard({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:1',
      BILLER_ID: '123456789012345',
      PUBLIC_URL: 'http://127.0.0.1',
    });
    await live.post('/dashboard/sign-up', { merchant_name: 'Real', email: 'r@example.com' });
    const [letter] = await live.deliverMail();
    const link = linkIn(letter ?? { to: '', subject: '', text: '' });
    const joined = await live.post(link, { name: 'Somchai', password: PASSWORD });
    // An owner adds a second factor before the session begins.
    const half = /saphan-session-half=[\w-]{43}/.exec(
      joined.headers.getSetCookie().join('\n'),
    )?.[0];
    const headers = { cookie: half ?? '' };
    const page = await live.get('/dashboard/sign-in/factor', { headers });
    const secret = /id="secret"[^>]*>([A-Z2-7 ]{39})</.exec(page.text)?.[1]?.replace(/ /g, '');
    const enrolment = /name="enrolment" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const fields = { enrolment, code: codeOf(secret ?? '') };
    const added = await live.post('/dashboard/sign-in/factor/new', fields, { headers });
    const home = await live.get('/dashboard', at(sessionOf(added)));
    expect(home.text).toContain('not enabled yet');
    const merchant = await live.deps.db('merchants').where('name', 'Real').first();
    expect(merchant.status).toBe('disabled');
    expect(await live.deps.db('transfers').where('merchant_id', merchant.id)).toEqual([]);
  });

  it('does not reveal whether the address has an account', async () => {
    const known = await dashboard.addMember('owner');
    const answers = await Promise.all(
      [known.email, 'unknown@example.com'].map((email) =>
        dashboard.post('/dashboard/sign-up', { merchant_name: 'Shop', email }),
      ),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [303, ''],
      [303, ''],
    ]);
    const subjects = (await dashboard.deliverMail()).map(({ subject }) => subject);
    expect(subjects).toEqual(['Open Shop on Saphan', 'Open Shop on Saphan']);
  });

  it('requires the password of an existing account to create another merchant', async () => {
    const known = await dashboard.addMember('owner');
    const link = await signUp(known.email, 'Second shop');
    const wrong = await dashboard.post(link, { name: 'Intruder', password: 'another password 1' });
    expect(wrong.status).toBe(403);
    expect(await dashboard.deps.db('merchants').where('name', 'Second shop')).toEqual([]);
    const right = await dashboard.post(link, { password: PASSWORD });
    expect(right.status).toBe(303);
    const home = await dashboard.get('/dashboard', at(sessionOf(right)));
    expect(home.text).toContain('Second shop');
  });

  it('accepts a link once, also for concurrent requests', async () => {
    const link = await signUp('somchai@example.com');
    const answers = await Promise.all(
      [1, 2].map(() => dashboard.post(link, { name: 'Somchai', password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410]);
    expect((await dashboard.get(link)).status).toBe(410);
    expect(await dashboard.deps.db('merchants').where('name', 'Somchai Books')).toHaveLength(1);
  });

  it('rejects a link after two days', async () => {
    const link = await signUp('somchai@example.com');
    await dashboard.deps.db.raw(`update invitations set expires_at = now() - interval '1 second'`);
    expect((await dashboard.get(link)).status).toBe(410);
    expect((await dashboard.post(link, { name: 'S', password: PASSWORD })).status).toBe(410);
  });

  it.each([
    ['short', 'short1234'],
    ['a repeated letter', 'aaaaaaaaaaaa'],
    ['common', 'Password1234'],
    ['the local part of the address', 'somchai-books-1'],
  ])('refuses a password that is %s, beside its field', async (_name, password) => {
    const link = await signUp('somchai@example.com');
    const answer = await dashboard.post(link, { name: 'Somchai', password });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('id="password-fault"');
    expect(answer.text).toContain('value="Somchai"');
    expect(answer.text).not.toContain(password);
  });

  it.each(['', 'somchai', 'a@b', 'a b@example.com', 'a@example.com, b@example.com'])(
    'refuses %p as an address, and shows the form again with what was written',
    async (email) => {
      const answer = await dashboard.post('/dashboard/sign-up', {
        merchant_name: '<b>Shop',
        email,
      });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('id="email-fault"');
      expect(answer.text).toContain('value="&lt;b>Shop"');
      expect(await dashboard.deps.db('mails')).toEqual([]);
    },
  );

  it('stores the hash of a link only', async () => {
    const link = await signUp('somchai@example.com');
    const token = /join\/([^?]+)/.exec(link)?.[1] ?? 'none';
    const tables = ['invitations', 'mails', 'audit_log', 'outbox_messages'];
    const rows = await Promise.all(tables.map((table) => dashboard.deps.db(table)));
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('signing in', () => {
  it('gives each session a new secret, of which the database stores the hash', async () => {
    const { email } = await dashboard.addMember('owner');
    const [one, two] = [await signIn(email), await signIn(email)].map(sessionOf);
    expect(one).toHaveLength(43);
    expect(one).not.toBe(two);
    expect(JSON.stringify(await dashboard.deps.db('sessions'))).not.toContain(one);
    for (const token of [one, two]) {
      expect((await dashboard.get('/dashboard', at(token ?? ''))).status).toBe(200);
    }
  });

  it('gives an unknown address and a wrong password the same response', async () => {
    const { email } = await dashboard.addMember('owner');
    const wrong = await signIn(email, 'not the password 1');
    const unknown = await signIn('nobody@example.com', 'not the password 1');
    const said = (text: string, address: string) => text.replaceAll(address, 'X');
    expect(wrong.status).toBe(403);
    expect([unknown.status, said(unknown.text, 'nobody@example.com')]).toEqual([
      403,
      said(wrong.text, email),
    ]);
    expect(sessionOf(wrong)).toBe('');
  });

  it('limits an address after ten wrong passwords, and no other address', async () => {
    const proxied = await startDashboard({ TRUSTED_PROXIES: '1' });
    const { email } = await proxied.addMember('owner');
    const from = (address: string, password: string) =>
      proxied.post(
        '/dashboard/sign-in',
        { email, password },
        { headers: { 'x-forwarded-for': address } },
      );
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => from('203.0.113.1', `wrong password ${n}`)),
    );
    const statuses = guesses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    const stopped = await from('203.0.113.1', PASSWORD);
    expect(stopped.status).toBe(429);
    expect((await from('203.0.113.2', PASSWORD)).status).toBe(303);
  });

  it('states the delay for unknown accounts too', async () => {
    for (let n = 0; n < 10; n++) await signIn('nobody@example.com', `wrong password ${n}`);
    const { status } = await signIn('nobody@example.com', 'wrong password');
    expect(status).toBe(429);
  });

  it('resets the counters after a correct password', async () => {
    const { email } = await dashboard.addMember('owner');
    for (let n = 0; n < 9; n++) await signIn(email, `wrong password ${n}`);
    expect((await signIn(email)).status).toBe(303);
    for (let n = 0; n < 9; n++) await signIn(email, `wrong password ${n}`);
    expect((await signIn(email)).status).toBe(303);
  });

  it.each([
    ['/dashboard/settings/team?lang=en', '/dashboard/settings/team?lang=en'],
    ['https://evil.example', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/dashboard/../pay', '/dashboard'],
    ['/dashboard\\@evil.example', '/dashboard'],
  ])('with next=%s leads to %s', async (next, expected) => {
    const { email } = await dashboard.addMember('owner');
    const answer = await dashboard.post('/dashboard/sign-in', { email, password: PASSWORD, next });
    expect(answer.headers.get('location')).toBe(expected);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a page that hides its origin', { 'sec-fetch-site': '', origin: 'null' }],
  ])('from %s is refused', async (_name, headers) => {
    const { email } = await dashboard.addMember('owner');
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const answer = await fetch(`${dashboard.url}/dashboard/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email, password: PASSWORD }),
      headers: given,
    });
    expect(answer.status).toBe(403);
  });

  it('accepts the form of a browser that sends only Origin', async () => {
    const { email } = await dashboard.addMember('owner');
    const answer = await fetch(`${dashboard.url}/dashboard/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email, password: PASSWORD }),
      headers: { origin: dashboard.url },
    });
    expect(answer.status).toBe(303);
  });
});

describe('the cookie of a session', () => {
  const limitsOf = (answer: { readonly headers: Headers }) =>
    answer.headers.getSetCookie()[0]?.replace(/=[A-Za-z0-9_-]{43};/, '=…;');

  it('is HttpOnly and SameSite=Lax', async () => {
    const { email } = await dashboard.addMember('owner');
    expect(limitsOf(await signIn(email))).toBe('saphan-session=…; Path=/; HttpOnly; SameSite=Lax');
  });

  it('has the prefix __Host- and is Secure under https', async () => {
    const secure = await startDashboard({ PUBLIC_URL: 'https://pay.example.com' });
    const { email } = await secure.addMember('owner');
    const answer = await secure.post('/dashboard/sign-in', { email, password: PASSWORD });
    expect(limitsOf(answer)).toBe(
      '__Host-saphan-session=…; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });
});

describe('the page of a sign-in', () => {
  const passwordFields = (text: string) => text.match(/<input[^>]*name="password"[^>]*>/g) ?? [];

  it.each([
    ['sign-in', 'current-password', () => Promise.resolve('/dashboard/sign-in')],
    ['join', 'new-password', () => signUp('masked@example.com')],
  ])(
    'of %s has a masked password field that permits paste and password managers',
    async (_name, autocomplete, pathOf) => {
      const { text } = await dashboard.get(await pathOf());
      const fields = passwordFields(text);
      expect(fields).toHaveLength(1);
      expect(fields[0]).toContain('type="password"');
      expect(fields[0]).toContain(`autocomplete="${autocomplete}"`);
      expect(fields[0]).not.toMatch(/onpaste|readonly/i);
    },
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/dashboard//evil.example',
    '/dashboard/..//evil.example',
    '/dashboard\r\nLocation: https://evil.example',
    'javascript:alert(1)',
    '/console',
  ])('redirects to a path of the site instead of %p', async (next) => {
    const { email } = await dashboard.addMember('owner');
    const answer = await dashboard.post('/dashboard/sign-in', { email, password: PASSWORD, next });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get('location') ?? '', 'https://pay.example.com');
    expect([location.origin, location.pathname.split('/')[1]]).toEqual([
      'https://pay.example.com',
      'dashboard',
    ]);
  });
});

describe('a session', () => {
  const leadsOut = async (token: string) => {
    const { status, headers } = await dashboard.get('/dashboard', at(token));
    return [status, headers.get('location')];
  };
  const out = [303, '/dashboard/sign-in'];

  it('ends with sign-out', async () => {
    const owner = await dashboard.addMember('owner');
    const answer = await dashboard.post('/dashboard/sign-out', {}, { as: owner });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await leadsOut(owner.token)).toEqual(out);
  });

  it('ends with "sign out all others" of another session, which stays', async () => {
    const owner = await dashboard.addMember('owner');
    const second = sessionOf(await signIn(owner.email));
    await dashboard.post('/dashboard/sign-out-others', {}, { as: owner });
    expect([await leadsOut(owner.token), await leadsOut(second)]).toEqual([[200, null], out]);
  });

  it.each([
    ['it was not used for 12 hours', { seen_at: '12 hours' }],
    ['it is 7 days old, even if it was just used', { created_at: '7 days' }],
  ])('expires when %s', async (_name, ages) => {
    const owner = await dashboard.addMember('owner');
    const { db } = dashboard.deps;
    for (const [column, age] of Object.entries(ages)) {
      await db.raw(`update sessions set ?? = now() - ?::interval - interval '1 second'`, [
        column,
        age,
      ]);
    }
    expect(await leadsOut(owner.token)).toEqual(out);
  });

  it('stays valid while it is used', async () => {
    const owner = await dashboard.addMember('owner');
    const { db } = dashboard.deps;
    await db.raw(`update sessions set seen_at = now() - interval '11 hours'`);
    expect((await dashboard.get('/dashboard', { as: owner })).status).toBe(200);
    const { rows } = await db.raw(`select now() - seen_at < interval '1 minute' as now
                                   from sessions`);
    expect(rows).toEqual([{ now: true }]);
  });

  it('redirects to the requested page after sign-in', async () => {
    const { headers } = await dashboard.get('/dashboard/settings/team?lang=th');
    expect(headers.get('location')).toBe(
      '/dashboard/sign-in?next=%2Fdashboard%2Fsettings%2Fteam%3Flang%3Dth',
    );
  });
});

describe('a password', () => {
  it('change ends all sessions and starts a new one', async () => {
    const owner = await dashboard.addMember('owner');
    const second = sessionOf(await signIn(owner.email));
    const fields = { old_password: PASSWORD, password: 'correct staple battery' };
    const answer = await dashboard.post('/dashboard/settings/password', fields, { as: owner });
    const fresh = sessionOf(answer);
    const statuses = await Promise.all(
      [owner.token, second, fresh].map(async (token) => {
        return (await dashboard.get('/dashboard', at(token))).status;
      }),
    );
    expect(statuses).toEqual([303, 303, 200]);
    expect((await signIn(owner.email)).status).toBe(403);
    expect((await signIn(owner.email, 'correct staple battery')).status).toBe(303);
  });

  it('change requires the current password', async () => {
    const owner = await dashboard.addMember('owner');
    const fields = { old_password: 'not the password 1', password: 'correct staple battery' };
    const answer = await dashboard.post('/dashboard/settings/password', fields, { as: owner });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('id="old_password-fault"');
    expect((await signIn(owner.email)).status).toBe(303);
  });

  it('reset by mail works once and ends every session', async () => {
    const owner = await dashboard.addMember('owner');
    await dashboard.post('/dashboard/forgot-password', { email: owner.email.toUpperCase() });
    const [letter] = await dashboard.deliverMail();
    const link = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect((await dashboard.get(link)).text).toContain(owner.email);
    const set = () => dashboard.post(link, { password: 'correct staple battery' });
    const answers = await Promise.all([set(), set()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410]);
    expect((await dashboard.get('/dashboard', { as: owner })).status).toBe(303);
    expect((await signIn(owner.email, 'correct staple battery')).status).toBe(303);
    const acts = await dashboard.deps.db('audit_log').pluck('act');
    expect(acts).toContain('user.password_reset');
  });

  it('cannot be one of the four before it, after a change or a reset', async () => {
    const owner = await dashboard.addMember('owner');
    const { db } = dashboard.deps;
    const words = ['first', 'second', 'third', 'fourth'].map((n) => `${n} staple battery`);
    const former = await Promise.all(words.map((word) => dashboard.deps.passwords.hash(word)));
    const own = db('users').where('id', owner.userId);
    await own.clone().update({ former_password_hashes: former });
    const fields = { old_password: PASSWORD, password: words[3] ?? '' };
    const changed = await dashboard.post('/dashboard/settings/password', fields, { as: owner });
    expect(changed.status).toBe(400);
    await dashboard.post('/dashboard/forgot-password', { email: owner.email });
    const link = linkIn(
      (await dashboard.deliverMail()).at(-1) ?? { to: '', subject: '', text: '' },
    );
    const refused = await dashboard.post(link, { password: PASSWORD });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('You have used this password before');
    expect((await dashboard.post(link, { password: 'fifth staple battery' })).status).toBe(303);
    const [kept] = (await own.clone().pluck('former_password_hashes')) as [[string, ...string[]]];
    expect(kept.slice(1)).toEqual(former.slice(0, 3));
    expect(await dashboard.deps.passwords.verify(kept[0], PASSWORD)).toBe(true);
  });

  it('that was set under earlier rules still signs in', async () => {
    const owner = await dashboard.addMember('owner');
    const short = await dashboard.deps.passwords.hash('short1234');
    await dashboard.deps.db('users').where('id', owner.userId).update({ password_hash: short });
    expect((await signIn(owner.email, 'short1234')).status).toBe(303);
  });

  it('reset does not reveal whether the address has an account', async () => {
    const owner = await dashboard.addMember('owner');
    const ask = (email: string) => dashboard.post('/dashboard/forgot-password', { email });
    const [known, unknown] = [await ask(owner.email), await ask('nobody@example.com')];
    expect([unknown.status, unknown.headers.get('location'), unknown.text]).toEqual([
      known.status,
      known.headers.get('location'),
      known.text,
    ]);
    expect((await dashboard.deliverMail()).map(({ to }) => to)).toEqual([owner.email]);
    const outcomes = await dashboard.deps.db('mails').orderBy('id').pluck('outcome');
    expect(outcomes).toEqual(['sent', 'nobody']);
  });

  it('reset is limited to five mails an hour, also for unknown addresses', async () => {
    const { email } = await dashboard.addMember('owner');
    for (const to of [email, 'nobody@example.com']) {
      const statuses = [];
      for (let n = 0; n < 6; n++) {
        statuses.push((await dashboard.post('/dashboard/forgot-password', { email: to })).status);
      }
      expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    }
  });

  it('reset link expires after an hour', async () => {
    const { email } = await dashboard.addMember('owner');
    await dashboard.post('/dashboard/forgot-password', { email });
    const [letter] = await dashboard.deliverMail();
    await dashboard.deps.db.raw(`update password_resets set expires_at = now()`);
    const link = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect((await dashboard.post(link, { password: 'correct staple battery' })).status).toBe(410);
    expect((await signIn(email)).status).toBe(303);
  });
});
