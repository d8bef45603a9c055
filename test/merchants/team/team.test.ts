import { createApiKey } from '../../../src/merchants/create-merchant';
import { insertMembership } from '../../../src/people/store/memberships';
import { formTokenOf, maskFormToken } from '../../../src/http/session-cookie';
import { SECRET, addApp, codeOf, confirmed } from '../../pages/factors';
import {
  idsOf,
  startDashboard,
  linkIn,
  PASSWORD,
  type BrowserSession,
  type Member,
  type Dashboard,
} from '../../pages/dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
beforeEach(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('owner');
});

const TEAM = '/dashboard/settings/team';
const rolesOf = async (member: Member) =>
  dashboard.deps.db('memberships').where('user_id', member.userId).pluck('role');

async function invite(email: string, role = 'developer'): Promise<string> {
  const answer = await dashboard.post(TEAM, { email, role }, { as: owner });
  expect(answer.headers.get('location')).toBe(`${TEAM}?done=invited`);
  const [letter] = await dashboard.deliverMail();
  return linkIn(letter ?? { to: '', subject: '', text: '' });
}

/** Switches the owner's session. Returns it with its new secret. */
async function switchTo(merchant: string): Promise<BrowserSession> {
  const answer = await dashboard.post('/dashboard/switch', { merchant }, { as: owner });
  const [, token] =
    /^saphan-session=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (token === undefined) throw new Error('the session has no new secret');
  return { token, formToken: maskFormToken(formTokenOf(token)) };
}

describe('an invitation', () => {
  it('adds a member with the invited role', async () => {
    const link = await invite('new@example.com');
    const joined = await dashboard.post(link, { name: 'Newcomer', password: PASSWORD });
    expect(joined.status).toBe(303);
    const team = await dashboard.get(TEAM, { as: owner });
    expect(team.text).toContain('Newcomer');
    const [role] = await dashboard.deps
      .db('memberships')
      .whereIn('user_id', await idsOf(dashboard, 'users', 'new@example.com'))
      .pluck('role');
    expect(role).toBe('developer');
  });

  it('that is sent again has a new link and invalidates the first one', async () => {
    const first = await invite('new@example.com');
    const id = await dashboard.deps.db('invitations').first('id');
    await dashboard.post(`/dashboard/settings/invitations/${id.id}/send-again`, {}, { as: owner });
    const [letter] = await dashboard.deliverMail();
    const second = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect((await dashboard.get(first)).status).toBe(410);
    expect((await dashboard.get(second)).status).toBe(200);
  });

  it('that is revoked cannot be accepted', async () => {
    const link = await invite('new@example.com');
    const { id } = await dashboard.deps.db('invitations').first('id');
    await dashboard.post(`/dashboard/settings/invitations/${id}/revoke`, {}, { as: owner });
    expect((await dashboard.post(link, { name: 'N', password: PASSWORD })).status).toBe(410);
  });

  it('replaces an earlier one of the same address', async () => {
    await invite('new@example.com', 'viewer');
    await invite('New@Example.com', 'developer');
    const open = await dashboard.deps.db('invitations').whereNull('ended_at').pluck('role');
    expect(open).toEqual(['developer']);
  });

  it('is not sent to a member', async () => {
    const member = await dashboard.addMember('viewer');
    const fields = { email: member.email.toUpperCase(), role: 'owner' };
    const answer = await dashboard.post(TEAM, fields, { as: owner });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('id="email-fault"');
    expect(await dashboard.deps.db('mails')).toEqual([]);
  });
});

describe('a member', () => {
  it('who is removed is signed out and cannot sign in for the merchant', async () => {
    const member = await dashboard.addMember('developer');
    await dashboard.post(`${TEAM}/${member.userId}/remove`, {}, { as: owner });
    expect((await dashboard.get('/dashboard', { as: member })).status).toBe(303);
    const again = { email: member.email, password: PASSWORD };
    expect((await dashboard.post('/dashboard/sign-in', again)).status).toBe(403);
  });

  it('loses permissions with the next request after a change of role', async () => {
    const member = await dashboard.addMember('owner');
    expect((await dashboard.get('/dashboard/settings/activity', { as: member })).status).toBe(200);
    await dashboard.post(`${TEAM}/${member.userId}/role`, { role: 'viewer' }, { as: owner });
    expect((await dashboard.get('/dashboard/settings/activity', { as: member })).status).toBe(403);
  });

  it('who is the last owner cannot be removed or demoted', async () => {
    for (const [path, fields] of [
      ['role', { role: 'viewer' }],
      ['remove', {}],
    ] as const) {
      const answer = await dashboard.post(`${TEAM}/${owner.userId}/${path}`, fields, { as: owner });
      expect(answer.status).toBe(409);
    }
    expect(await rolesOf(owner)).toEqual(['owner']);
  });

  it('stays the owner when two owners remove each other concurrently', async () => {
    const second = await dashboard.addMember('owner');
    const remove = (by: Member, whom: Member) =>
      dashboard.post(`${TEAM}/${whom.userId}/remove`, {}, { as: by });
    await Promise.all([remove(owner, second), remove(second, owner)]);
    expect(await dashboard.deps.db('memberships').where('role', 'owner')).toHaveLength(1);
  });

  it('of two teams acts for one at a time, with the role there', async () => {
    const elsewhere = await dashboard.openMerchant('Second shop');
    const place = { merchant_id: elsewhere.id, user_id: owner.userId, role: 'viewer' };
    await dashboard.deps.db('memberships').insert(place);
    const switched = await switchTo(elsewhere.id);
    expect((await dashboard.get('/dashboard', { as: switched })).text).toContain('Second shop');
    const { status } = await dashboard.get('/dashboard/settings/activity', { as: switched });
    expect(status).toBe(403);
  });

  it('of two teams submits no form to another team than that of its page', async () => {
    const { db } = dashboard.deps;
    const elsewhere = await dashboard.openMerchant('Second shop');
    await db('memberships').insert({
      merchant_id: elsewhere.id,
      user_id: owner.userId,
      role: 'owner',
    });
    await addApp(dashboard, owner.userId);
    await confirmed(dashboard, owner.userId, 3_600);
    const fields = { email: 'new@example.com', role: 'viewer' };
    const interrupted = await dashboard.post(TEAM, fields, { as: owner });
    const kept = /name="kept_form" value="([^"]*)"/.exec(interrupted.text)?.[1] ?? '';
    const switched = await switchTo(elsewhere.id);
    // The browser has one cookie, which the other tab sends with the token of its page.
    const { token } = switched;
    const tab = { token, formToken: owner.formToken };
    for (const form of [fields, { kept_form: kept, factor_code: codeOf(SECRET) }]) {
      expect((await dashboard.post(TEAM, form, { as: tab })).status).toBe(403);
    }
    expect(await db('invitations')).toEqual([]);
    expect((await dashboard.get('/dashboard', { as: owner })).status).toBe(303);
    await confirmed(dashboard, owner.userId, 0);
    const proved = { ...fields, factor_code: codeOf(SECRET) };
    expect((await dashboard.post(TEAM, proved, { as: switched })).status).toBe(303);
    expect(await db('invitations').pluck('merchant_id')).toEqual([elsewhere.id]);
  });
});

it('offers the only owner neither to leave nor to change role', async () => {
  const offered = async () => {
    const { text } = await dashboard.get(TEAM, { as: owner });
    return [`${owner.userId}/remove`, `${owner.userId}/role`].map((path) => text.includes(path));
  };
  expect(await offered()).toEqual([false, false]);
  await dashboard.addMember('owner');
  expect(await offered()).toEqual([true, true]);
});

describe('an API key that a removed member created', () => {
  const KEYS = '/dashboard/developers/keys';
  const FORMER = 'Active keys of former members';
  let member: Member;
  beforeEach(async () => {
    member = await dashboard.addMember('developer');
  });

  async function createKey(name: string, as: Member) {
    const { text } = await dashboard.post(KEYS, { name, permission: 'write' }, { as });
    const key = /id="new-key"[^>]*>(sk_test_[\w-]+)</.exec(text)?.[1] ?? '';
    const { id } = await dashboard.deps.db('api_keys').where('name', name).first('id');
    return { id: id as string, key };
  }

  /** The team page that the removal leads to. */
  async function remove({ userId }: Member) {
    const { headers } = await dashboard.post(`${TEAM}/${userId}/remove`, {}, { as: owner });
    return dashboard.get(headers.get('location') ?? '', { as: owner });
  }

  /** The ids of the keys that the page has a revoke form for. */
  const revocable = (text: string) =>
    Array.from(text.matchAll(/action="\/dashboard\/developers\/keys\/(key_\w+)\/revoke"/g)).map(
      ([, id]) => id,
    );

  const statusOf = async (key: string) =>
    (await dashboard.call('GET', '/Thai/v1/balance', { key })).status;

  it('is listed to owners after the removal and can be revoked there', async () => {
    const { db } = dashboard.deps;
    const left = [await createKey('Left 1', member), await createKey('Left 2', member)] as const;
    const revoked = await createKey('Revoked', member);
    await dashboard.post(`${KEYS}/${revoked.id}/revoke`, {}, { as: owner });
    const colleague = await dashboard.addMember('developer');
    const others = [await createKey('Own', owner), await createKey('Colleague', colleague)];
    await createApiKey(db, 'sandbox', dashboard.merchant.id, 'No maker', 'read');
    const command = { kind: 'command', id: 'root' } as const;
    await createApiKey(db, 'sandbox', dashboard.merchant.id, 'Command', 'read', command);
    expect((await dashboard.get(TEAM, { as: owner })).text).not.toContain(FORMER);

    const page = await remove(member);
    expect(page.text).toContain('Removed from the team and signed out.');
    expect(page.text).toContain(FORMER);
    expect(new Set(revocable(page.text))).toEqual(new Set(left.map(({ id }) => id)));
    expect((await dashboard.get(TEAM, { as: colleague })).text).not.toContain(FORMER);
    expect(await statusOf(left[0].key)).toBe(200);

    const action = `${KEYS}/${left[0].id}/revoke`;
    expect((await dashboard.post(action, {}, { as: owner })).status).toBe(303);
    expect(await statusOf(left[0].key)).toBe(401);
    for (const { key } of [left[1], ...others]) expect(await statusOf(key)).toBe(200);
    const rest = await dashboard.get(TEAM, { as: owner });
    expect(revocable(rest.text)).toEqual([left[1].id]);
    const lines = await db('audit_log')
      .where({ act: 'key.revoked', subject: left[0].id })
      .select('scope', 'actor_kind', 'actor_id');
    const by = { scope: dashboard.merchant.id, actor_kind: 'user', actor_id: owner.userId };
    expect(lines).toEqual([by]);
    await dashboard.post(`${KEYS}/${left[1].id}/revoke`, {}, { as: owner });
    expect((await dashboard.get(TEAM, { as: owner })).text).not.toContain(FORMER);
  });

  it('is marked in the list of keys until the member rejoins', async () => {
    await createKey('Left', member);
    const mark = 'Former member';
    expect((await dashboard.get(KEYS, { as: owner })).text).not.toContain(mark);
    await remove(member);
    expect((await dashboard.get(KEYS, { as: owner })).text).toContain(mark);
    await insertMembership(dashboard.deps.db, dashboard.merchant.id, member.userId, 'developer');
    expect((await dashboard.get(KEYS, { as: owner })).text).not.toContain(mark);
    expect((await dashboard.get(TEAM, { as: owner })).text).not.toContain(FORMER);
  });

  it('is listed in its own team only, also if its creator was in this one', async () => {
    const elsewhere = await dashboard.openMerchant('Second shop');
    const second = await dashboard.addMember('owner', elsewhere);
    const maker = await dashboard.addMember('developer', elsewhere);
    await insertMembership(dashboard.deps.db, dashboard.merchant.id, maker.userId, 'developer');
    const { id } = await createKey('Elsewhere', maker);
    await dashboard.post(`${TEAM}/${maker.userId}/remove`, {}, { as: second });
    expect(revocable((await dashboard.get(TEAM, { as: second })).text)).toEqual([id]);
    expect((await remove(maker)).text).not.toContain(FORMER);
    expect((await dashboard.post(`${KEYS}/${id}/revoke`, {}, { as: owner })).status).toBe(404);
  });
});

test('the audit log shows the actions of the team, with actor and address', async () => {
  const member = await dashboard.addMember('viewer');
  await invite('new@example.com');
  await dashboard.post(`${TEAM}/${member.userId}/role`, { role: 'developer' }, { as: owner });
  const page = await dashboard.get('/dashboard/settings/activity', { as: owner });
  const text = page.text.replace(/\s+/g, ' ');
  expect(text).toContain('Invited a member');
  expect(text).toMatch(/Changed a member's role <small[^>]*>usr_\w+ · developer/);
  expect(text).toContain('127.0.0.1');
});

test('the audit log ignores a position that no event can have', async () => {
  for (const before of ['0', '2147483648', '9007199254740991', '-1', 'x']) {
    const path = `/dashboard/settings/activity?before=${before}`;
    const { status, text } = await dashboard.get(path, { as: owner });
    expect([before, status, text.includes('Signed in')]).toEqual([before, 200, true]);
  }
});
