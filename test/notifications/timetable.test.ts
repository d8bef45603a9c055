import { insertMembership } from '../../src/people/store/memberships';
import type { Merchant } from '../../src/kernel/merchants/store';
import { testApproval } from '../support/approvals';
import { testPaidPayment } from '../support/refunds';
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

const pay = (of: Merchant = merchant) => testPaidPayment(team.deps, of);

describe('a mail about payments', () => {
  it('is sent to nobody without a choice', async () => {
    await team.addMember('owner', merchant);
    await pay();
    expect(await team.mailsAfter()).toEqual([]);
  });

  it('has the payments since the last one, at most once an hour', async () => {
    const owner = await team.addMember('owner', merchant);
    await pay();
    await team.pass('2 seconds');
    await team.choose(owner, 'payment_received');
    expect(await team.mailsAfter('2 minutes')).toEqual([]);
    await pay();
    const [first, ...none] = await team.mailsAfter('2 minutes');
    expect(none).toEqual([]);
    expect(first?.subject).toBe(`${merchant.name} has received payments`);
    expect(first?.text).toContain('since the last email: 1, in sum ฿100');
    await pay();
    await pay();
    expect(await team.mailsAfter('57 minutes')).toEqual([]);
    const [second, ...rest] = await team.mailsAfter('4 minutes');
    expect(rest).toEqual([]);
    expect(second?.text).toContain('since the last email: 2, in sum ฿200');
    expect(await team.mailsAfter('2 hours')).toEqual([]);
  });

  it('has no payment of another merchant', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'payment_received');
    await pay(await team.openMerchant('Elsewhere'));
    expect(await team.mailsAfter('2 minutes')).toEqual([]);
  });

  it('is sent once an hour to a person with two merchants, about each in turn', async () => {
    const owner = await team.addMember('owner', merchant);
    const second = await team.openMerchant('Second');
    const { db } = team.deps;
    await db.transaction((trx) => insertMembership(trx, second.id, owner.userId, 'owner'));
    await team.choose(owner, 'payment_received');
    const [row] = await db('member_mails').where({ user_id: owner.userId, is_on: true });
    const more = {
      merchant_id: second.id,
      token: 'another',
      next_at: db.raw(`now() + interval '1 second'`),
    };
    await db('member_mails').insert({ ...row, ...more });
    const subjects: (string | undefined)[] = [];
    for (let hour = 0; hour < 4; hour++) {
      await pay();
      await pay(second);
      const mails = await team.mailsAfter('61 minutes');
      expect(mails).toHaveLength(1);
      expect(await team.mailsAfter('2 minutes')).toEqual([]);
      subjects.push(mails[0]?.subject.split(' has')[0]);
    }
    expect(subjects).toEqual([merchant.name, 'Second', merchant.name, 'Second']);
  });

  it('says that it counts a part when there were too many', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'payment_received');
    const paymentId = await pay();
    await team.deps.db.raw(
      `insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang)
       select merchant_id, null, 'opening', 'provider_clearing', 'available', 1
       from orders, generate_series(1, 999) where id = ?`,
      [paymentId],
    );
    const [mail] = await team.mailsAfter('2 minutes');
    expect(mail?.text).toContain('at least 1, in sum at least ฿100');
  });

  it('of a disabled merchant is not sent', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'payment_received', 'daily_summary');
    await pay();
    await team.deps.db('merchants').where('id', merchant.id).update('status', 'disabled');
    expect(await team.mailsAfter('25 hours')).toEqual([]);
  });
});

describe('the daily summary', () => {
  const nextIn = async (): Promise<{ hour: number; hours: number }> => {
    const { rows } = await team.deps.db.raw<{ rows: { hour: number; hours: number }[] }>(
      `select extract(hour from next_at at time zone 'Asia/Bangkok')::integer as hour,
              extract(epoch from next_at - now()) ::float8 / 3600 as hours
       from member_mails where kind = 'daily_summary'`,
    );
    return rows[0] ?? { hour: NaN, hours: NaN };
  };

  /** Lets the next summary be due. */
  const due = () =>
    team.deps
      .db('member_mails')
      .update({ next_at: team.deps.db.raw(`now() - interval '1 second'`) });

  it('is due at 08:00 in Bangkok, once a day, and says that nothing is wrong', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'daily_summary');
    const { hour, hours } = await nextIn();
    expect(hour).toBe(8);
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await team.mailsAfter()).toEqual([]);
    await due();
    const mails = await team.mailsAfter();
    expect(recipients(mails)).toEqual([owner.email]);
    expect(mails[0]?.subject).toBe(`Yesterday at ${merchant.name}`);
    expect(mails[0]?.text).toContain('Nothing needs attention.');
    expect((await nextIn()).hour).toBe(8);
    expect(await team.mailsAfter()).toEqual([]);
  });

  it('has the sums of yesterday and everything that is wrong', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'daily_summary');
    await pay();
    await team.openException(merchant);
    await testApproval(team.deps, merchant, null);
    const url = 'https://shop.example/hooks';
    await team.deps.db('webhooks').insert({
      id: `wh_${owner.userId.slice(4)}`,
      merchant_id: merchant.id,
      url,
      events: ['payment.succeeded'],
      secret_sealed: '',
      failing_since: team.deps.db.raw(`now() - interval '1 hour'`),
    });
    await team.paidYesterday(merchant);
    await due();
    const [mail] = await team.mailsAfter();
    expect(mail?.text).toContain('Orders under review: 1\n');
    expect(mail?.text).toContain('Held until a review is decided: ฿100');
    expect(mail?.text).toContain('Webhooks failing: 1 –');
    expect(mail?.text).toContain('Requests without an approval: 1 –');
    expect(mail?.text).toMatch(/Received: 2, in sum ฿200/);
    expect(mail?.text).not.toContain('Nothing needs attention');
  });

  it('has nothing of another merchant', async () => {
    const owner = await team.addMember('owner', merchant);
    await team.choose(owner, 'daily_summary');
    const elsewhere = await team.openMerchant('Elsewhere');
    await team.openException(elsewhere);
    await team.paidYesterday(elsewhere);
    await due();
    const [mail] = await team.mailsAfter();
    expect(mail?.text).toContain('Nothing needs attention.');
    expect(mail?.text).toContain('Received: 0, in sum ฿0');
  });
});
