import {
  idsOf,
  linkIn,
  PASSWORD,
  startDashboard,
  type Dashboard,
  type BrowserSession,
} from '../dashboard/dashboard';
import { runGatewayIn } from '../../commands/gateway';
import { testOperator } from './operators';

const KEYS = { ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` };
const other = 'correct staple battery';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard(KEYS);
});

const gateway = (...args: readonly string[]) =>
  runGatewayIn(
    { ...KEYS, DATABASE_URL: dashboard.databaseUrl, PUBLIC_URL: dashboard.url },
    ...args,
  );

/** The path of the link that a command printed. */
function pathIn(out: string): string {
  const [, path] = /https?:\/\/[^/\s]+(\/console\/join\/\S+)/.exec(out) ?? [];
  if (path === undefined) throw new Error(`no link in ${out}`);
  return path;
}

function seatIn(cookie: string | null): Pick<BrowserSession, 'token' | 'cookie'> {
  const [, token] = /^saphan-console=([\w-]{43});/.exec(cookie ?? '') ?? [];
  if (token === undefined) throw new Error(`no session in ${cookie}`);
  return { token, cookie: 'saphan-console' };
}

const signIn = (email: string, password: string) =>
  dashboard.post('/console/sign-in', { email, password });

describe('`gateway operator create`', () => {
  it('prints a link that creates the first admin and works once', async () => {
    const { code, out } = await gateway('operator', 'create', 'First@example.com');
    expect(code).toBe(0);
    expect(out).not.toContain(PASSWORD);
    const path = pathIn(out);
    expect((await dashboard.get(path)).text).toContain('First@example.com');
    const joined = await dashboard.post(path, { name: 'First', password: PASSWORD });
    expect(joined.headers.get('location')).toBe('/console?done=joined');
    const seat = { ...seatIn(joined.headers.get('set-cookie')), formToken: '' };
    expect((await dashboard.get('/console', { as: seat })).status).toBe(200);
    expect((await dashboard.post(path, { name: 'Second', password: PASSWORD })).status).toBe(410);
    const listed = await gateway('operator', 'list', '--json');
    expect(JSON.parse(listed.out)).toMatchObject([{ email: 'First@example.com', role: 'admin' }]);
  });

  it('prints a link for an operator to set a password, which ends all sessions', async () => {
    const operator = await testOperator(dashboard, 'operator');
    const { out } = await gateway('operator', 'create', operator.email, '--role', 'admin');
    expect((await dashboard.get('/console', { as: operator })).status).toBe(200);
    const set = await dashboard.post(pathIn(out), { password: other });
    expect(set.status).toBe(303);
    expect((await dashboard.get('/console', { as: operator })).status).toBe(303);
    expect((await signIn(operator.email, PASSWORD)).status).toBe(403);
    expect((await signIn(operator.email, other)).status).toBe(303);
    const { role } = await dashboard.deps.db('operators').where('id', operator.id).first('role');
    expect(role).toBe('operator');
  });

  it('rejects former passwords, also of an operator who was removed before', async () => {
    const operator = await testOperator(dashboard, 'operator');
    const link = async () => pathIn((await gateway('operator', 'create', operator.email)).out);
    const set = async (path: string, password: string) =>
      (await dashboard.post(path, { name: 'Again', password })).status;
    const first = await link();
    expect(await set(first, PASSWORD)).toBe(400);
    expect(await set(first, other)).toBe(303);
    await dashboard.deps
      .db('operators')
      .where('id', operator.id)
      .update({ removed_at: new Date() });
    const second = await link();
    for (const refused of [PASSWORD, other, 'letmein12345']) {
      expect(await set(second, refused)).toBe(400);
    }
    expect(await set(second, 'third staple battery')).toBe(303);
  });

  it('rejects an invalid address or role, and records what it did', async () => {
    expect((await gateway('operator', 'create', 'nobody')).code).toBe(2);
    expect((await gateway('operator', 'create', 'a@example.com', '--role', 'god')).code).toBe(2);
    const made = { act: 'operator.link_made', actor_kind: 'command' };
    const lines = await dashboard.deps.db('audit_log').where(made).pluck('scope');
    expect(new Set(lines)).toEqual(new Set(['operators']));
  });
});

describe('a console link', () => {
  it('that an admin mails creates an operator with the given role', async () => {
    const admin = await testOperator(dashboard, 'admin');
    const invited = { email: 'mailed@example.com', role: 'viewer' };
    await dashboard.deliverMail();
    await dashboard.post('/console/settings/operators', invited, { as: admin });
    const [letter] = await dashboard.deliverMail();
    const path = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect(path).toMatch(/^\/console\/join\//);
    expect((await dashboard.post(path, { name: 'Mailed', password: 'short' })).status).toBe(400);
    expect((await dashboard.post(path, { name: 'Mailed', password: PASSWORD })).status).toBe(303);
    const { text } = await dashboard.get('/console/settings/operators', { as: admin });
    expect(text).toContain('Mailed');
    const again = await dashboard.post('/console/settings/operators', invited, { as: admin });
    expect(again.status).toBe(409);
  });

  it('ends with a later one, with its revocation and by expiry', async () => {
    const { db } = dashboard.deps;
    const admin = await testOperator(dashboard, 'admin');
    const first = pathIn((await gateway('operator', 'create', 'late@example.com')).out);
    const second = pathIn((await gateway('operator', 'create', 'late@example.com')).out);
    expect((await dashboard.get(first)).status).toBe(410);
    expect((await dashboard.get(second)).status).toBe(200);
    const late = async () =>
      db('operator_links').whereIn(
        'id',
        await idsOf(dashboard, 'operator_links', 'late@example.com'),
      );
    const id = (await late()).find(({ ended_at }) => ended_at === null)?.id as string;
    await dashboard.post(`/console/settings/invitations/${id}/revoke`, {}, { as: admin });
    expect((await dashboard.get(second)).status).toBe(410);
    const third = pathIn((await gateway('operator', 'create', 'late@example.com')).out);
    await db('operator_links').update({ expires_at: db.fn.now() });
    expect((await dashboard.get(third)).status).toBe(410);
  });
});

describe('a session', () => {
  it('expires after an idle hour and after twelve hours', async () => {
    const { db } = dashboard.deps;
    const seen = async (column: 'seen_at' | 'created_at', ago: string) => {
      const operator = await testOperator(dashboard, 'viewer');
      const own = db('operator_sessions').where('operator_id', operator.id);
      await own.update({ [column]: db.raw(`now() - interval '${ago}'`) });
      return (await dashboard.get('/console', { as: operator })).status;
    };
    expect(await seen('seen_at', '59 minutes')).toBe(200);
    expect(await seen('seen_at', '61 minutes')).toBe(303);
    expect(await seen('created_at', '11 hours')).toBe(200);
    expect(await seen('created_at', '13 hours')).toBe(303);
  });

  it('ends when the operator is removed, who cannot sign in again', async () => {
    const admin = await testOperator(dashboard, 'admin');
    const operator = await testOperator(dashboard, 'operator');
    await dashboard.post(`/console/settings/operators/${operator.id}/remove`, {}, { as: admin });
    expect((await dashboard.get('/console', { as: operator })).status).toBe(303);
    expect((await signIn(operator.email, PASSWORD)).status).toBe(403);
  });

  it('ends with "sign out all others" of another session, which stays', async () => {
    const operator = await testOperator(dashboard, 'viewer');
    const second = seatIn((await signIn(operator.email, PASSWORD)).headers.get('set-cookie'));
    await dashboard.post('/console/sign-out-others', {}, { as: operator });
    expect((await dashboard.get('/console', { as: operator })).status).toBe(200);
    expect((await dashboard.get('/console', { as: { ...second, formToken: '' } })).status).toBe(
      303,
    );
  });

  it('is replaced after a change of password, and all others end', async () => {
    const operator = await testOperator(dashboard, 'viewer');
    const fields = { old_password: PASSWORD, password: other };
    const changed = await dashboard.post('/console/settings/password', fields, { as: operator });
    const seat = { ...seatIn(changed.headers.get('set-cookie')), formToken: '' };
    expect((await dashboard.get('/console', { as: seat })).status).toBe(200);
    expect((await dashboard.get('/console', { as: operator })).status).toBe(303);
  });
});

it('one of two admins who remove each other concurrently stays', async () => {
  const fresh = await startDashboard();
  const [a, b] = [await testOperator(fresh, 'admin'), await testOperator(fresh, 'admin')];
  const path = (id: string) => `/console/settings/operators/${id}/remove`;
  await Promise.all([fresh.post(path(b.id), {}, { as: a }), fresh.post(path(a.id), {}, { as: b })]);
  const left = await fresh.deps.db('operators').whereNull('removed_at').pluck('role');
  expect(left).toEqual(['admin']);
});

it('wrong passwords are limited after ten, apart from a user of the same address', async () => {
  const operator = await testOperator(dashboard, 'viewer');
  for (let n = 0; n < 10; n++) expect((await signIn(operator.email, 'wrong')).status).toBe(403);
  expect((await signIn(operator.email, PASSWORD)).status).toBe(429);
  const sent = { email: operator.email, password: 'wrong' };
  expect((await dashboard.post('/dashboard/sign-in', sent)).status).toBe(403);
});

it('the sign-in redirects to pages of the console only', async () => {
  const { email } = await testOperator(dashboard, 'viewer');
  const lead = async (next: string) => {
    const answer = await dashboard.post('/console/sign-in', { email, password: PASSWORD, next });
    return answer.headers.get('location');
  };
  expect(await lead('/console/exceptions?state=resolved')).toBe(
    '/console/exceptions?state=resolved',
  );
  for (const elsewhere of ['https://elsewhere.test/', '//elsewhere.test', '/dashboard']) {
    expect(await lead(elsewhere)).toBe('/console');
  }
});
