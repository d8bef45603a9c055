import {
  changeAccount,
  demandPayoutAccount,
  findAccount,
} from '../../../src/business/bank-account';
import { findBusiness } from '../../../src/business/find-business';
import { exportPerson, forgetPerson } from '../../../src/personal-data/persons';
import { insertMembership } from '../../../src/people/store/memberships';
import { insertUser } from '../../../src/people/store/people';
import { readIdentifier } from '../../../src/kernel/rules/identifier';
import { newId } from '../../../src/platform/new-id';
import { asOwner } from '../../support/database';
import { commandAudit } from '../../support/gateway';
import { openAuditLog } from '../../support/open-audit-log';
import { testOperator, type TestOperator } from '../../pages/console/operators';
import { addApp, codeOf, confirmed, SECRET } from '../../pages/factors';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';

const PATH = '/dashboard/settings/business';
const scb = { bank: 'SCB', account_number: '111-2-33445-6', account_name: 'สมศรี มีสุข' };
const kbank = { bank: 'KBANK', account_number: '9998887776', account_name: 'สมศรี มีสุข' };
const EVIDENCE = 'Bank book seen on 1 March.';

let dashboard: Dashboard;
let owner: Member;
let operator: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  owner = await dashboard.addMember('owner', await dashboard.openMerchant('Shop'));
  operator = await testOperator(dashboard, 'operator');
});

const present = async () => (await findAccount(dashboard.deps, owner.merchant.id))?.id ?? '';

const setAccount = async (account: Readonly<Record<string, string>>) =>
  dashboard.post(`${PATH}/account`, { before: await present(), ...account }, { as: owner });

const payoutAccount = () =>
  dashboard.deps.db.transaction(
    async (trx) => (await demandPayoutAccount(dashboard.deps, trx, owner.merchant.id)).account,
  );

/** As if the account had been entered a day earlier. */
const passHold = () =>
  asOwner(
    dashboard.deps.db,
    "update business_accounts set usable_at = usable_at - interval '24 hours'",
  );

const consolePath = () => `/console/merchants/${owner.merchant.id}/business`;

async function verify(fields: Readonly<Record<string, string>>, as: TestOperator = operator) {
  const digest = await dashboard.digestAt(PATH, owner);
  const what = 'account_number' in fields ? 'account' : 'identity';
  return dashboard.post(`${consolePath()}/${what}`, { digest, ...fields }, { as });
}

const verifyAccount = async (number: string, as: TestOperator = operator) =>
  verify({ subject: await present(), account_number: number, account_evidence: EVIDENCE }, as);

const identity = { subject: 'identity', evidence: 'Register of companies, 1 March.' };

async function setIdentity(changed: Readonly<Record<string, string>> = {}) {
  const digest = await dashboard.digestAt(PATH, owner);
  const profile = { name: 'Shop', legal_name: 'Shop Co., Ltd.', tax_id: '0107544000108' };
  await dashboard.post(PATH, { digest, ...profile, ...changed }, { as: owner });
}

const isVerified = async () =>
  (await findBusiness(dashboard.deps, owner.merchant.id)).identity !== null;

/** A change, which a sandbox holds, too. */
async function replaceBy(account: Readonly<Record<string, string>>) {
  await setAccount(kbank);
  expect((await setAccount(account)).status).toBe(303);
}

describe('the account that a shop withdraws to', () => {
  it('is usable after 24 hours and its verification, each of which is necessary', async () => {
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'missing_destination' });
    await replaceBy(scb);
    expect((await verifyAccount(scb.account_number)).status).toBe(303);
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'payout_limit_exceeded' });
    await passHold();
    expect(await payoutAccount()).toEqual({
      bankCode: '014',
      bankName: 'SCB',
      accountNumber: '1112334456',
      accountName: 'สมศรี มีสุข',
    });
  });

  it('is not usable after 24 hours without a verification', async () => {
    await replaceBy(scb);
    await passHold();
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it.each([
    ['sandbox', [0, 86_400]],
    ['live', [86_400, 86_400]],
  ] as const)('is held by the clock of the database: %s', async (mode, expected) => {
    const { deps } = dashboard;
    const { id: merchantId } = owner.merchant;
    for (const accountNumber of ['1112334456', '9998887776']) {
      const account = { bankCode: '014', bankName: 'SCB', accountName: 'Somsri', accountNumber };
      const changed = { merchantId, account, before: (await present()) || null };
      await changeAccount({ ...deps, config: { ...deps.config, mode } }, commandAudit, changed);
    }
    const held = await deps
      .db('business_accounts')
      .where('merchant_id', merchantId)
      .orderBy('created_at')
      .select(deps.db.raw('extract(epoch from usable_at - created_at)::integer as seconds'));
    expect(held.map(({ seconds }) => Number(seconds))).toEqual(expected);
  });

  it('is usable in a sandbox as soon as the first one is verified, as the form says', async () => {
    const shown = async () => (await dashboard.get(PATH, { as: owner })).text;
    expect(await shown()).not.toContain('24 hours');
    await setAccount(scb);
    expect(await shown()).toContain('24 hours');
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'permission_denied' });
    await verifyAccount(scb.account_number);
    expect(await payoutAccount()).toMatchObject({ accountNumber: '1112334456' });
  });

  it('is unverified and held again after a change, also of the holder alone', async () => {
    await setAccount(scb);
    await verifyAccount(scb.account_number);
    await passHold();
    await setAccount({ ...scb, account_name: 'Somebody Else' });
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'payout_limit_exceeded' });
    await passHold();
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('is unchanged, and not held again, when the same account is entered', async () => {
    await setAccount(scb);
    const before = await present();
    await verifyAccount(scb.account_number);
    await passHold();
    await dashboard.deliverMail();
    await setAccount({ ...scb, bank: 'ไทยพาณิชย์', account_number: '1112334456' });
    expect(await present()).toBe(before);
    expect(await payoutAccount()).toMatchObject({ accountNumber: '1112334456' });
    expect(await dashboard.deliverMail()).toEqual([]);
  });
});

it('every owner gets a mail with the masked account, and the page shows the history', async () => {
  const other = await dashboard.addMember('owner', owner.merchant);
  await dashboard.deliverMail();
  await setAccount(scb);
  const mails = await dashboard.deliverMail();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, other.email].toSorted());
  for (const { text } of mails) {
    expect(text).toContain('SCB xxx-x-x3445-x');
    expect(text).not.toContain('1112334456');
  }
  await setAccount(kbank);
  const { text } = await dashboard.get(PATH, { as: other });
  expect(text).toContain('KBANK xxx-x-x8777-x');
  expect(text).toContain('SCB xxx-x-x3445-x');
  expect(text).not.toMatch(/9998887776|1112334456/);
});

it('a change needs a proof in its own request, however fresh the session is', async () => {
  await addApp(dashboard, owner.userId);
  await confirmed(dashboard, owner.userId, 0);
  expect((await setAccount(scb)).status).toBe(403);
  expect(await present()).toBe('');
  expect((await setAccount({ ...scb, factor_code: codeOf(SECRET) })).status).toBe(303);
  expect(await present()).not.toBe('');
});

it('of two changes at once, one is made', async () => {
  const sent = [scb, kbank, { ...scb, account_name: 'Third Person' }];
  const answers = await Promise.all(
    sent.map((each) => dashboard.post(`${PATH}/account`, { before: '', ...each }, { as: owner })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409]);
  expect(
    await dashboard.deps.db('business_accounts').where('merchant_id', owner.merchant.id),
  ).toHaveLength(1);
});

it.each([
  ['bank', 'Bank of Nowhere'],
  ['account_number', '12345'],
  ['account_name', '\u202e'],
])('the field %s refuses "%s"', async (field, value) => {
  const { status, text } = await setAccount({ ...scb, [field]: value });
  expect(status).toBe(400);
  expect(text).toContain(`id="${field}-fault"`);
  expect(await present()).toBe('');
});

describe('a verification', () => {
  it('is refused for another account number than the owner entered', async () => {
    await setAccount(scb);
    const { status, text } = await verifyAccount('1112334457');
    expect([status, text.includes('The number differs')]).toEqual([400, true]);
    expect(text).not.toContain('1112334456');
    await passHold();
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('is refused for an account that was replaced after the operator had seen it', async () => {
    await setAccount(scb);
    const seen = await present();
    await setAccount(kbank);
    const sent = { subject: seen, account_number: '1112334456', account_evidence: EVIDENCE };
    expect((await verify(sent)).status).toBe(409);
    await passHold();
    await expect(payoutAccount()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('is refused to an operator who is a member of the team, in any role', async () => {
    await setIdentity();
    const { deps } = dashboard;
    const id = newId('usr_');
    await deps.db.transaction(async (trx) => {
      const self = { id, name: 'Self', language: 'en' as const, passwordHash: 'none' };
      await insertUser(trx, deps.vault, { ...self, email: operator.email });
      await insertMembership(trx, owner.merchant.id, id, 'viewer');
    });
    expect((await verify(identity)).status).toBe(403);
    expect(await isVerified()).toBe(false);
    expect((await verify(identity, await testOperator(dashboard, 'operator'))).status).toBe(303);
    expect(await isVerified()).toBe(true);
  });

  it.each([
    ['name', 'Another shop'],
    ['legal_name', 'Another Co., Ltd.'],
    ['tax_id', '0107542000011'],
    ['branch', '00001'],
  ])('ends with a change of the %s', async (field, value) => {
    await setIdentity();
    await verify(identity);
    await setIdentity({ phone: '021234567' });
    expect(await isVerified()).toBe(true);
    await setIdentity({ phone: '021234567', [field]: value });
    expect(await isVerified()).toBe(false);
  });

  it('is refused when the details have changed since the operator saw them', async () => {
    await setIdentity();
    const digest = await dashboard.digestAt(PATH, owner);
    await setIdentity({ tax_id: '0107542000011' });
    const { status } = await dashboard.post(
      `${consolePath()}/identity`,
      { ...identity, digest },
      { as: operator },
    );
    expect([status, await isVerified()]).toEqual([409, false]);
  });

  it('needs a registered name, a tax id and evidence of ten characters', async () => {
    expect((await verify(identity)).status).toBe(409);
    await setIdentity();
    expect((await verify({ ...identity, evidence: 'Seen.' })).status).toBe(400);
    expect(await isVerified()).toBe(false);
  });

  it('is recorded with its evidence for operators, and without it for the merchant', async () => {
    await setIdentity();
    const both = await Promise.all([verify(identity), verify(identity)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    const rows = await dashboard.deps
      .db('audit_log')
      .where({ act: 'business.verified', subject: owner.merchant.id })
      .select('scope', 'actor_id', 'detail');
    const shown = Object.fromEntries(rows.map(({ scope, detail }) => [scope, detail]));
    expect(JSON.stringify(shown['operators'])).toContain(identity.evidence);
    expect(JSON.stringify(shown[owner.merchant.id])).not.toContain('Register');
    expect(rows.map(({ actor_id: id }) => String(id))).toEqual([operator.id, operator.id]);
    expect((await dashboard.get(consolePath(), { as: operator })).text).toContain('Test operator');
  });
});

it('with OPERATOR_APPROVALS a verification takes effect with a second operator', async () => {
  const live = await startDashboard({ OPERATOR_APPROVALS: 'on' });
  const boss = await live.addMember('owner');
  await live.post(
    PATH,
    {
      digest: await live.digestAt(PATH, boss),
      name: 'Shop',
      legal_name: 'Shop Co., Ltd.',
      tax_id: '0107544000108',
    },
    { as: boss },
  );
  const first = await testOperator(live, 'operator');
  const path = `/console/merchants/${live.merchant.id}/business/identity`;
  const sent = { ...identity, digest: await live.digestAt(PATH, boss) };
  const proposed = await live.post(path, sent, { as: first });
  expect(proposed.headers.get('location')).toContain('done=approval_requested');
  const verified = async () => (await findBusiness(live.deps, live.merchant.id)).identity !== null;
  expect(await verified()).toBe(false);
  const [id] = await live.deps.db('approvals').where('act', 'business_verified').pluck('id');
  const approve = async (as: TestOperator) =>
    (await live.post(`/console/approvals/${id}/approve`, {}, { as })).status;
  expect(await approve(first)).toBeGreaterThanOrEqual(400);
  expect(await verified()).toBe(false);
  expect(await approve(await testOperator(live, 'approver'))).toBe(303);
  expect(await verified()).toBe(true);
});

it('a person is exported from accounts, and erased from former ones', async () => {
  const { deps } = dashboard;
  await openAuditLog(deps, owner.merchant.id);
  const somsri = { ...scb, account_number: '5554443332', account_name: 'Somsri Chaidee' };
  await setAccount(somsri);
  const former = await present();
  await setAccount(kbank);
  const identifiers = [readIdentifier('account', '5554443332')].filter((each) => each !== null);
  const exported = async () =>
    (await exportPerson(deps, commandAudit, identifiers)).businesses.map(({ id }) => id);
  expect(await exported()).toEqual([former]);
  const done = await forgetPerson(deps, commandAudit, identifiers, { days: 1, reason: null });
  expect(done).toEqual({ erased: [former], kept: [] });
  expect(await exported()).toEqual([]);
  const now = [readIdentifier('account', kbank.account_number)].filter((each) => each !== null);
  const kept = await forgetPerson(deps, commandAudit, now, { days: 1, reason: null });
  expect(kept.kept).toContainEqual({ subject: await present(), because: 'business' });
});
