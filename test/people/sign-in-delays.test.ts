import { signIn } from '../../src/people/sign-in';
import { testOperator } from '../pages/console/operators';
import { PASSWORD, idsOf, startDashboard, type Dashboard } from '../pages/dashboard/dashboard';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard({ TRUSTED_PROXIES: '1' });
});

type Site = 'dashboard' | 'console';
const sites: readonly Site[] = ['dashboard', 'console'];

const emailOfNew = async (site: Site): Promise<string> =>
  (site === 'dashboard'
    ? await dashboard.addMember('owner')
    : await testOperator(dashboard, 'admin')
  ).email;

interface Try {
  readonly email: string;
  readonly address: string;
  readonly password?: string;
  readonly device?: string;
}

/** Sends the form of a sign-in page, as a browser with a device cookie or without one. */
const post = (site: Site, { email, address, password = PASSWORD, device }: Try) =>
  dashboard.post(
    `/${site}/sign-in`,
    { email, password },
    {
      headers: {
        'x-forwarded-for': address,
        ...(device === undefined ? {} : { cookie: `saphan-device=${device}` }),
      },
    },
  );

const deviceIn = ({ headers }: { readonly headers: Headers }): string => {
  const [, device] = /saphan-device=([\w-]{43}); Max-Age=15552000/.exec(
    headers.getSetCookie().join('\n'),
  ) ?? ['', ''];
  return device ?? '';
};

/** A device that has signed in to an account. */
const knownDevice = async (site: Site, email: string): Promise<string> =>
  deviceIn(await post(site, { email, address: '198.51.100.1' }));

const waitOf = ({ headers }: { readonly headers: Headers }) => Number(headers.get('retry-after'));

/** Simulates the passage of seconds for all delayed attempts. */
const pass = (seconds: number) =>
  dashboard.deps.db.raw(
    `update attempt_counts set blocked_until = blocked_until - ? * interval '1 second'`,
    [seconds],
  );

const inBatches = async (total: number, size: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < total; n += size) {
    await Promise.all(Array.from({ length: size }, (_, k) => work(n + k)));
  }
};

describe.each(sites)('after 1,000 wrong passwords from 100 addresses, at the %s', (site) => {
  let email: string;
  let device: string;
  const codes = new Map<string, number>();
  beforeAll(async () => {
    email = await emailOfNew(site);
    device = await knownDevice(site, email);
    const realm = site === 'dashboard' ? 'merchant' : 'operator';
    await inBatches(1_000, 20, async (n) => {
      const whereabouts = { address: `203.0.113.${n % 100}`, agent: null };
      const wrong = { email, password: `wrong ${n}` };
      const { code } = await signIn(dashboard.deps, realm, wrong, whereabouts).then(
        () => ({ code: 'signed in' }),
        (error: { readonly code: string }) => error,
      );
      codes.set(code, (codes.get(code) ?? 0) + 1);
    });
  });

  // Fifty at once, and one per address and minute: a slow machine compares more.
  it('fewer than 500 were compared, the others were rejected', () => {
    expect([...codes.keys()].toSorted()).toEqual(['rate_limit_exceeded', 'wrong_credentials']);
    expect(codes.get('wrong_credentials')).toBeLessThan(500);
  });

  it('the owner signs in immediately from a known device at any address', async () => {
    for (const address of ['198.51.100.2', '203.0.113.7']) {
      expect((await post(site, { email, address, device })).status).toBe(303);
    }
  });

  it('a new address waits at most 60 seconds and then signs in', async () => {
    const fresh = { email, address: '198.51.100.3' };
    const refused = await post(site, fresh);
    expect(refused.status).toBe(429);
    expect(waitOf(refused)).toBeGreaterThan(0);
    expect(waitOf(refused)).toBeLessThanOrEqual(60);
    expect(refused.text).toContain(`Try again in ${waitOf(refused)} seconds.`);
    const early = await post(site, fresh);
    expect([early.status, waitOf(early) <= waitOf(refused)]).toEqual([429, true]);
    await pass(60);
    expect((await post(site, fresh)).status).toBe(303);
  });

  it('another account is not delayed', async () => {
    const other = await emailOfNew(site);
    expect((await post(site, { email: other, address: '198.51.100.4' })).status).toBe(303);
  });
});

describe.each(sites)('at the %s', (site) => {
  it('an IPv6 /64 network counts as one address', async () => {
    const email = await emailOfNew(site);
    const statuses = [];
    for (let n = 1; n <= 11; n++) {
      const address = `2001:db8:${site === 'console' ? 1 : 2}:1::${n.toString(16)}`;
      statuses.push((await post(site, { email, address, password: 'wrong' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    const next = { email, address: `2001:db8:${site === 'console' ? 1 : 2}:2::1` };
    expect((await post(site, next)).status).toBe(303);
  });

  it('the delay of a network doubles with each wrong password, up to 15 minutes', async () => {
    const email = await emailOfNew(site);
    const address = site === 'console' ? '192.0.2.1' : '192.0.2.2';
    for (let n = 0; n < 10; n++) await post(site, { email, address, password: 'wrong' });
    const waits = [];
    for (let n = 0; n < 7; n++) {
      waits.push(waitOf(await post(site, { email, address })));
      await pass(900);
      expect((await post(site, { email, address, password: 'wrong' })).status).toBe(403);
    }
    const expected = [30, 60, 120, 240, 480, 900, 900];
    expect(waits.map((wait, n) => Math.abs(wait - (expected[n] ?? 0)) <= 3)).toEqual(
      expected.map(() => true),
    );
  });

  it('a device is known only to accounts that it has signed in to', async () => {
    const [own, other] = [await emailOfNew(site), await emailOfNew(site)];
    const device = await knownDevice(site, own);
    const address = site === 'console' ? '192.0.2.3' : '192.0.2.4';
    for (const email of [own, other]) {
      for (let n = 0; n < 10; n++) await post(site, { email, address, password: 'wrong' });
    }
    expect((await post(site, { email: other, address, device })).status).toBe(429);
    const forged = 'A'.repeat(43);
    expect((await post(site, { email: own, address, device: forged })).status).toBe(429);
    expect((await post(site, { email: own, address, device })).status).toBe(303);
    // The same browser signs in to the other account too, and keeps its cookie.
    const second = await post(site, { email: other, address: '198.51.100.5', device });
    expect(deviceIn(second)).toBe(device);
    expect((await post(site, { email: other, address, device })).status).toBe(303);
  });

  it('a known device has ten tries and then counts as unknown', async () => {
    const email = await emailOfNew(site);
    const device = await knownDevice(site, email);
    const address = site === 'console' ? '192.0.2.5' : '192.0.2.6';
    const statuses = [];
    for (let n = 0; n < 21; n++) {
      statuses.push((await post(site, { email, address, device, password: 'wrong' })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(403), 429]);
  });
});

describe('a known device', () => {
  it('becomes unknown when the password is reset', async () => {
    const email = await emailOfNew('dashboard');
    const device = await knownDevice('dashboard', email);
    const [id = ''] = await idsOf(dashboard, 'users', email);
    const count = async () =>
      (await dashboard.deps.db('sign_in_places').where('account_id', id)).length;
    expect(await count()).toBe(2);
    await dashboard.post('/dashboard/forgot-password', { email });
    const letters = await dashboard.deliverMail();
    const [, link] = /(\/dashboard\/reset-password\/\S+)/.exec(letters.at(-1)?.text ?? '') ?? [];
    await dashboard.post(link ?? '', { password: 'correct staple battery' });
    expect(await count()).toBe(0);
    const address = '192.0.2.7';
    for (let n = 0; n < 10; n++) {
      await post('dashboard', { email, address, device, password: 'wrong' });
    }
    const refused = await post('dashboard', { email, address, device });
    expect(refused.status).toBe(429);
  });

  it('has an HttpOnly cookie with the prefix __Host- under https', async () => {
    const secure = await startDashboard({ PUBLIC_URL: 'https://pay.example.com' });
    const { email } = await secure.addMember('owner');
    const headers = { host: 'pay.example.com' };
    const answer = await secure.post(
      '/dashboard/sign-in',
      { email, password: PASSWORD },
      { headers },
    );
    const [cookie] = answer.headers.getSetCookie().filter((each) => each.includes('device'));
    expect(cookie?.replace(/=[\w-]{43};/, '=…;')).toBe(
      '__Host-saphan-device=…; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });
});

describe('forms without a session', () => {
  it('do not use up the limit of a known device at the same address', async () => {
    const email = await emailOfNew('dashboard');
    const device = await knownDevice('dashboard', email);
    const address = '192.0.2.8';
    await inBatches(60, 20, () => post('dashboard', { email: 'nobody', address }));
    expect((await post('dashboard', { email, address })).status).toBe(429);
    const forged = 'A'.repeat(43);
    expect((await post('dashboard', { email, address, device: forged })).status).toBe(429);
    expect((await post('dashboard', { email, address, device })).status).toBe(303);
  });
});

describe('a response with status 429', () => {
  it('has the header Retry-After, also for mails and password resets', async () => {
    const owner = await dashboard.addMember('owner');
    const { email } = owner;
    for (let n = 0; n < 5; n++) await dashboard.post('/dashboard/forgot-password', { email });
    const mail = await dashboard.post('/dashboard/forgot-password', { email });
    expect([mail.status, waitOf(mail) > 0]).toEqual([429, true]);
    const change = () =>
      dashboard.post(
        '/dashboard/settings/password',
        { old_password: 'wrong', password: 'correct staple battery' },
        { as: owner },
      );
    for (let n = 0; n < 10; n++) await change();
    const refused = await change();
    expect([refused.status, waitOf(refused) > 0]).toEqual([429, true]);
  });
});
