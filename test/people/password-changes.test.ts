import { mailNewPassword } from '../../src/merchants/team/invite';
import { setPassword } from '../../src/people/own-account';
import type { AuditContext } from '../../src/kernel/audit/record-audit-event';
import type { Realm } from '../../src/kernel/rules/realm';
import { commandAudit } from '../support/gateway';
import { isBlocked } from '../support/is-blocked';
import { until } from '../support/until';
import { testOperator } from '../pages/console/operators';
import {
  linkIn,
  PASSWORD,
  startDashboard,
  type BrowserSession,
  type Dashboard,
} from '../pages/dashboard/dashboard';
import { SECRET, addApp, codeOf, confirmed, halfSession } from '../pages/factors';

const NEXT = 'correct staple battery';

let dashboard: Dashboard;
beforeEach(async () => {
  dashboard = await startDashboard();
});

const sites = ['dashboard', 'console'] as const;
type Site = (typeof sites)[number];
const realmOf = { dashboard: 'merchant', console: 'operator' } as const;
const cookieOf = { dashboard: 'saphan-session', console: 'saphan-console' } as const;

interface Someone extends BrowserSession {
  readonly id: string;
  readonly email: string;
}

async function person(site: Site): Promise<Someone> {
  if (site === 'console') return testOperator(dashboard, 'admin');
  const member = await dashboard.addMember('owner');
  return { ...member, id: member.userId };
}

const change = (
  trx: Dashboard['deps']['db'],
  realm: Realm,
  { id, email }: Pick<Someone, 'id' | 'email'>,
  passwordHash: string,
) => {
  const by = { client: null, address: null };
  return setPassword(dashboard.deps, trx, realm, { id, email, language: 'en' }, passwordHash, by);
};

/** The transaction of a new password in `realm`, which commits when `work` waits or has ended. */
async function whilePasswordChanges<Result>(
  realm: Realm,
  someone: Pick<Someone, 'id' | 'email'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { deps } = dashboard;
  const passwordHash = await deps.passwords.hash(NEXT);
  let isOver = false;
  const { result } = await deps.db.transaction(async (trx) => {
    await change(trx, realm, someone, passwordHash);
    const running = work().finally(() => {
      isOver = true;
    });
    const describe = 'the work neither waits for the password nor ends';
    await until(async () => isOver || (await isBlocked(deps.db)), { describe });
    return { result: running };
  });
  return result;
}

const sessionsOf = async (id: string): Promise<number> => {
  const { db } = dashboard.deps;
  const rows = await Promise.all([
    db('sessions').where('user_id', id),
    db('operator_sessions').where('operator_id', id),
    db('half_sessions').where('account_id', id),
  ]);
  return rows.flat().length;
};

describe.each(sites)('while a password of the %s changes', (site) => {
  const realm = realmOf[site];

  it.each(['none', 'an app'])(
    'the old one begins no session of a person whose second factor is %s',
    async (factor) => {
      const someone = await person(site);
      if (factor === 'an app') await addApp(dashboard, someone.id);
      const fields = { email: someone.email, password: PASSWORD };
      const answer = await whilePasswordChanges(realm, someone, () =>
        dashboard.post(`/${site}/sign-in`, fields),
      );
      expect(answer.status).toBe(403);
      expect(await sessionsOf(someone.id)).toBe(0);
    },
  );

  it('a session that begins meanwhile after a second factor ends', async () => {
    const { deps, merchant } = dashboard;
    const someone = await person(site);
    await addApp(dashboard, someone.id);
    const isMember = site === 'dashboard';
    const half = await halfSession(dashboard, someone.id, isMember ? merchant.id : null);
    const headers = { cookie: `${cookieOf[site]}-half=${half}` };
    const confirm = () =>
      dashboard.post(`/${site}/sign-in/factor`, { factor_code: codeOf(SECRET) }, { headers });
    const blocked = (statements: number) =>
      until(() => isBlocked(deps.db, statements), { describe: `${statements} wait` });
    const [together] = await deps.db.transaction(async (trx) => {
      // The audit event of the new session is the last statement before its commit.
      const scope = isMember ? merchant.id : 'operators';
      await trx('audit_heads').where({ scope }).forUpdate();
      const confirming = confirm();
      await blocked(1);
      const changing = deps.db.transaction((inner) => change(inner, realm, someone, 'none'));
      await blocked(2);
      return [Promise.all([confirming, changing])];
    });
    const [answer] = (await together) ?? [];
    expect(answer?.headers.get('set-cookie')).toContain(cookieOf[site]);
    expect(await sessionsOf(someone.id)).toBe(0);
  });
});

it('while a password changes, the old one accepts no invitation', async () => {
  const someone = await person('dashboard');
  await dashboard.post('/dashboard/sign-up', { merchant_name: 'Second', email: someone.email });
  const [letter] = await dashboard.deliverMail();
  if (letter === undefined) throw new Error('no mail came');
  const answer = await whilePasswordChanges('merchant', someone, () =>
    dashboard.post(linkIn(letter), { password: PASSWORD }),
  );
  expect(answer.status).toBe(403);
  expect(await sessionsOf(someone.id)).toBe(0);
  expect(await dashboard.deps.db('merchants').where('name', 'Second')).toEqual([]);
});

describe.each(sites)("a person's own change of the password at the %s", (site) => {
  const realm = realmOf[site];
  const fields = { old_password: PASSWORD, password: 'wrong horse accumulator' };
  const changeOwn = (as: Someone) => dashboard.post(`/${site}/settings/password`, fields, { as });
  const passwordOf = async ({ id }: Someone): Promise<string> => {
    const table = site === 'dashboard' ? 'users' : 'operators';
    const row = await dashboard.deps.db(table).where({ id }).first('password_hash');
    return row.password_hash as string;
  };

  it('does not replace a password that was set meanwhile', async () => {
    const someone = await person(site);
    const answer = await whilePasswordChanges(realm, someone, () => changeOwn(someone));
    expect(answer.headers.get('location')).toMatch(/\/sign-in(\?|$)/);
    expect(await dashboard.deps.passwords.verify(await passwordOf(someone), NEXT)).toBe(true);
    expect(await sessionsOf(someone.id)).toBe(0);
  });

  it('changes nothing after its session was ended meanwhile', async () => {
    const { deps } = dashboard;
    const someone = await person(site);
    const former = await passwordOf(someone);
    const hash = deps.passwords.hash.bind(deps.passwords);
    const hashing = jest.spyOn(deps.passwords, 'hash').mockImplementation(async (password) => {
      await deps.db(site === 'dashboard' ? 'sessions' : 'operator_sessions').delete();
      return hash(password);
    });
    const answer = await changeOwn(someone);
    hashing.mockRestore();
    expect(answer.headers.get('location')).toMatch(/\/sign-in(\?|$)/);
    expect([await passwordOf(someone), await sessionsOf(someone.id)]).toEqual([former, 0]);
  });

  it('ends the links that were sent before it', async () => {
    const { deps } = dashboard;
    const someone = await person(site);
    if (site === 'dashboard') {
      await dashboard.post('/dashboard/forgot-password', { email: someone.email });
    } else {
      const audit = { ...commandAudit, actor: { kind: 'operator', id: someone.id, address: null } };
      await mailNewPassword(deps, audit as AuditContext, someone.id);
    }
    const [letter] = await dashboard.deliverMail();
    if (letter === undefined) throw new Error('no mail came');
    expect((await dashboard.get(linkIn(letter))).status).toBe(200);
    expect((await changeOwn(someone)).status).toBe(303);
    expect((await dashboard.get(linkIn(letter))).status).toBe(410);
    const used = await dashboard.post(linkIn(letter), { password: NEXT });
    expect(used.status).toBe(410);
    const isOwn = deps.passwords.verify(await passwordOf(someone), fields.password);
    expect(await isOwn).toBe(true);
  });

  it('has the time of its proof as that of the second factor in the new session', async () => {
    const { db } = dashboard.deps;
    const someone = await person(site);
    await addApp(dashboard, someone.id);
    await confirmed(dashboard, someone.id, 300);
    const table = site === 'dashboard' ? 'sessions' : 'operator_sessions';
    const [before] = await db(table).pluck<Date[]>('factor_at');
    const proved = { ...fields, factor_code: codeOf(SECRET) };
    const path = `/${site}/settings/password`;
    expect((await dashboard.post(path, proved, { as: someone })).status).toBe(303);
    const times = await db(table).pluck<Date[]>('factor_at');
    expect(times.map((at) => at > (before ?? at))).toEqual([true]);
  });
});
