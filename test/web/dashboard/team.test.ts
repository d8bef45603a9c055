import { createApiKey } from '../../../src/application/merchants/create-merchant';
import { insertMembership } from '../../../src/db/accounts/memberships';
import { startDesk, linkIn, PASSWORD } from './dashboard';
import type { Clerk, Desk } from './dashboard';

let desk: Desk;
let owner: Clerk;
beforeEach(async () => {
  desk = await startDesk();
  owner = await desk.clerk('owner');
});

const TEAM = '/dashboard/settings/team';
const rolesOf = async (clerk: Clerk) =>
  desk.deps.db('memberships').where('user_id', clerk.userId).pluck('role');

async function invite(email: string, role = 'developer'): Promise<string> {
  const answer = await desk.post(TEAM, { email, role }, { as: owner });
  expect(answer.headers.get('location')).toBe(`${TEAM}?done=invited`);
  const [letter] = await desk.deliverMail();
  return linkIn(letter ?? { to: '', subject: '', text: '' });
}

describe('an invitation', () => {
  it('brings somebody into the team in the role that it says', async () => {
    const link = await invite('new@example.com');
    const joined = await desk.post(link, { name: 'Newcomer', password: PASSWORD });
    expect(joined.status).toBe(303);
    const team = await desk.get(TEAM, { as: owner });
    expect(team.text).toContain('Newcomer');
    const [role] = await desk.deps
      .db('memberships')
      .join('users', 'users.id', 'user_id')
      .where('email', 'new@example.com')
      .pluck('role');
    expect(role).toBe('developer');
  });

  it('that is sent again has another link, and the first one no longer works', async () => {
    const first = await invite('new@example.com');
    const id = await desk.deps.db('invitations').first('id');
    await desk.post(`/dashboard/settings/invitations/${id.id}/send-again`, {}, { as: owner });
    const [letter] = await desk.deliverMail();
    const second = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect((await desk.get(first)).status).toBe(410);
    expect((await desk.get(second)).status).toBe(200);
  });

  it('that is taken back opens nothing', async () => {
    const link = await invite('new@example.com');
    const { id } = await desk.deps.db('invitations').first('id');
    await desk.post(`/dashboard/settings/invitations/${id}/revoke`, {}, { as: owner });
    expect((await desk.post(link, { name: 'N', password: PASSWORD })).status).toBe(410);
  });

  it('of the same person takes the place of the one before', async () => {
    await invite('new@example.com', 'viewer');
    await invite('New@Example.com', 'developer');
    const open = await desk.deps.db('invitations').whereNull('ended_at').pluck('role');
    expect(open).toEqual(['developer']);
  });

  it('is not sent to who is in the team', async () => {
    const member = await desk.clerk('viewer');
    const fields = { email: member.email.toUpperCase(), role: 'owner' };
    const answer = await desk.post(TEAM, fields, { as: owner });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('id="email-fault"');
    expect(await desk.deps.db('mails')).toEqual([]);
  });
});

describe('a member', () => {
  it('who is removed is out with the next request, and cannot come back in', async () => {
    const member = await desk.clerk('developer');
    await desk.post(`${TEAM}/${member.userId}/remove`, {}, { as: owner });
    expect((await desk.get('/dashboard', { as: member })).status).toBe(303);
    const again = { email: member.email, password: PASSWORD };
    expect((await desk.post('/dashboard/sign-in', again)).status).toBe(403);
  });

  it('whose role is taken back is refused with the next request', async () => {
    const member = await desk.clerk('owner');
    expect((await desk.get('/dashboard/settings/activity', { as: member })).status).toBe(200);
    await desk.post(`${TEAM}/${member.userId}/role`, { role: 'viewer' }, { as: owner });
    expect((await desk.get('/dashboard/settings/activity', { as: member })).status).toBe(403);
  });

  it('who is the last owner stays one', async () => {
    for (const [path, fields] of [
      ['role', { role: 'viewer' }],
      ['remove', {}],
    ] as const) {
      const answer = await desk.post(`${TEAM}/${owner.userId}/${path}`, fields, { as: owner });
      expect(answer.status).toBe(409);
    }
    expect(await rolesOf(owner)).toEqual(['owner']);
  });

  it('of two owners who remove each other at once one is left', async () => {
    const second = await desk.clerk('owner');
    const remove = (by: Clerk, whom: Clerk) =>
      desk.post(`${TEAM}/${whom.userId}/remove`, {}, { as: by });
    await Promise.all([remove(owner, second), remove(second, owner)]);
    expect(await desk.deps.db('memberships').where('role', 'owner')).toHaveLength(1);
  });

  it('of two teams works for one at a time, in the role that he has there', async () => {
    const elsewhere = await desk.openMerchant('Second shop');
    const place = { merchant_id: elsewhere.id, user_id: owner.userId, role: 'viewer' };
    await desk.deps.db('memberships').insert(place);
    await desk.post('/dashboard/switch', { merchant: elsewhere.id }, { as: owner });
    expect((await desk.get('/dashboard', { as: owner })).text).toContain('Second shop');
    expect((await desk.get('/dashboard/settings/activity', { as: owner })).status).toBe(403);
  });
});

describe('an API key that a removed member created', () => {
  const KEYS = '/dashboard/developers/keys';
  const FORMER = 'Active keys of former members';
  let member: Clerk;
  beforeEach(async () => {
    member = await desk.clerk('developer');
  });

  async function createKey(name: string, as: Clerk) {
    const { text } = await desk.post(KEYS, { name, permission: 'write' }, { as });
    const key = /id="new-key"[^>]*>(sk_test_[\w-]+)</.exec(text)?.[1] ?? '';
    const { id } = await desk.deps.db('api_keys').where('name', name).first('id');
    return { id: id as string, key };
  }

  /** The team page that the removal leads to. */
  async function remove({ userId }: Clerk) {
    const { headers } = await desk.post(`${TEAM}/${userId}/remove`, {}, { as: owner });
    return desk.get(headers.get('location') ?? '', { as: owner });
  }

  /** Key id by each form of the page that revokes one. */
  const revocable = (text: string) =>
    Array.from(text.matchAll(/action="\/dashboard\/developers\/keys\/(key_\w+)\/revoke"/g)).map(
      ([, id]) => id,
    );

  const statusOf = async (key: string) =>
    (await desk.call('GET', '/Thai/v1/balance', { key })).status;

  it('is listed to owners after the removal and is revoked there, the others are not', async () => {
    const { db } = desk.deps;
    const left = [await createKey('Left 1', member), await createKey('Left 2', member)] as const;
    const revoked = await createKey('Revoked', member);
    await desk.post(`${KEYS}/${revoked.id}/revoke`, {}, { as: owner });
    const colleague = await desk.clerk('developer');
    const others = [await createKey('Own', owner), await createKey('Colleague', colleague)];
    await createApiKey(db, 'sandbox', desk.merchant.id, 'No maker', 'read');
    const command = { kind: 'command', id: 'root' } as const;
    await createApiKey(db, 'sandbox', desk.merchant.id, 'Command', 'read', command);
    expect((await desk.get(TEAM, { as: owner })).text).not.toContain(FORMER);

    const page = await remove(member);
    expect(page.text).toContain('Member removed and signed out.');
    expect(page.text).toContain(FORMER);
    expect(new Set(revocable(page.text))).toEqual(new Set(left.map(({ id }) => id)));
    expect((await desk.get(TEAM, { as: colleague })).text).not.toContain(FORMER);
    expect(await statusOf(left[0].key)).toBe(200);

    const action = `${KEYS}/${left[0].id}/revoke`;
    expect((await desk.post(action, {}, { as: owner })).status).toBe(303);
    expect(await statusOf(left[0].key)).toBe(401);
    for (const { key } of [left[1], ...others]) expect(await statusOf(key)).toBe(200);
    const rest = await desk.get(TEAM, { as: owner });
    expect(revocable(rest.text)).toEqual([left[1].id]);
    const lines = await db('audit_log')
      .where({ act: 'key.revoked', subject: left[0].id })
      .select('scope', 'actor_kind', 'actor_id');
    const by = { scope: desk.merchant.id, actor_kind: 'user', actor_id: owner.userId };
    expect(lines).toEqual([by]);
    await desk.post(`${KEYS}/${left[1].id}/revoke`, {}, { as: owner });
    expect((await desk.get(TEAM, { as: owner })).text).not.toContain(FORMER);
  });

  it('is marked in the list of keys, until the member is in the team again', async () => {
    await createKey('Left', member);
    const mark = 'Former member';
    expect((await desk.get(KEYS, { as: owner })).text).not.toContain(mark);
    await remove(member);
    expect((await desk.get(KEYS, { as: owner })).text).toContain(mark);
    await insertMembership(desk.deps.db, desk.merchant.id, member.userId, 'developer');
    expect((await desk.get(KEYS, { as: owner })).text).not.toContain(mark);
    expect((await desk.get(TEAM, { as: owner })).text).not.toContain(FORMER);
  });

  it('of another team is listed to that team only, also if its maker was in this one', async () => {
    const elsewhere = await desk.openMerchant('Second shop');
    const second = await desk.clerk('owner', elsewhere);
    const maker = await desk.clerk('developer', elsewhere);
    await insertMembership(desk.deps.db, desk.merchant.id, maker.userId, 'developer');
    const { id } = await createKey('Elsewhere', maker);
    await desk.post(`${TEAM}/${maker.userId}/remove`, {}, { as: second });
    expect(revocable((await desk.get(TEAM, { as: second })).text)).toEqual([id]);
    expect((await remove(maker)).text).not.toContain(FORMER);
    expect((await desk.post(`${KEYS}/${id}/revoke`, {}, { as: owner })).status).toBe(404);
  });
});

test('what the team does is written down, with who did it and from where', async () => {
  const member = await desk.clerk('viewer');
  await invite('new@example.com');
  await desk.post(`${TEAM}/${member.userId}/role`, { role: 'developer' }, { as: owner });
  const page = await desk.get('/dashboard/settings/activity', { as: owner });
  const text = page.text.replace(/\s+/g, ' ');
  expect(text).toContain('Invited a member');
  expect(text).toMatch(/Changed a member&#39;s role <small[^>]*>usr_\w+ · developer/);
  expect(text).toContain('127.0.0.1');
});
