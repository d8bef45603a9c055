import { acts, isAct } from '../../../src/acts';
import { findAccount } from '../../../src/business/bank-account';
import { roleOf } from '../../../src/kernel/acts/act';
import { mayActAs } from '../../../src/kernel/rules/realm';
import {
  changeAccount,
  rotateCallbackToken,
} from '../../../src/providers/accounts/change-accounts';
import { addRule, digestOfRule } from '../../../src/providers/accounts/routing-rules';
import { requestApproval } from '../../../src/kernel/approvals/request-approval';
import { newId } from '../../../src/platform/new-id';
import { hashOfToken, newToken } from '../../../src/platform/crypto/secret-token';
import { commandAudit } from '../../support/gateway';
import { testBusiness } from '../../support/business';
import { testAccount } from '../../support/provider-accounts';
import { seeSessions, versionsOf } from '../../support/table-versions';
import { resolveAs } from '../../support/resolve';
import {
  PASSWORD,
  startDashboard,
  type Dashboard,
  type BrowserSession,
} from '../dashboard/dashboard';
import { SECRET, addApp, codeOf, confirmed } from '../factors';
import { testOperator, excessDeposit, manualRefund, type TestOperator } from './operators';
import { sealedEmail } from '../../support/sealed-person';

/**
 * Callers, in column order. `gone`: an admin who has signed out. `owner`: the owner of a merchant,
 * whose session's secret is sent in the console's cookie. `forged` and `cross`: an admin's browser
 * submitting a form of another site, without the form token, and with the other site's origin.
 */
const callers = [
  'nobody',
  'gone',
  'owner',
  'viewer',
  'operator',
  'admin',
  'forged',
  'cross',
  'approver',
] as const;
type Caller = (typeof callers)[number];

const open = [200, 200, 200, 200, 200, 200, 200, 200];
const strangersForm = [303, 303, 303, 303, 303, 303, 303, 403];
const seenByAll = [303, 303, 303, 200, 200, 200, 200, 200];
const seenByOperators = [303, 303, 303, 403, 200, 200, 200, 200];
const seenByAdmins = [303, 303, 303, 403, 403, 200, 200, 200];
const doneByAll = [303, 303, 303, 303, 303, 303, 403, 403];
const doneByOperators = [303, 303, 303, 403, 303, 303, 403, 403];
const doneByAdmins = [303, 303, 303, 403, 403, 303, 403, 403];

/** What an approver may do beyond a viewer. */
const beyondViewer: Readonly<Record<string, number>> = {
  consoleApproveProposal: 303,
  consoleRejectProposal: 303,
};

/** Status by route and caller, except the last. The first test fails for a missing route. */
const matrix: Readonly<Record<string, readonly number[]>> = {
  consoleShowJoin: open,
  consoleJoin: strangersForm,
  consoleShowSignIn: open,
  consoleSignIn: strangersForm,
  consoleSignOut: doneByAll,
  consoleShowSecondFactor: [303, 303, 303, 303, 303, 303, 303, 303],
  consoleConfirmSecondFactor: strangersForm,
  consoleEnrolSecondFactor: strangersForm,
  showOverview: seenByAll,
  showExceptions: seenByAll,
  showException: seenByAll,
  showResolution: seenByOperators,
  resolveException: doneByOperators,
  ownException: doneByOperators,
  correctException: doneByOperators,
  showRefusedCallbacks: seenByAll,
  consoleShowApprovals: seenByAll,
  consoleShowApproval: seenByAll,
  consoleApproveProposal: doneByAdmins,
  consoleRejectProposal: doneByAdmins,
  consoleWithdrawProposal: doneByAdmins,
  showManualRefunds: seenByAll,
  showManualRefund: seenByAll,
  payManualRefund: doneByOperators,
  releaseManualRefund: doneByOperators,
  showOrders: seenByAll,
  showOrder: seenByAll,
  showMerchants: seenByAll,
  showMerchant: seenByAll,
  enableMerchant: doneByOperators,
  disableMerchant: doneByOperators,
  setMerchantLimit: doneByOperators,
  inviteOwner: doneByOperators,
  showMerchantBusiness: seenByAll,
  verifyIdentity: doneByOperators,
  verifyBankAccount: doneByOperators,
  showMerchantPrices: seenByAll,
  setMerchantPrice: doneByAdmins,
  showMerchantMaturity: seenByAll,
  setMerchantMaturity: doneByAdmins,
  showBankHolidays: seenByAll,
  setBankHolidays: doneByAdmins,
  showMargins: seenByAll,
  setExpectedCost: doneByAdmins,
  showVatRates: seenByAll,
  setVatRates: doneByAdmins,
  showRoutingRules: seenByAll,
  addRoutingRule: doneByAdmins,
  raiseRoutingRule: doneByAdmins,
  removeRoutingRule: doneByAdmins,
  consoleShowProviderAccounts: seenByAll,
  consoleShowNewProviderAccount: seenByAdmins,
  consoleShowProviderAccount: seenByAll,
  consoleAddProviderAccount: doneByAdmins,
  consoleChangeProviderAccount: doneByAdmins,
  consoleSetProviderSecret: doneByAdmins,
  consoleRemoveFormerProviderSecrets: doneByAdmins,
  consoleRotateProviderCallback: doneByAdmins,
  consoleRemoveFormerProviderCallback: doneByAdmins,
  consoleSetProviderAccountStatus: doneByAdmins,
  consoleTestProviderConnection: [303, 303, 303, 403, 403, 200, 403, 403],
  consoleShowTeam: seenByAll,
  consoleInviteMember: doneByAdmins,
  consoleChangeMemberRole: doneByAdmins,
  consoleRemoveMember: doneByAdmins,
  mailNewPassword: doneByAdmins,
  consoleRevokeInvitation: doneByAdmins,
  consoleShowActivity: seenByAll,
  consoleShowProfile: seenByAll,
  consoleChangeProfile: doneByAll,
  consoleChangePassword: doneByAll,
  consoleShowSecurity: seenByAll,
  consoleBeginFactor: [303, 303, 303, 200, 200, 200, 403, 403],
  consoleAddFactor: [303, 303, 303, 403, 403, 403, 403, 403],
  consoleRenameFactor: [303, 303, 303, 404, 404, 303, 403, 403],
  consoleRemoveFactor: [303, 303, 303, 404, 404, 303, 403, 403],
  consoleMakeRecoveryCodes: [303, 303, 303, 409, 409, 409, 403, 403],
  consoleResetMemberFactors: doneByAdmins,
  consoleSignOutOthers: doneByAll,
  consoleEndOwnSession: [303, 303, 303, 404, 404, 303, 403, 403],
};

let dashboard: Dashboard;
let people: Readonly<Record<'viewer' | 'approver' | 'operator' | 'admin', TestOperator>>;
let owner: BrowserSession;

beforeAll(async () => {
  dashboard = await startDashboard({ TRUSTED_PROXIES: '1' });
  people = {
    viewer: await testOperator(dashboard, 'viewer'),
    approver: await testOperator(dashboard, 'approver'),
    operator: await testOperator(dashboard, 'operator'),
    admin: await testOperator(dashboard, 'admin'),
  };
  owner = await dashboard.addMember('owner');
});

const other = 'correct staple battery';

async function openLink(): Promise<{ readonly id: string; readonly token: string }> {
  const { token, hash } = newToken();
  const id = newId('opl_');
  await dashboard.deps.db('operator_links').insert({
    id,
    ...(await sealedEmail(dashboard.deps, 'operator_links', `${id}@example.com`)),
    role: 'viewer',
    hash,
    expires_at: new Date(Date.now() + 60_000),
  });
  return { id, token };
}

const fieldsOf = (admin: TestOperator): Readonly<Record<string, Record<string, string>>> => ({
  consoleJoin: { name: 'New operator', password: other },
  consoleSignIn: { email: admin.email, password: PASSWORD },
  resolveException: { as: 'accept', reason: 'It is theirs.' },
  ownException: { take: 'yes' },
  correctException: { reason: 'It was not theirs.' },
  payManualRefund: { reference: newId('BANK-') },
  releaseManualRefund: { reason: 'The account is closed.' },
  enableMerchant: { reason: 'Known to us.' },
  disableMerchant: { reason: 'Asked for it.' },
  setMerchantLimit: { limit: '50,000' },
  inviteOwner: { email: `${newId('')}@example.com` },
  verifyIdentity: { subject: 'identity', evidence: 'Register of 1 March.' },
  verifyBankAccount: { account_number: '6667778889', account_evidence: 'Bank book, 1 March.' },
  setMerchantPrice: { method: 'qr', price: '1.65%', from: '' },
  setMerchantMaturity: { accountId: 'default', days: '2' },
  setExpectedCost: { accountId: 'default', method: 'qr', cost: '1.65% vat 7%', from: '' },
  setBankHolidays: { days: '2099-01-01' },
  setVatRates: { rates: '7% until 2099-12-31' },
  addRoutingRule: { account: 'default', hours: '22-6' },
  raiseRoutingRule: { position: '2', digest: digestOfRule(ruled) },
  removeRoutingRule: { position: '2', digest: digestOfRule(ruled) },
  consoleAddProviderAccount: {
    connector: 'generic',
    label: 'Bank',
    priority: '5',
    setting_url: 'https://bank.example.th',
    setting_keys: 'a-key',
    setting_billerId: '012345678901234',
  },
  consoleChangeProviderAccount: { label: 'Renamed', priority: '7' },
  consoleSetProviderSecret: { setting: 'keys', setting_keys: 'a-new-key' },
  consoleRemoveFormerProviderSecrets: { setting: 'keys' },
  consoleSetProviderAccountStatus: { status: 'off' },
  consoleInviteMember: { email: `${newId('')}@example.com`, role: 'viewer' },
  consoleChangeMemberRole: { role: 'viewer' },
  consoleConfirmSecondFactor: { factor_code: '123456' },
  consoleEnrolSecondFactor: { code: '123456' },
  consoleBeginFactor: { password: PASSWORD },
  consoleAddFactor: { code: '123456' },
  consoleRemoveFactor: { password: PASSWORD, factor_code: codeOf(SECRET) },
  consoleRenameFactor: { name: 'Renamed' },
  consoleChangeProfile: { name: 'Renamed', language: 'en' },
  consoleChangePassword: { old_password: PASSWORD, password: other },
});

/** An authenticator of an operator, confirmed in the session. */
async function ownFactor({ id }: TestOperator): Promise<string> {
  const factorId = await addApp(dashboard, id);
  await confirmed(dashboard, id, 0);
  return factorId;
}

const newAccount = async () => (await testAccount(dashboard.deps, 'a-key')).id;

/** A proposal of an operator. */
async function proposed(operatorId: string): Promise<string> {
  const { id: merchantId } = await dashboard.openMerchant();
  const actor = { kind: 'operator', id: operatorId, address: null } as const;
  const { id } = await dashboard.deps.db.transaction((trx) =>
    requestApproval(
      dashboard.deps,
      trx,
      { actor, scope: 'operators' },
      {
        realm: 'operator',
        merchantId,
        act: 'limit',
        subject: merchantId,
        detail: { limitSatang: null },
        proposal: { merchantId, limitSatang: null },
      },
    ),
  );
  return id;
}

const ruled = { when: { kind: 'qr' }, accountId: 'default' } as const;
async function ruledMerchant(): Promise<string> {
  const { id } = await dashboard.openMerchant();
  for (const rule of [{ when: {}, accountId: 'default' }, ruled]) {
    await addRule(dashboard.deps, commandAudit, id, rule);
  }
  return id;
}

/** The fields that the page of a provider account or of a business adds to its forms. */
async function digestOn(path: string, operation: string): Promise<Record<string, string>> {
  if (['verifyIdentity', 'verifyBankAccount'].includes(operation)) {
    const page = path.replace(/\/\w+$/, '');
    const account = await findAccount(dashboard.deps, page.split('/')[3] ?? '');
    const digest = await dashboard.digestAt(page, people.admin);
    return operation === 'verifyIdentity' ? { digest } : { digest, subject: account?.id ?? '' };
  }
  if (!['consoleChangeProviderAccount', 'consoleSetProviderSecret'].includes(operation)) return {};
  return { digest: await dashboard.digestAt(path.replace('/secret', ''), people.admin) };
}

/** A request that succeeds for `admin`, on objects created for it. */
async function requestFor(operation: string, admin: TestOperator) {
  const facts = dashboard.operations.find(({ name }) => name === operation);
  if (facts === undefined) throw new Error(`no operation ${operation}`);
  const { method, path, params } = facts;
  const fields = fieldsOf(admin)[operation] ?? {};
  if (params === undefined) return { method, path, fields };
  const ids: Readonly<Record<string, () => Promise<string>>> = {
    consoleShowJoin: async () => (await openLink()).token,
    consoleJoin: async () => (await openLink()).token,
    showException: async () => (await excessDeposit(dashboard)).exceptionId,
    showResolution: async () => (await excessDeposit(dashboard)).exceptionId,
    resolveException: async () => (await excessDeposit(dashboard)).exceptionId,
    ownException: async () => (await excessDeposit(dashboard)).exceptionId,
    async correctException() {
      const { exceptionId } = await excessDeposit(dashboard);
      await resolveAs(dashboard.deps.db, exceptionId, 'accept');
      return exceptionId;
    },
    consoleShowApproval: () => proposed('opr_test'),
    consoleApproveProposal: () => proposed('opr_test'),
    consoleRejectProposal: () => proposed('opr_test'),
    consoleWithdrawProposal: () => proposed(admin.id),
    showManualRefund: () => manualRefund(dashboard),
    payManualRefund: () => manualRefund(dashboard),
    releaseManualRefund: () => manualRefund(dashboard),
    showOrder: async () => (await excessDeposit(dashboard)).orderId,
    showMerchant: async () => (await dashboard.openMerchant()).id,
    async enableMerchant() {
      const { id } = await dashboard.openMerchant();
      await dashboard.deps.db('merchants').where({ id }).update({ status: 'disabled' });
      return id;
    },
    disableMerchant: async () => (await dashboard.openMerchant()).id,
    setMerchantLimit: async () => (await dashboard.openMerchant()).id,
    inviteOwner: async () => (await dashboard.openMerchant()).id,
    showMerchantBusiness: () => testBusiness(dashboard.deps),
    showMerchantPrices: async () => dashboard.merchant.id,
    setMerchantPrice: async () => dashboard.merchant.id,
    showMerchantMaturity: async () => dashboard.merchant.id,
    setMerchantMaturity: async () => dashboard.merchant.id,
    verifyIdentity: () => testBusiness(dashboard.deps),
    verifyBankAccount: () => testBusiness(dashboard.deps),
    showRoutingRules: ruledMerchant,
    addRoutingRule: ruledMerchant,
    raiseRoutingRule: ruledMerchant,
    removeRoutingRule: ruledMerchant,
    consoleShowProviderAccount: newAccount,
    consoleChangeProviderAccount: newAccount,
    consoleSetProviderSecret: newAccount,
    consoleRotateProviderCallback: newAccount,
    consoleSetProviderAccountStatus: newAccount,
    consoleTestProviderConnection: newAccount,
    async consoleRemoveFormerProviderSecrets() {
      const id = await newAccount();
      const settings = { keys: 'another-key' };
      await changeAccount(dashboard.deps, commandAudit, id, { settings });
      return id;
    },
    async consoleRemoveFormerProviderCallback() {
      const id = await newAccount();
      await rotateCallbackToken(dashboard.deps, commandAudit, id);
      return id;
    },
    consoleChangeMemberRole: async () => (await testOperator(dashboard, 'operator')).id,
    consoleRemoveMember: async () => (await testOperator(dashboard, 'operator')).id,
    mailNewPassword: async () => (await testOperator(dashboard, 'operator')).id,
    consoleRevokeInvitation: async () => (await openLink()).id,
    consoleRenameFactor: () => ownFactor(admin),
    consoleRemoveFactor: () => ownFactor(admin),
    async consoleResetMemberFactors() {
      const { id } = await testOperator(dashboard, 'operator');
      await addApp(dashboard, id);
      return id;
    },
    async consoleEndOwnSession() {
      const second = newId('ses_');
      const row = { hash: newToken().hash, id: second, operator_id: admin.id };
      await dashboard.deps.db('operator_sessions').insert(row);
      return second;
    },
  };
  const named = await ids[operation]?.();
  if (named === undefined) throw new Error(`nothing to name in ${path}`);
  const query = operation === 'showResolution' ? '?as=accept' : '';
  const at = path.replace(/:\w+/, named);
  const sent = { ...fields, ...(await digestOn(at, operation)) };
  return { method, path: `${at}${query}`, fields: sent };
}

/** Every table that a request can change. */
const state = (): Promise<string> =>
  versionsOf(dashboard.deps.db, [
    'operators',
    'operator_sessions',
    'operator_links',
    'mails',
    'invitations',
    'audit_log',
    'outbox_messages',
    'merchants',
    'balances',
    'transfers',
    'exceptions',
    'sessions',
    'provider_accounts',
    'routing_rules',
    'business_verifications',
    'factors',
    'recovery_codes',
    'half_sessions',
    'approvals',
  ]);

/** A caller of this kind; a new one if the request ends the session. */
async function callAs(caller: Caller, operation: string): Promise<BrowserSession | null> {
  const ends = /SignOut|Password|EndOwn|Change|Factor|RecoveryCodes/.test(operation);
  switch (caller) {
    case 'nobody':
      return null;
    case 'owner':
      return { ...owner, cookie: 'saphan-console' };
    case 'gone': {
      const admin = await testOperator(dashboard, 'admin');
      await dashboard.deps.db('operator_sessions').where('hash', hashOfToken(admin.token)).delete();
      return admin;
    }
    case 'viewer':
    case 'approver':
    case 'operator':
    case 'admin':
      return ends ? testOperator(dashboard, caller) : people[caller];
    case 'forged':
      return { ...people.admin, formToken: people.viewer.formToken };
    case 'cross':
      return people.admin;
  }
}

const own = () => dashboard.operations.filter(({ family }) => family === 'console');

it('the authorization matrix names exactly the routes of the console', () => {
  expect(Object.keys(matrix).sort()).toEqual(
    own()
      .map(({ name }) => name)
      .sort(),
  );
});

it('every act has a form, and so a row of a matrix, or is one of a command', () => {
  const withForm = new Set(dashboard.operations.map(({ act }) => act));
  const others = Object.entries(acts).filter(([name, { entry }]) => !entry && !withForm.has(name));
  // One form of both realms does these, with `inviteToTeam` and `changeRoleInTeam`.
  const ofTeams = ['member', 'member_role', 'operator', 'operator_role'];
  expect(others.map(([name]) => name)).toEqual(ofTeams);
});

it('whoever lacks the role of an act is refused by the row of its form', () => {
  const forms = dashboard.operations.filter(({ family }) => family === 'console');
  for (const { name, act = '' } of forms.filter(({ act: named }) => named !== undefined)) {
    if (!isAct(act)) throw new Error(`no act ${act}`);
    const needed = roleOf(acts[act], 'operator');
    for (const role of ['viewer', 'approver', 'operator', 'admin'] as const) {
      if (mayActAs({ realm: 'operator', role }, needed)) continue;
      const column = callers.indexOf(role);
      const viewer = matrix[name]?.[callers.indexOf('viewer')];
      expect([name, role, matrix[name]?.[column] ?? viewer]).toEqual([name, role, 403]);
    }
  }
});

it('every operation with a session declares its role', () => {
  for (const { auth, needs } of own()) {
    expect(['console', 'none', 'link']).toContain(auth);
    expect(auth === 'console').toBe(needs !== undefined);
  }
});

const signInAgain = /^\/console\/sign-in(\?next=|$)/;

interface Prepared {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** From an address of its own, because the anonymous forms of an address are limited. */
function send(caller: Caller, as: BrowserSession | null, { method, path, fields }: Prepared) {
  const headers: Record<string, string> = { 'x-forwarded-for': nextAddress() };
  if (caller === 'cross') headers['sec-fetch-site'] = 'cross-site';
  return method === 'GET'
    ? dashboard.get(path, { as, headers })
    : dashboard.post(path, fields, { as, headers });
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

describe.each(Object.entries(matrix))('%s', (operation, statuses) => {
  const facts = () => dashboard.operations.find(({ name }) => name === operation);
  const ofApprover = beyondViewer[operation] ?? statuses[callers.indexOf('viewer')];
  const expectedOf = (caller: Caller): number =>
    statuses[callers.indexOf(caller)] ?? ofApprover ?? NaN;
  const isOut = (caller: Caller): boolean =>
    facts()?.auth === 'console' && ['nobody', 'gone', 'owner'].includes(caller);
  const isRefused = (caller: Caller): boolean => isOut(caller) || expectedOf(caller) >= 400;
  /** A caller, and a request that succeeds for an admin: themselves, if the caller is one. */
  const prepare = async (caller: Caller) => {
    const seat = await callAs(caller, operation);
    const admin = caller === 'admin' ? (seat as TestOperator) : people.admin;
    return { caller, seat, request: await requestFor(operation, admin) };
  };

  it('refuses the callers of the matrix, who change nothing', async () => {
    const refused = callers.filter(isRefused);
    const { request } = await prepare('nobody');
    const sendings = [];
    for (const caller of refused) {
      sendings.push(
        caller === 'admin'
          ? await prepare(caller)
          : { caller, seat: await callAs(caller, operation), request },
      );
    }
    await seeSessions(dashboard.deps.db);
    const before = await state();
    const answered: (readonly [Caller, number, string])[] = [];
    for (const { caller, seat, request: sent } of sendings) {
      const { status, headers } = await send(caller, seat, sent);
      answered.push([caller, status, headers.get('location') ?? '']);
    }
    const after = await state();
    expect(answered.map(([caller, status]) => [caller, status])).toEqual(
      refused.map((caller) => [caller, expectedOf(caller)]),
    );
    for (const [caller, , location] of answered) {
      if (isOut(caller)) expect(location).toMatch(signInAgain);
    }
    expect(after).toBe(before);
  });

  it('admits the other callers', async () => {
    const admitted = callers.filter((caller) => !isRefused(caller));
    const shared = facts()?.method === 'GET' ? (await prepare('nobody')).request : null;
    const answered: (readonly [Caller, number])[] = [];
    for (const caller of admitted) {
      const { seat, request } =
        shared === null
          ? await prepare(caller)
          : { seat: await callAs(caller, operation), request: shared };
      answered.push([caller, (await send(caller, seat, request)).status]);
    }
    expect(answered).toEqual(admitted.map((caller) => [caller, expectedOf(caller)]));
  });
});

it("an operator's session opens no page of the dashboard under either cookie", async () => {
  const pages = dashboard.operations.filter(
    ({ family, method, auth, params }) =>
      family === 'dashboard' && method === 'GET' && auth === 'session' && params === undefined,
  );
  expect(pages.length).toBeGreaterThan(8);
  for (const cookie of ['saphan-session', 'saphan-console']) {
    for (const { path } of pages) {
      const answer = await dashboard.get(path, { as: { ...people.admin, cookie } });
      expect([path, answer.status]).toEqual([path, 303]);
      expect(answer.headers.get('location')).toMatch(/^\/dashboard\/sign-in/);
    }
  }
});
