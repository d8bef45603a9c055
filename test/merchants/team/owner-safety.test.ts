import { commandAudit } from '../../support/gateway';
import { createApiKey } from '../../../src/merchants/create-merchant';
import { setMerchantLimit } from '../../../src/merchants/decide-merchant';
import { inviteOwner } from '../../../src/merchants/team/invite';
import { findViolations } from '../../../src/reports/store/invariants';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { testPaidPayment } from '../../support/refunds';
import { testOperator, type TestOperator } from '../../pages/console/operators';
import {
  linkIn,
  PASSWORD,
  startDashboard,
  type Member,
  type Dashboard,
} from '../../pages/dashboard/dashboard';
import { withdrawalRequest } from '../../http/api/transfers';

/*
 * The effects on a merchant's money when an operator or a command adds an owner or raises a limit.
 */

let dashboard: Dashboard;
let operator: TestOperator;
let admin: TestOperator;
let merchant: Merchant;
let key: string;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 100_000 });
  operator = await testOperator(dashboard, 'operator');
  admin = await testOperator(dashboard, 'admin');
});
beforeEach(async () => {
  merchant = await dashboard.openMerchant('Somchai Books');
  key = await keyOf(merchant);
  await dashboard.deps.db.transaction(async (trx) => {
    await trx('balances').where('merchant_id', merchant.id).update({ available_satang: 100_000 });
    await trx('transfers').insert({
      merchant_id: merchant.id,
      kind: 'opening',
      debit: 'provider_clearing',
      credit: 'available',
      amount_satang: 100_000,
    });
  });
  owner = await dashboard.addMember('owner', merchant);
});

afterAll(async () => expect(await findViolations(dashboard.deps.db)).toEqual([]));

const keyOf = async ({ id }: Merchant): Promise<string> =>
  (await createApiKey(dashboard.deps.db, 'sandbox', id, 'test', 'withdraw')).apiKey;

const withdraw = async () => {
  const { status, code, headers } = await dashboard.call('POST', '/withdraw/gw', {
    key,
    body: withdrawalRequest,
  });
  return { status, code, wait: Number(headers.get('retry-after')) };
};

const decide = (path: string, fields: Record<string, string>, as: TestOperator) =>
  dashboard.post(`/console/merchants/${merchant.id}/${path}`, fields, { as });

/** Accepts the invitation that was mailed to an address. */
async function join(email: string, letters: Awaited<ReturnType<Dashboard['deliverMail']>>) {
  const letter = letters.find(({ to }) => to === email);
  const fields = { name: 'Newcomer', password: PASSWORD };
  const { status } = await dashboard.post(
    linkIn(letter ?? { to: '', subject: '', text: '' }),
    fields,
  );
  expect(status).toBe(303);
}

const heldFor24Hours = { status: 403, code: 'payout_limit_exceeded' };

/** Simulates the passage of a day: moves the end of the holds back. */
const passDay = () =>
  dashboard.deps.db('balances').update({
    payouts_held_until: dashboard.deps.db.raw(`payouts_held_until - interval '24 hours'`),
  });

describe('an additional owner', () => {
  const email = 'second@example.com';

  it('requires an admin to invite, and the owners are notified', async () => {
    expect((await decide('owner', { email }, operator)).status).toBe(403);
    expect(await dashboard.deps.db('invitations').where('merchant_id', merchant.id)).toEqual([]);
    expect(await dashboard.deliverMail()).toEqual([]);
    expect((await decide('owner', { email }, admin)).status).toBe(303);
    const letters = await dashboard.deliverMail();
    expect(letters.map(({ to }) => to).toSorted()).toEqual([email, owner.email].toSorted());
    const notice = letters.find(({ to }) => to === owner.email);
    expect(notice?.subject).toBe('An owner was invited to Somchai Books');
    expect(notice?.text).toContain('second @ example.com');
    expect((await withdraw()).status).toBe(201);
  });

  it('holds payouts for 24 hours on joining, notifies the others and is recorded', async () => {
    const paymentId = await testPaidPayment(dashboard.deps, merchant);
    await decide('owner', { email: 'third@example.com' }, admin);
    await join('third@example.com', await dashboard.deliverMail());
    const held = await withdraw();
    expect(held).toMatchObject(heldFor24Hours);
    expect(held.wait).toBeGreaterThan(86_400 - 600);
    expect(held.wait).toBeLessThanOrEqual(86_400);
    const refund = await dashboard.call('POST', '/Thai/v1/refunds', {
      key,
      body: { payment_id: paymentId },
    });
    expect(refund).toMatchObject(heldFor24Hours);
    expect(await dashboard.deliverMail()).toMatchObject([
      { to: owner.email, subject: 'Somchai Books has a new owner' },
    ]);
    const home = await dashboard.get('/dashboard', { as: owner });
    expect(home.text).toContain('Withdrawals and refunds are on hold until');
    const [line] = await dashboard.deps
      .db('audit_log')
      .where({ scope: merchant.id, act: 'member.joined' })
      .pluck('detail');
    expect(JSON.parse(line as string)).toEqual({ role: 'owner', payoutsHeld: true });
    await passDay();
    expect((await withdraw()).status).toBe(201);
  });

  it('holds payouts for 24 hours when a command sent the invitation', async () => {
    const invited = { email: 'fourth@example.com', language: 'en', isAdmin: true } as const;
    await inviteOwner(dashboard.deps, commandAudit, merchant.id, invited);
    await join('fourth@example.com', await dashboard.deliverMail());
    expect(await withdraw()).toMatchObject(heldFor24Hours);
  });

  it('holds nothing when an owner invited or promoted, and notifies the others', async () => {
    const invited = { email: 'fifth@example.com', role: 'owner' };
    await dashboard.post('/dashboard/settings/team', invited, { as: owner });
    await join('fifth@example.com', await dashboard.deliverMail());
    expect(await dashboard.deliverMail()).toMatchObject([
      { to: owner.email, subject: 'Somchai Books has a new owner' },
    ]);
    const viewer = await dashboard.addMember('viewer', merchant);
    const path = `/dashboard/settings/team/${viewer.userId}/role`;
    await dashboard.post(path, { role: 'owner' }, { as: owner });
    expect((await dashboard.deliverMail()).map(({ to }) => to).toSorted()).toEqual(
      ['fifth@example.com', owner.email].toSorted(),
    );
    expect((await withdraw()).status).toBe(201);
  });
});

describe('the first owner of a merchant', () => {
  it('can be invited by any operator, holds nothing and ends other invitations', async () => {
    merchant = await dashboard.openMerchant('Ownerless');
    const emails = ['one@example.com', 'two@example.com'];
    for (const email of emails) {
      expect((await decide('owner', { email }, operator)).status).toBe(303);
    }
    const letters = await dashboard.deliverMail();
    await join('one@example.com', letters);
    const other = letters.find(({ to }) => to === 'two@example.com');
    const link = linkIn(other ?? { to: '', subject: '', text: '' });
    expect((await dashboard.get(link)).status).toBe(410);
    const row = await dashboard.deps.db('balances').where('merchant_id', merchant.id).first();
    expect(row.payouts_held_until).toBeNull();
    expect((await decide('owner', { email: 'three@example.com' }, operator)).status).toBe(403);
  });
});

describe('a payout limit', () => {
  const limitOf = async () => {
    const row = await dashboard.deps.db('balances').where('merchant_id', merchant.id).first();
    return row.day_limit_satang as number | null;
  };

  it('is set and lowered by an operator, and raised by an admin only', async () => {
    expect((await decide('limit', { limit: '500' }, operator)).status).toBe(303);
    expect((await decide('limit', { limit: '400' }, operator)).status).toBe(303);
    for (const limit of ['400.01', '']) {
      expect((await decide('limit', { limit }, operator)).status).toBe(403);
    }
    expect(await limitOf()).toBe(40_000);
    expect(await dashboard.deliverMail()).toEqual([]);
    expect((await withdraw()).status).toBe(201);
  });

  it.each([
    ['raised', '600', 'raised the daily payout limit to 600.00 baht'],
    ['removed', '', 'removed the daily payout limit'],
  ])(
    'that is %s holds payouts for a day, and the owners are notified',
    async (_how, limit, said) => {
      await decide('limit', { limit: '500' }, operator);
      expect((await decide('limit', { limit }, admin)).status).toBe(303);
      expect(await withdraw()).toMatchObject(heldFor24Hours);
      const [letter, ...others] = await dashboard.deliverMail();
      expect([letter?.to, others]).toEqual([owner.email, []]);
      expect(letter?.text).toContain(said);
      await passDay();
      expect((await withdraw()).status).toBe(201);
    },
  );

  it('holds payouts when a command removes it', async () => {
    const set = (limitSatang: number | null) =>
      setMerchantLimit(dashboard.deps, commandAudit, merchant.id, { limitSatang, isAdmin: true });
    await set(50_000);
    expect((await withdraw()).status).toBe(201);
    await set(null);
    expect(await withdraw()).toMatchObject(heldFor24Hours);
  });
});

it('a hold applies to one merchant only', async () => {
  await dashboard.deps
    .db('balances')
    .where('merchant_id', merchant.id)
    .update({ payouts_held_until: dashboard.deps.db.raw(`now() + interval '1 hour'`) });
  expect(await withdraw()).toMatchObject(heldFor24Hours);
  expect((await dashboard.call('POST', '/withdraw/gw', { body: withdrawalRequest })).status).toBe(
    201,
  );
});
