import { startDesk, linkIn, PASSWORD } from './desk';
import type { Clerk, Desk } from './desk';

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
