import { linkIn, type Member } from '../pages/dashboard/dashboard';
import { startTeam, type Team } from './team';

let team: Team;
let owner: Member;
beforeAll(async () => {
  team = await startTeam();
});
beforeEach(async () => {
  owner = await team.addMember('owner', await team.openMerchant());
});

const PAGE = '/dashboard/settings/mails';

const chosen = async (as: Member): Promise<string[]> => {
  const { text } = await team.get(PAGE, { as });
  return [...text.matchAll(/name="kinds" value="(\w+)" checked/g)].map(([, kind = '']) => kind);
};

/** The link at the end of a mail, which turns its kind off. */
async function testLink(): Promise<string> {
  await team.openException(owner.merchant);
  const [mail] = await team.mailsAfter();
  const link = linkIn({ to: '', subject: '', text: mail?.text.split('one click:')[1] ?? '' });
  expect(mail?.unsubscribeUrl).toContain(link);
  return link;
}

/** As a mail program: no cookie, no origin, and a body that names the act. */
const oneClick = (link: string, body = 'List-Unsubscribe=One-Click') =>
  team.call('POST', link, {
    key: null,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('the page of the own mails', () => {
  it('shows the defaults of the role, and what is chosen for this merchant alone', async () => {
    const { merchant } = owner;
    const viewer = await team.addMember('viewer', merchant);
    const [bookkeeper, developer] = [
      await team.addMember('bookkeeper', merchant),
      await team.addMember('developer', merchant),
    ];
    expect(await chosen(owner)).toEqual(['webhook_failing', 'exception', 'refund_failed']);
    expect(await chosen(bookkeeper)).toEqual(['exception', 'refund_failed']);
    expect(await chosen(developer)).toEqual(['webhook_failing']);
    expect(await chosen(viewer)).toEqual([]);
    const { status } = await team.choose(owner, 'exception', 'daily_summary');
    expect(status).toBe(303);
    expect(await chosen(owner)).toEqual(['exception', 'daily_summary']);
    expect(await chosen(bookkeeper)).toEqual(['exception', 'refund_failed']);
    const { detail } = await team.deps
      .db('audit_log')
      .where({ act: 'user.mails_chosen', scope: merchant.id })
      .first<{ detail: string }>('detail');
    expect(JSON.parse(detail)).toEqual({
      on: 'daily_summary',
      off: 'webhook_failing, refund_failed',
    });
  });

  it('refuses an unknown kind', async () => {
    const { status } = await team.choose(owner, 'exception', 'everything');
    expect(status).toBe(400);
    expect(await chosen(owner)).toHaveLength(3);
  });

  it('keeps an unchanged kind with the role', async () => {
    await team.choose(owner, 'webhook_failing', 'exception', 'refund_failed', 'daily_summary');
    await team.deps.db('memberships').where('user_id', owner.userId).update('role', 'developer');
    expect(await chosen(owner)).toEqual(['webhook_failing', 'daily_summary']);
  });
});

describe('the link of a mail', () => {
  it('shows a page and changes nothing', async () => {
    const link = await testLink();
    const { status, text } = await team.get(link);
    expect(status).toBe(200);
    expect(text).toContain('<form method="post"');
    expect(text).toContain(owner.merchant.name);
    expect(text).not.toContain(owner.email);
    expect(await chosen(owner)).toContain('exception');
  });

  it.each([
    'List-Unsubscribe=One-Click',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ])('turns off its kind without a session by one POST (%#)', async (body) => {
    const link = await testLink();
    const colleague = await team.addMember('owner', owner.merchant);
    const { status, text } = await oneClick(link, body);
    expect(status).toBe(200);
    expect(text).not.toContain('<form method="post"');
    expect(await chosen(owner)).toEqual(['webhook_failing', 'refund_failed']);
    expect(await chosen(colleague)).toHaveLength(3);
    expect((await team.get('/dashboard', { as: owner })).status).toBe(200);
    expect((await oneClick(link)).status).toBe(200);
    const audit = team.deps.db('audit_log').where({ act: 'user.unsubscribed' });
    expect(await audit.where('scope', owner.merchant.id)).toHaveLength(1);
  });

  it('works again and again, also after the kind was turned on once more', async () => {
    const link = await testLink();
    await oneClick(link);
    await team.choose(owner, 'exception');
    expect(await chosen(owner)).toContain('exception');
    await oneClick(link);
    expect(await chosen(owner)).not.toContain('exception');
  });

  it('of a former member is unknown, like a guess', async () => {
    const link = await testLink();
    await team.deps.db('memberships').where('user_id', owner.userId).delete();
    for (const path of [link, '/dashboard/unsubscribe/0000000000000000000000000a']) {
      expect((await team.get(path)).status).toBe(404);
      expect((await oneClick(path)).status).toBe(404);
    }
  });

  it('limits guesses by address', async () => {
    const guess = () => team.get('/dashboard/unsubscribe/0000000000000000000000000a');
    let { status } = await guess();
    for (let tries = 0; status === 404 && tries < 1_000; tries++) ({ status } = await guess());
    expect(status).toBe(429);
  });
});
