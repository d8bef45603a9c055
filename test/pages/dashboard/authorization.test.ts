import { applyPending } from '../../../src/orders/store/apply-transition';
import { acts, isAct } from '../../../src/acts';
import { findBusiness } from '../../../src/business/find-business';
import { roleOf } from '../../../src/kernel/acts/act';
import { mayActAs } from '../../../src/kernel/rules/realm';
import { rotateCallbackToken } from '../../../src/providers/accounts/change-accounts';
import { createApiKey } from '../../../src/merchants/create-merchant';
import { roles } from '../../../src/kernel/rules/role';
import { newId, newSecretId } from '../../../src/platform/new-id';
import { hashOfToken, newToken } from '../../../src/platform/crypto/secret-token';
import { sealDraft } from '../../../src/orders/withdrawal/pages/draft';
import { testApproval } from '../../support/approvals';
import { testPayoutAccount } from '../../support/business';
import { testDelivery } from '../../support/deliveries';
import {
  commandAudit,
  testCallback,
  testDeposit,
  testPayment,
  testRequest,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { testLink, testMonthlyMail } from '../../support/payment-links';
import { testOmiseAccount } from '../../support/provider-accounts';
import { startReceiver, type Receiver } from '../../support/receiver';
import { testPaidPayment, testRefund } from '../../support/refunds';
import { testDepositWithSlip } from '../../support/slips';
import { seeSessions, versionsOf } from '../../support/table-versions';
import { SECRET, addApp, codeOf, confirmed } from '../factors';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { startDashboard, type Member, type Dashboard } from './dashboard';
import { testDraft } from './refund-drafts';
import { sealedEmail } from '../../support/sealed-person';

/**
 * Callers, in column order. `gone`: an owner who has signed out. `stranger`: the owner of another
 * merchant. `forged` and `cross`: an owner's browser submitting a form of another site, without
 * the form token, and with the other site's origin.
 */
const callers = [
  'nobody',
  'gone',
  'stranger',
  'viewer',
  'developer',
  'owner',
  'forged',
  'cross',
  'bookkeeper',
  'approver',
] as const;
type Caller = (typeof callers)[number];

const open = [200, 200, 200, 200, 200, 200, 200, 200];
/** A stranger sees the objects of their own merchant. */
const seenByAll = [303, 303, 200, 200, 200, 200, 200, 200];
/** A page of one object of the merchant. */
const seenByOwn = [303, 303, 404, 200, 200, 200, 200, 200];
const seenByOwners = [303, 303, 200, 403, 403, 200, 200, 200];
const strangersForm = [303, 303, 303, 303, 303, 303, 303, 403];
const doneByAll = [303, 303, 303, 303, 303, 303, 403, 403];
const doneByOwners = [303, 303, 303, 403, 403, 303, 403, 403];
/** An action on an object of the merchant; 404 for a stranger. */
const ofOwners = [303, 303, 404, 403, 403, 303, 403, 403];

const ofDevelopers = [303, 303, 404, 403, 303, 303, 403, 403];

/** What a bookkeeper and an approver may do beyond a viewer, or differently. */
const beyondViewer: Readonly<Record<string, Partial<Record<Caller, number>>>> = {
  showActivity: { bookkeeper: 200, approver: 200 },
  approveProposal: { approver: 303 },
  rejectProposal: { approver: 303 },
};

/** Status by route and caller, except the last two. A test fails for a missing route. */
const matrix: Readonly<Record<string, readonly number[]>> = {
  showSignUp: open,
  signUp: strangersForm,
  showMailSent: open,
  showJoin: open,
  join: strangersForm,
  showSignIn: open,
  signIn: strangersForm,
  signOut: doneByAll,
  showSecondFactor: [303, 303, 303, 303, 303, 303, 303, 303],
  confirmSecondFactor: strangersForm,
  enrolSecondFactor: strangersForm,
  showForgotPassword: open,
  requestPasswordReset: strangersForm,
  showResetPassword: open,
  resetPassword: strangersForm,
  showUnsubscribe: open,
  // The token of the path is the credential, wherever the form is.
  unsubscribe: open,
  showHome: seenByAll,
  createFirstKey: [303, 303, 200, 403, 200, 200, 403, 403],
  showPayments: seenByAll,
  showDeposits: seenByAll,
  showWithdrawals: seenByAll,
  showRefunds: seenByAll,
  showTransactions: seenByAll,
  showPayment: seenByOwn,
  showDeposit: seenByOwn,
  showWithdrawal: seenByOwn,
  showRefund: seenByOwn,
  readSlipPicture: seenByOwn,
  endPayment: ofDevelopers,
  resendOrderEvent: ofDevelopers,
  showRefundForm: [303, 303, 404, 403, 200, 200, 200, 200],
  reviewRefund: [303, 303, 404, 403, 200, 200, 403, 403],
  makeRefund: ofDevelopers,
  showLinks: seenByAll,
  openLink: [303, 303, 303, 403, 303, 303, 403, 403],
  showLink: seenByOwn,
  changeLink: ofDevelopers,
  stopLink: ofDevelopers,
  openMonthlyMail: [303, 303, 404, 403, 303, 303, 403, 403],
  stopMonthlyMailOnPage: ofDevelopers,
  // Of a payment whose refund the gateway pays.
  recordRefund: [303, 303, 404, 403, 403, 400, 403, 403],
  showWithdrawForm: seenByOwners,
  // The business of the stranger has no account, and the draft is not of its own.
  reviewWithdrawal: [303, 303, 400, 403, 403, 200, 403, 403],
  makeWithdrawal: [303, 303, 403, 403, 403, 303, 403, 403],
  saveLinkSign: seenByOwn,
  saveLinkPicture: seenByOwn,
  showCounter: [303, 303, 200, 403, 200, 200, 200, 200],
  showCounterPayment: seenByOwn,
  exportPayments: seenByAll,
  exportPaymentsXlsx: seenByAll,
  exportDeposits: seenByAll,
  exportDepositsXlsx: seenByAll,
  exportWithdrawals: seenByAll,
  exportWithdrawalsXlsx: seenByAll,
  exportRefunds: seenByAll,
  exportRefundsXlsx: seenByAll,
  exportTransactions: seenByAll,
  exportTransactionsXlsx: seenByAll,
  showBalance: seenByAll,
  showPrices: seenByAll,
  saveBalance: seenByAll,
  exportBalance: seenByAll,
  exportBalanceXlsx: seenByAll,
  showPaymentReceipt: seenByOwn,
  savePaymentReceipt: seenByOwn,
  showDepositReceipt: seenByOwn,
  saveDepositReceipt: seenByOwn,
  showApprovals: seenByAll,
  showApproval: seenByOwn,
  approveProposal: ofOwners,
  rejectProposal: ofOwners,
  withdrawProposal: ofOwners,
  changeApprovalRules: doneByOwners,
  showKeys: seenByAll,
  createKey: [303, 303, 200, 403, 200, 200, 403, 403],
  showKey: seenByOwn,
  // Of a key that pays out.
  changeKey: ofOwners,
  rotateKey: [303, 303, 404, 403, 403, 200, 403, 403],
  revokeKey: ofDevelopers,
  showWebhooks: seenByAll,
  showWebhook: seenByOwn,
  addWebhook: [303, 303, 200, 403, 200, 200, 403, 403],
  rotateSecret: [303, 303, 404, 403, 200, 200, 403, 403],
  pauseWebhook: ofDevelopers,
  resumeWebhook: ofDevelopers,
  removeWebhook: ofDevelopers,
  pingWebhook: ofDevelopers,
  editWebhook: ofDevelopers,
  resendDelivery: ofDevelopers,
  replayEvents: ofDevelopers,
  showRequests: seenByAll,
  showRequest: [303, 303, 404, 200, 200, 200, 200, 200],
  showProfile: seenByAll,
  changeProfile: doneByAll,
  changePassword: doneByAll,
  showMails: seenByAll,
  chooseMails: doneByAll,
  showSecurity: seenByAll,
  beginFactor: [303, 303, 200, 200, 200, 200, 403, 403],
  addFactor: [303, 303, 403, 403, 403, 403, 403, 403],
  renameFactor: [303, 303, 404, 404, 404, 303, 403, 403],
  removeFactor: [303, 303, 404, 404, 404, 303, 403, 403],
  makeRecoveryCodes: [303, 303, 409, 409, 409, 409, 403, 403],
  resetMemberFactors: ofOwners,
  signOutOthers: doneByAll,
  endOwnSession: [303, 303, 404, 404, 404, 303, 403, 403],
  switchMerchant: [303, 303, 404, 404, 404, 303, 403, 403],
  showBusiness: seenByAll,
  changeBusiness: [303, 303, 409, 403, 403, 303, 403, 403],
  setBankAccount: [303, 303, 409, 403, 403, 303, 403, 403],
  setLogo: doneByOwners,
  removeLogo: doneByOwners,
  showTeam: seenByAll,
  inviteMember: doneByOwners,
  changeMemberRole: ofOwners,
  removeMember: ofOwners,
  inviteAgain: ofOwners,
  revokeInvitation: ofOwners,
  showActivity: seenByOwners,
  showProviderAccounts: seenByAll,
  showNewProviderAccount: seenByOwners,
  showProviderAccount: seenByOwn,
  addProviderAccount: doneByOwners,
  changeProviderAccount: ofOwners,
  setProviderSecret: ofOwners,
  removeFormerProviderSecrets: ofOwners,
  rotateProviderCallback: ofOwners,
  removeFormerProviderCallback: ofOwners,
  setProviderAccountStatus: ofOwners,
  testProviderConnection: [303, 303, 404, 403, 403, 200, 403, 403],
  readDashboardAsset: open,
  // Last: a merchant with orders on the platform's accounts adds no account of its own.
  openCounterPayment: [303, 303, 303, 403, 303, 303, 403, 403],
};

/** Operations on one provider account. */
const providerOperations = [
  'showProviderAccount',
  'changeProviderAccount',
  'setProviderSecret',
  'removeFormerProviderSecrets',
  'rotateProviderCallback',
  'removeFormerProviderCallback',
  'setProviderAccountStatus',
  'testProviderConnection',
];

/** A PNG of one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5Erk' +
    'Jggg==',
  'base64',
);

const otherAccount = {
  bank_name: 'SCB',
  account_number: '6667778889',
  account_name: 'Other Account',
};

/** Forms whose fields change the required role: a route of the matrix and its fields. */
const variants: Readonly<Record<string, readonly number[]>> = {
  'reviewRefund to another account': [303, 303, 404, 403, 403, 200, 403, 403],
  'makeRefund to another account': [303, 303, 404, 403, 403, 303, 403, 403],
};

let dashboard: Dashboard;
let receiver: Receiver;
/** The callers of requests that change nothing. */
let people: Readonly<Record<Caller, Member | null>> & { readonly owner: Member };
let elsewhere: Merchant;

beforeAll(async () => {
  dashboard = await startDashboard({ MERCHANT_ACCOUNTS: 'true', TRUSTED_PROXIES: '1' });
  receiver = await startReceiver();
  elsewhere = await dashboard.openMerchant();
  const owner = await dashboard.addMember('owner');
  const developer = await dashboard.addMember('developer');
  people = {
    nobody: null,
    gone: await newCaller('gone'),
    stranger: await newCaller('stranger'),
    viewer: await dashboard.addMember('viewer'),
    developer,
    owner,
    forged: { ...owner, formToken: developer.formToken },
    cross: owner,
    bookkeeper: await dashboard.addMember('bookkeeper'),
    approver: await dashboard.addMember('approver'),
  };
});

const other = 'correct staple battery';

/** The links of an invitation mail, of a password reset mail and of a mail to a member. */
async function links() {
  const { db } = dashboard.deps;
  const invited = newToken();
  await db('invitations').insert({
    id: newId('inv_'),
    merchant_id: dashboard.merchant.id,
    ...(await sealedEmail(dashboard.deps, 'invitations', `${newId('')}@example.com`)),
    role: 'viewer',
    hash: invited.hash,
    expires_at: new Date(Date.now() + 60_000),
  });
  const reset = newToken();
  const member = await dashboard.addMember('viewer');
  await db('password_resets').insert({
    hash: reset.hash,
    user_id: member.userId,
    expires_at: new Date(Date.now() + 60_000),
  });
  const mail = { user_id: member.userId, merchant_id: dashboard.merchant.id, kind: 'exception' };
  const token = newSecretId('');
  await db('member_mails').insert({ ...mail, token });
  return { invited: invited.token, reset: reset.token, token };
}

/** The route of a row of the matrix or of the variants. */
const nameIn = (row: string): string => row.split(' ')[0] ?? '';

/** Paths and form fields of the pages of one order. */
async function orderFor(operation: string, ownerId: string) {
  const { deps, merchant } = dashboard;
  const made = { id: '', slipId: '', mailId: '', fields: {} as Readonly<Record<string, string>> };
  switch (nameIn(operation)) {
    case 'showPayment':
    case 'showCounterPayment':
    case 'endPayment':
      return { ...made, id: await testPayment(deps, merchant) };
    case 'showWithdrawal':
      await testPaidPayment(deps, merchant);
      return { ...made, id: await testWithdrawal(deps, merchant) };
    case 'showRefund': {
      const paymentId = await testPaidPayment(deps, merchant);
      return { ...made, id: await testRefund(deps, merchant, { paymentId }) };
    }
    case 'showApproval':
    case 'approveProposal':
    case 'rejectProposal':
    case 'withdrawProposal': {
      await testPaidPayment(deps, merchant);
      const proposer = operation === 'withdrawProposal' ? ownerId : null;
      return { ...made, id: (await testApproval(deps, merchant, proposer)).approvalId };
    }
    case 'showDeposit':
    case 'readSlipPicture':
      return { ...made, ...(await testDepositWithSlip(deps, merchant)) };
    case 'showDepositReceipt':
    case 'saveDepositReceipt': {
      const { orderId } = await testDeposit(deps, merchant);
      await testCallback(deps, orderId, { reported: 'succeeded' });
      await applyPending(deps.db, orderId);
      return { ...made, id: orderId };
    }
    case 'saveLinkSign':
    case 'saveLinkPicture':
    case 'showLink':
    case 'changeLink':
    case 'stopLink':
    case 'openMonthlyMail':
      return { ...made, id: (await testLink(deps, merchant)).id };
    case 'stopMonthlyMailOnPage': {
      const link = await testLink(deps, merchant);
      return { ...made, id: link.id, mailId: (await testMonthlyMail(deps, link)).id };
    }
    case 'showPaymentReceipt':
    case 'savePaymentReceipt':
    case 'showRefundForm':
    case 'reviewRefund':
    case 'recordRefund':
      return { ...made, id: await testPaidPayment(deps, merchant) };
    case 'makeRefund': {
      const paymentId = await testPaidPayment(deps, merchant);
      const { bank_name: bankName, account_number: accountNumber } = otherAccount;
      const account = { bankCode: '014', bankName, accountNumber, accountName: 'Other Account' };
      const destination = operation === 'makeRefund' ? null : account;
      const draft = testDraft(deps, { merchantId: merchant.id, paymentId, destination });
      const fields = { draft };
      return { ...made, id: paymentId, fields };
    }
    case 'reviewWithdrawal':
    case 'makeWithdrawal': {
      await testPaidPayment(deps, merchant);
      const accountId = await testPayoutAccount(deps, merchant.id);
      const own = { merchantId: merchant.id, amountSatang: 100, accountId, key: newId('wdr_') };
      const draft = sealDraft(deps.vault, { ...own, untilMs: Date.now() + 60_000 });
      return { ...made, fields: { draft, amount: '1' } };
    }
    default:
      return made;
  }
}

/** A provider account of the merchant. */
async function accountFor(operation: string): Promise<string> {
  const { deps, merchant } = dashboard;
  const { id } = await testOmiseAccount(deps, merchant.id);
  if (operation === 'removeFormerProviderCallback') {
    await rotateCallbackToken(deps, commandAudit, id);
  }
  return id;
}

/** Authenticators of the owner and of another member, each for the operations that name it. */
async function factorsFor(operation: string, owner: Member, member: Member) {
  if (operation === 'resetMemberFactors') await addApp(dashboard, member.userId);
  if (!['renameFactor', 'removeFactor'].includes(operation)) return { factorId: '' };
  const factorId = await addApp(dashboard, owner.userId);
  await confirmed(dashboard, owner.userId, 0);
  return { factorId };
}

let accounts = 0;
/** A request that succeeds for `owner`, on objects created for it. */
async function requestFor(operation: string, owner: Member) {
  const { db } = dashboard.deps;
  // Orders below are on the platform's accounts.
  const shops = [dashboard.merchant.id, elsewhere.id];
  await db('provider_accounts').whereIn('merchant_id', shops).delete();
  await dashboard.deps.providers.refresh();
  const { invited, reset, token } = await links();
  const member = await dashboard.addMember('developer');
  const waiting = newId('inv_');
  await db('invitations').insert({
    id: waiting,
    merchant_id: dashboard.merchant.id,
    ...(await sealedEmail(dashboard.deps, 'invitations', `${waiting}@example.com`)),
    role: 'viewer',
    expires_at: new Date(Date.now() + 60_000),
  });
  const session = newId('ses_');
  const place = { user_id: owner.userId, merchant_id: owner.merchant.id };
  await db('sessions').insert({ hash: newToken().hash, id: session, ...place });
  const second = await dashboard.openMerchant();
  await db('memberships').insert({
    merchant_id: second.id,
    user_id: owner.userId,
    role: 'viewer',
  });
  await db('webhooks').where('merchant_id', dashboard.merchant.id).update({ status: 'deleted' });
  const events = ['payment.pending'] as const;
  const { webhookId } = await testWebhook(dashboard.deps, dashboard.merchant, receiver.url, events);
  const { deliveryId } = await testDelivery(dashboard.deps, dashboard.merchant);
  const order = await orderFor(operation, owner.userId);
  const { factorId } = await factorsFor(operation, owner, member);
  const accountId = nameIn(operation).includes('Provider') ? await accountFor(operation) : '';
  await db('api_keys').whereNull('revoked_at').update({ revoked_at: new Date() });
  const { keyId } = await createApiKey(db, 'sandbox', dashboard.merchant.id, 'old', 'withdraw');
  const { id: requestId } = await testRequest(dashboard.deps, dashboard.merchant, { keyId });
  const ids: Readonly<Record<string, string>> = {
    showJoin: invited,
    join: invited,
    showResetPassword: reset,
    resetPassword: reset,
    showUnsubscribe: token,
    unsubscribe: token,
    changeMemberRole: member.userId,
    removeMember: member.userId,
    inviteAgain: waiting,
    revokeInvitation: waiting,
    endOwnSession: session,
    showKey: keyId,
    changeKey: keyId,
    rotateKey: keyId,
    revokeKey: keyId,
    renameFactor: factorId,
    removeFactor: factorId,
    resetMemberFactors: member.userId,
    showRequest: requestId,
    showWebhook: webhookId,
    rotateSecret: webhookId,
    pauseWebhook: webhookId,
    resumeWebhook: webhookId,
    removeWebhook: webhookId,
    pingWebhook: webhookId,
    editWebhook: webhookId,
    resendDelivery: webhookId,
    replayEvents: webhookId,
    resendOrderEvent: newId('pay_'),
    ...Object.fromEntries(providerOperations.map((name) => [name, accountId])),
    readDashboardAsset: 'kit.css',
  };
  const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    signUp: { merchant_name: 'New shop', email: `${newId('')}@example.com` },
    join: { name: 'New person', password: other },
    signIn: { email: owner.email, password: 'correct horse battery' },
    requestPasswordReset: { email: `${newId('')}@example.com` },
    resetPassword: { password: other },
    changeProfile: { name: 'Renamed', language: 'en' },
    openCounterPayment: { amount: '250', key: newId('key_') },
    openLink: { title: 'Workshop', amount: '990' },
    changeLink: { title: 'Renamed' },
    openMonthlyMail: { email: 'payer@example.com', day: '31', language: 'th' },
    chooseMails: { kinds: 'daily_summary' },
    changeBusiness: { name: 'Renamed shop' },
    setBankAccount: {
      bank: 'SCB',
      account_number: `66677788${10 + (accounts++ % 90)}`,
      account_name: 'Shop',
      before: (await findBusiness(dashboard.deps, dashboard.merchant.id)).account?.id ?? '',
    },
    changePassword: { old_password: 'correct horse battery', password: other },
    inviteMember: { email: `${newId('')}@example.com`, role: 'viewer' },
    changeMemberRole: { role: 'viewer' },
    confirmSecondFactor: { factor_code: '123456' },
    enrolSecondFactor: { code: '123456' },
    beginFactor: { password: 'correct horse battery' },
    addFactor: { code: '123456' },
    removeFactor: { password: 'correct horse battery', factor_code: codeOf(SECRET) },
    renameFactor: { name: 'Renamed' },
    switchMerchant: { merchant: second.id },
    changeApprovalRules: { from: '5,000', day: '' },
    createKey: { name: 'Till 7', permission: 'write' },
    changeKey: { addresses: '203.0.113.0/24', payees_of: 'any' },
    rotateKey: { hours: '24' },
    addWebhook: { url: receiver.url, events: 'payment.succeeded' },
    editWebhook: { url: receiver.url, events: 'payment.succeeded' },
    replayEvents: { since: 'day', which: 'all' },
    addProviderAccount: {
      connector: 'omise',
      label: 'Omise',
      priority: '5',
      setting_secretKey: 'skey_test_0123456789',
    },
    changeProviderAccount: { label: 'Renamed', priority: '7' },
    setProviderSecret: { setting: 'secretKey', setting_secretKey: 'skey_test_9876543210' },
    removeFormerProviderSecrets: { setting: 'webhookSecrets' },
    setProviderAccountStatus: { status: 'off' },
    reviewRefund: { amount: '40' },
    recordRefund: { amount: '40', reference: 'OWN-1' },
    'reviewRefund to another account': { amount: '40', ...otherAccount },
  };
  const facts = dashboard.operations.find(({ name }) => name === nameIn(operation));
  if (facts === undefined) throw new Error(`no operation ${operation}`);
  const path = facts.path
    .replace(':noun', 'payments')
    .replace(':delivery', deliveryId)
    .replace(':slip', order.slipId)
    .replace(':mail', order.mailId)
    .replace(/:\w+/, ids[operation] ?? order.id);
  const own = fields[operation] ?? order.fields;
  const sent = { ...own, ...(await digestOn(path, operation, owner)) };
  return { method: facts.method, path, fields: sent };
}

/** The field that the page of an object adds to its forms. */
async function digestOn(
  path: string,
  operation: string,
  owner: Member,
): Promise<{ readonly digest?: string }> {
  const shown = [
    'changeKey',
    'changeLink',
    'changeProviderAccount',
    'setProviderSecret',
    'changeBusiness',
  ];
  if (!shown.includes(operation)) return {};
  return { digest: await dashboard.digestAt(path.replace('/secret', ''), owner) };
}

/** Every table that a request can change. */
const changed = [
  'users',
  'memberships',
  'sessions',
  'invitations',
  'password_resets',
  'mails',
  'audit_log',
  'outbox_messages',
  'merchants',
  'api_keys',
  'webhooks',
  'deliveries',
  'replays',
  'approvals',
  'approval_rules',
  'orders',
  'transfers',
  'balances',
  'provider_accounts',
  'factors',
  'recovery_codes',
  'half_sessions',
  'businesses',
  'business_logos',
  'business_accounts',
  'payment_links',
  'monthly_mails',
  'member_mails',
];

const state = (): Promise<string> => versionsOf(dashboard.deps.db, changed);

/** A new caller of this kind. */
async function newCaller(caller: Caller): Promise<Member | null> {
  if (caller === 'nobody') return null;
  if (caller === 'stranger') return dashboard.addMember('owner', elsewhere);
  const role = roles.find((each) => each === caller) ?? 'owner';
  const member = await dashboard.addMember(role);
  if (caller === 'gone') {
    await dashboard.deps.db('sessions').where('hash', hashOfToken(member.token)).delete();
  }
  return member;
}

it('the authorization matrix names exactly the routes of the dashboard', () => {
  const own = dashboard.operations.filter(({ family }) => family === 'dashboard');
  expect(Object.keys(matrix).sort()).toEqual(own.map(({ name }) => name).sort());
});

it('whoever lacks the role of an act is refused by the row of its form', () => {
  const forms = dashboard.operations.filter(({ family }) => family === 'dashboard');
  for (const { name, act = '' } of forms.filter(({ act: named }) => named !== undefined)) {
    if (!isAct(act)) throw new Error(`no act ${act}`);
    const needed = roleOf(acts[act], 'merchant');
    for (const role of ['viewer', 'developer', 'owner', 'bookkeeper', 'approver'] as const) {
      if (mayActAs({ realm: 'merchant', role }, needed)) continue;
      const column = callers.indexOf(role);
      const viewer = matrix[name]?.[callers.indexOf('viewer')];
      expect([name, role, matrix[name]?.[column] ?? viewer]).toEqual([name, role, 403]);
    }
  }
});

it('every operation with a session declares its role', () => {
  const own = dashboard.operations.filter(({ family }) => family === 'dashboard');
  for (const { auth, needs } of own) expect(auth === 'session').toBe(needs !== undefined);
});

const signInAgain = /^\/dashboard\/sign-in(\?next=|$)/;

interface Prepared {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** From an address of its own, because the anonymous forms of an address are limited. */
function send(caller: Caller, as: Member | null, { method, path, fields }: Prepared) {
  const headers: Record<string, string> = { 'x-forwarded-for': nextAddress() };
  if (caller === 'cross') headers['sec-fetch-site'] = 'cross-site';
  if (path.endsWith('/business/logo')) {
    return dashboard.upload(path, { field: 'logo', bytes: logo }, { as, headers });
  }
  return method === 'GET'
    ? dashboard.get(path, { as, headers })
    : dashboard.post(path, fields, { as, headers });
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

describe.each(Object.entries({ ...matrix, ...variants }))('%s', (operation, statuses) => {
  const facts = () => dashboard.operations.find(({ name }) => name === nameIn(operation));
  const ofViewer = statuses[callers.indexOf('viewer')];
  const expectedOf = (caller: Caller): number =>
    beyondViewer[operation]?.[caller] ?? statuses[callers.indexOf(caller)] ?? ofViewer ?? NaN;
  // A page without a session has no roles.
  const asked = statuses === open || statuses === strangersForm ? callers.slice(0, 8) : callers;
  const isOut = (caller: Caller): boolean =>
    facts()?.auth === 'session' && (caller === 'nobody' || caller === 'gone');
  const isRefused = (caller: Caller): boolean => isOut(caller) || expectedOf(caller) >= 400;
  const changes = (): boolean => facts()?.method !== 'GET';

  it('refuses the callers of the matrix, who change nothing', async () => {
    // What an owner may change depends on their own authenticators and sessions.
    const refused = asked.filter((caller) => isRefused(caller) && caller !== 'owner');
    const request = await requestFor(operation, people.owner);
    const owner = await newCaller('owner');
    const ownRequest =
      isRefused('owner') && owner !== null ? await requestFor(operation, owner) : null;
    await seeSessions(dashboard.deps.db);
    const before = await state();
    const answered: (readonly [Caller, number, string])[] = [];
    for (const caller of refused) {
      const { status, headers } = await send(caller, people[caller], request);
      answered.push([caller, status, headers.get('location') ?? '']);
    }
    if (ownRequest !== null) {
      const { status } = await send('owner', owner, ownRequest);
      expect(status).toBe(expectedOf('owner'));
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
    const admitted = asked.filter((caller) => !isRefused(caller));
    const shared = changes() ? null : await requestFor(operation, people.owner);
    const answered: (readonly [Caller, number])[] = [];
    for (const caller of admitted) {
      const member = shared === null ? await newCaller(caller) : people[caller];
      const owner = caller === 'owner' && member !== null ? member : people.owner;
      const seat =
        caller === 'forged' && member !== null
          ? { ...member, formToken: people.owner.formToken }
          : member;
      const { status } = await send(caller, seat, shared ?? (await requestFor(operation, owner)));
      answered.push([caller, status]);
    }
    expect(answered).toEqual(admitted.map((caller) => [caller, expectedOf(caller)]));
  });
});
