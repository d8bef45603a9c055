import { mailMembers } from '../../src/notifications/mail-members';
import { insertMembership } from '../../src/people/store/memberships';
import { newId } from '../../src/platform/new-id';
import type { Merchant } from '../../src/kernel/merchants/store';
import { testPaidPayment } from '../support/refunds';
import { testWebhook } from '../support/gateway';
import { correctAs, resolveAs } from '../support/resolve';
import { isBlocked } from '../support/is-blocked';
import { until } from '../support/until';
import { recipients, startTeam, type Team } from './team';

let team: Team;
let merchant: Merchant;
beforeAll(async () => {
  team = await startTeam();
});
beforeEach(async () => {
  await team.deps.db('member_mails').delete();
  await team.deps.db('memberships').delete();
  merchant = await team.openMerchant();
});

const roles = ['owner', 'bookkeeper', 'developer', 'approver', 'viewer'] as const;
async function addTeam(of: Merchant = merchant) {
  const members = [];
  for (const role of roles) members.push(await team.addMember(role, of));
  const [owner, bookkeeper, developer] = members;
  if (!owner || !bookkeeper || !developer) throw new Error('the team is incomplete');
  return { owner, bookkeeper, developer };
}

const failing = async (interval: string, of: Merchant = merchant): Promise<string> => {
  const url = 'https://shop.example/hooks/a-secret';
  const { webhookId } = await testWebhook(team.deps, of, url, ['payment.succeeded']);
  const { db } = team.deps;
  const failingSince = db.raw(`now() - interval '${interval}'`);
  await db('webhooks').where('id', webhookId).update({ failing_since: failingSince });
  return webhookId;
};

describe('an exception', () => {
  it('is mailed to owners and bookkeepers of its merchant, without names and amounts', async () => {
    const { owner, bookkeeper } = await addTeam();
    const elsewhere = await team.openMerchant('Elsewhere');
    const stranger = await team.addMember('owner', elsewhere);
    const [own, other] = [await team.openException(merchant), await team.openException(elsewhere)];
    const mails = await team.mailsAfter();
    expect(recipients(mails)).toEqual([owner.email, bookkeeper.email, stranger.email].toSorted());
    for (const { to, subject, text } of mails) {
      const [seen, hidden] = to === stranger.email ? [other, own] : [own, other];
      expect(subject).toBe(
        `Orders of ${to === stranger.email ? 'Elsewhere' : merchant.name} under review`,
      );
      expect(text).toContain(`/dashboard/payments/${seen.orderId}\n`);
      expect(text).not.toContain(hidden.orderId);
      expect(text).not.toMatch(/100\.00|SCB|สมหญิง/);
    }
  });

  it('is mailed once, and later ones together after 15 minutes', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.openException(merchant);
    expect(recipients(await team.mailsAfter())).toEqual([owner.email]);
    expect(await team.mailsAfter('20 minutes')).toEqual([]);
    const first = await team.openException(merchant);
    expect(recipients(await team.mailsAfter())).toEqual([owner.email]);
    const later = [await team.openException(merchant), await team.openException(merchant)];
    expect(await team.mailsAfter('14 minutes')).toEqual([]);
    const [mail, ...rest] = await team.mailsAfter('2 minutes');
    expect(rest).toEqual([]);
    for (const { orderId } of later) expect(mail?.text).toContain(orderId);
    expect(mail?.text).not.toContain(first.orderId);
  });

  it('is mailed when it is decided and when the decision is corrected', async () => {
    await team.addMember('owner', merchant);
    const { exceptionId, orderId } = await team.openException(merchant);
    await team.mailsAfter();
    await resolveAs(team.deps.db, exceptionId, 'return');
    const [decided] = await team.mailsAfter('16 minutes');
    expect(decided?.text).toContain(`Review decided: `);
    expect(decided?.text).toContain(orderId);
    await correctAs(team.deps.db, exceptionId);
    const [corrected, ...rest] = await team.mailsAfter('16 minutes');
    expect(corrected?.text).toContain('Decision corrected');
    expect(rest).toEqual([]);
  });

  it('lists 20 and the number of the others', async () => {
    await team.addMember('owner', merchant);
    const orderId = await testPaidPayment(team.deps, merchant);
    const row = { kind: 'conflict', merchant_id: merchant.id, order_id: orderId };
    const rows = Array.from({ length: 23 }, () => ({ id: newId('exc_'), ...row }));
    await team.deps.db('exceptions').insert(rows);
    const [mail] = await team.mailsAfter();
    expect(mail?.text.split('Under review: ')).toHaveLength(21);
    expect(mail?.text).toContain('And 3 more.');
  });
});

describe('a failed refund', () => {
  it('is mailed to owners and bookkeepers, once', async () => {
    const { owner, bookkeeper } = await addTeam();
    const id = await team.failRefund(merchant);
    const mails = await team.mailsAfter();
    expect(recipients(mails)).toEqual([owner.email, bookkeeper.email].toSorted());
    expect(mails[0]?.subject).toBe(`A refund of ${merchant.name} has failed`);
    expect(mails[0]?.text).toContain(`/dashboard/refunds/${id}\n`);
    expect(await team.mailsAfter('16 minutes')).toEqual([]);
  });
});

describe('a failing webhook', () => {
  it('is mailed to owners and developers after 15 minutes, once per series', async () => {
    const { owner, developer } = await addTeam();
    const id = await failing('14 minutes');
    expect(await team.mailsAfter()).toEqual([]);
    const mails = await team.mailsAfter('2 minutes');
    expect(recipients(mails)).toEqual([owner.email, developer.email].toSorted());
    expect(mails[0]?.text).toContain(`shop.example: http`);
    expect(mails[0]?.text).toContain(`/dashboard/developers/webhooks/${id}\n`);
    expect(mails[0]?.text).not.toContain('a-secret');
    expect(await team.mailsAfter('30 minutes')).toEqual([]);
    const { db } = team.deps;
    await db('webhooks').where('id', id).update({ failing_since: null });
    expect(await team.mailsAfter('30 minutes')).toEqual([]);
    await db('webhooks').where('id', id).update({ failing_since: db.fn.now() });
    expect(recipients(await team.mailsAfter('16 minutes'))).toHaveLength(2);
  });

  it.each([
    ['paused by the merchant', 0, { status: 'disabled', disabled_reason: 'merchant' }],
    ['deleted', 0, { status: 'deleted' }],
    ['disabled because it fails', 1, { status: 'disabled', disabled_reason: 'failing' }],
  ])('that is %s is mailed to %d of its owners', async (_name, count, change) => {
    await team.addMember('owner', merchant);
    const id = await failing('14 minutes');
    await team.deps.db('webhooks').where('id', id).update(change);
    expect(await team.mailsAfter('2 minutes')).toHaveLength(count);
  });
});

describe('a member', () => {
  it('gets what the choice says, from the time of the choice', async () => {
    const [owner, viewer] = [
      await team.addMember('owner', merchant),
      await team.addMember('viewer', merchant),
    ];
    await team.failRefund(merchant);
    await team.pass('2 seconds');
    await team.choose(viewer, 'refund_failed');
    await team.choose(owner, 'exception');
    expect(await team.mailsAfter()).toEqual([]);
    await team.failRefund(merchant);
    expect(recipients(await team.mailsAfter())).toEqual([viewer.email]);
    await team.choose(owner, 'exception', 'refund_failed');
    expect(await team.mailsAfter('16 minutes')).toEqual([]);
  });

  it('gets no mail about what happened before the membership', async () => {
    await team.openException(merchant);
    await team.pass('2 seconds');
    await team.addMember('owner', merchant);
    expect(await team.mailsAfter()).toEqual([]);
  });

  it.each(['removed', 'made a viewer', 'of a disabled merchant', 'who has turned it off'])(
    '%s before a mail is sent does not get it',
    async (change) => {
      const owner = await team.addMember('owner', merchant);
      await team.openException(merchant);
      await team.pass('2 seconds');
      expect(await mailMembers(team.deps, 50)).toBe(1);
      const { db } = team.deps;
      const membership = db('memberships').where('user_id', owner.userId);
      if (change === 'removed') await membership.delete();
      if (change === 'made a viewer') await membership.update('role', 'viewer');
      if (change === 'who has turned it off') await team.choose(owner);
      if (change === 'of a disabled merchant') {
        await db('merchants').where('id', merchant.id).update('status', 'disabled');
      }
      expect(await team.deliverMail()).toEqual([]);
      expect(await db('mails').where('outcome', 'nobody')).not.toEqual([]);
      await db('mails').delete();
      expect(await team.mailsAfter('16 minutes')).toEqual([]);
    },
  );

  it('who leaves the team leaves no row', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner);
    const ofOwner = () => team.deps.db('member_mails').where('user_id', owner.userId);
    expect(await ofOwner()).toHaveLength(3);
    await team.deps.db('memberships').where('user_id', owner.userId).delete();
    expect(await ofOwner()).toEqual([]);
  });

  it('of a disabled merchant gets none', async () => {
    await team.addMember('owner', merchant);
    await team.openException(merchant);
    await team.deps.db('merchants').where('id', merchant.id).update('status', 'disabled');
    await team.pass('2 seconds');
    expect(await mailMembers(team.deps, 50)).toBe(0);
  });

  it('of two merchants gets a mail about each', async () => {
    const owner = await team.addMember('owner', merchant);
    const second = await team.openMerchant('Second');
    await team.deps.db.transaction((trx) =>
      insertMembership(trx, second.id, owner.userId, 'owner'),
    );
    await team.openException(merchant);
    await team.openException(second);
    expect((await team.mailsAfter()).map(({ subject }) => subject).toSorted()).toEqual([
      `Orders of ${merchant.name} under review`,
      'Orders of Second under review',
    ]);
  });
});

describe('a round', () => {
  const written = async (): Promise<number> =>
    (await team.deps.db('mails').whereNull('ended_at')).length;

  /** Runs `work` while no round can write a mail. */
  async function withoutMails(work: () => Promise<void>): Promise<void> {
    await team.deps.db.transaction(async (trx) => {
      await trx.raw('lock table mails in exclusive mode');
      await work();
    });
  }

  it('of two workers at once mails each member once', async () => {
    await team.addMember('owner', merchant);
    await team.openException(merchant);
    await team.pass('2 seconds');
    const { db } = team.deps;
    const rounds: Promise<number>[] = [];
    await withoutMails(async () => {
      rounds.push(mailMembers(team.deps, 50));
      await until(() => isBlocked(db), { describe: 'the first round waits' });
      const second = mailMembers(team.deps, 50);
      rounds.push(second);
      let hasEnded = false;
      void second.finally(() => (hasEnded = true));
      await until(async () => hasEnded || (await isBlocked(db, 2)), { describe: 'the second too' });
    });
    await Promise.all(rounds);
    expect(await written()).toBe(1);
    expect(await team.deliverMail()).toHaveLength(1);
  });

  it('that is killed mails nothing, and the next one mails once', async () => {
    await team.addMember('owner', merchant);
    await team.openException(merchant);
    await team.pass('2 seconds');
    const { db } = team.deps;
    await db.transaction(async (trx) => {
      // The mail and its message are written; the cursor is not.
      await trx.raw('lock table member_mails in share row exclusive mode');
      const round = mailMembers(team.deps, 50);
      const killed = expect(round).rejects.toThrow();
      await until(() => isBlocked(db), { describe: 'the round waits' });
      await trx.raw(`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`);
      await killed;
    });
    expect(await written()).toBe(0);
    await mailMembers(team.deps, 50);
    await mailMembers(team.deps, 50);
    expect(await written()).toBe(1);
    expect(await team.deliverMail()).toHaveLength(1);
  });

  it('leaves what a running transaction writes to a later one', async () => {
    await team.addMember('owner', merchant);
    const { db } = team.deps;
    const orderId = await testPaidPayment(team.deps, merchant);
    const row = { kind: 'conflict', merchant_id: merchant.id, order_id: orderId };
    const id = newId('exc_');
    await db.transaction(async (trx) => {
      await trx('exceptions').insert({ id, ...row });
      const isOlder = async () =>
        (
          await trx.raw<{ rows: { old: boolean }[] }>(
            `select clock_timestamp() - now() > interval '1200 milliseconds' as old`,
          )
        ).rows[0]?.old;
      await until(isOlder, { describe: 'the transaction is older than a second' });
      const other = await testPaidPayment(team.deps, merchant);
      const opened = db.raw(`now() - interval '1 minute'`);
      const earlier = { ...row, id: newId('exc_'), order_id: other, opened_at: opened };
      await db('memberships').update({ created_at: db.raw(`now() - interval '1 hour'`) });
      await db('member_mail_rounds').update({ since: db.raw(`now() - interval '1 hour'`) });
      await db('exceptions').insert(earlier);
      await mailMembers(team.deps, 50);
      const [mail] = await team.deliverMail();
      expect(mail?.text).toContain(other);
      expect(mail?.text).not.toContain(orderId);
    });
    const [mail] = await team.mailsAfter('16 minutes');
    expect(mail?.text).toContain(orderId);
  });
});
