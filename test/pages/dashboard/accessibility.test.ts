import { languages } from '../../../src/pages/kit/language';
import { smallTargets, violations } from '../../support/accessibility';
import { testApproval } from '../../support/approvals';
import { failed, testAttempt, testDelivery } from '../../support/deliveries';
import { applyPending } from '../../../src/orders/store/apply-transition';
import {
  testCallback,
  testDeposit,
  testPayment,
  testRequest,
  testWebhook,
} from '../../support/gateway';
import { testLink, testMonthlyMail } from '../../support/payment-links';
import { testOmiseAccount } from '../../support/provider-accounts';
import { newSecretId } from '../../../src/platform/new-id';
import { testPaidPayment, testRefund } from '../../support/refunds';
import { testDepositWithSlip } from '../../support/slips';
import { startBrowsing } from './browsing';
import { linkIn, type Member, type Dashboard } from './dashboard';
import { expectAccessible, screens } from './accessible';
import { addApp, halfSession } from '../factors';

let site: Awaited<ReturnType<typeof startBrowsing>>;
let owner: Member;
let half: string;
let join: string;
let reset: string;
let keyId: string;
let webhookId: string;
let orders: Awaited<ReturnType<typeof makeOrders>>;
let requestId: string;
let accountId: string;
const token = newSecretId('');

beforeAll(async () => {
  site = await startBrowsing({ MERCHANT_ACCOUNTS: 'true' }, { openingSatang: 123_456 });
  const { dashboard } = site;
  owner = await dashboard.addMember('owner');
  await dashboard.addMember('viewer');
  await dashboard.deps
    .db('member_mails')
    .insert({ user_id: owner.userId, merchant_id: owner.merchant.id, kind: 'exception', token });
  await dashboard.post('/dashboard/first-key', {}, { as: owner });
  const secured = await dashboard.addMember('viewer');
  await addApp(dashboard, secured.userId);
  half = await halfSession(dashboard, secured.userId, dashboard.merchant.id);
  const former = await dashboard.addMember('developer');
  const theirs = { name: 'Key of a former member', permission: 'write' };
  await dashboard.post('/dashboard/developers/keys', theirs, { as: former });
  const limited = {
    name: 'Payout server',
    permission: 'custom',
    permissions: 'withdrawals:write',
    expires: '90',
    addresses: '203.0.113.0/24 2001:db8:1::/48',
    payees: 'KBANK: 123-4-56789-0',
    signed: 'on',
  };
  await dashboard.post('/dashboard/developers/keys', limited, { as: owner });
  keyId = await dashboard.deps.db('api_keys').where('name', limited.name).first('id').then(idOf);
  await dashboard.post(`/dashboard/settings/team/${former.userId}/remove`, {}, { as: owner });
  await dashboard.deliverMail();
  const url = 'http://127.0.0.1:9/a/path/that/is/long/enough/to/be/broken/somewhere';
  ({ webhookId } = await testWebhook(dashboard.deps, dashboard.merchant, url, ['payment.pending']));
  for (const attempt of [failed, {}]) {
    const { deliveryId } = await testDelivery(dashboard.deps, dashboard.merchant);
    await testAttempt(dashboard.deps, deliveryId, attempt);
  }
  await testRequest(dashboard.deps, dashboard.merchant);
  const path = `/Thai/v1/webhooks/${webhookId}/deliveries`;
  const refused = { path, status: 400, code: 'invalid_parameters', param: 'limit' };
  ({ id: requestId } = await testRequest(dashboard.deps, dashboard.merchant, refused));
  orders = await makeOrders(dashboard, former.userId);
  ({ id: accountId } = await testOmiseAccount(dashboard.deps, dashboard.merchant.id));
  const invited = { email: 'a.person.with.a.long.name@example.com', role: 'developer' };
  await dashboard.post('/dashboard/settings/team', invited, { as: owner });
  await dashboard.post('/dashboard/forgot-password', { email: owner.email });
  const [one, two] = await dashboard.deliverMail();
  if (one === undefined || two === undefined) throw new Error('two mails were to come');
  [join, reset] = [one, two].map((letter) => linkIn(letter).split('?')[0] ?? '') as [
    string,
    string,
  ];
});

const idOf = ({ id }: { readonly id: string }): string => id;

/** An order of each kind, with every optional part of its page. */
async function makeOrders(
  { deps, merchant }: Pick<Dashboard, 'deps' | 'merchant'>,
  proposerId: string,
) {
  const payment = await testPaidPayment(deps, merchant, { reference: 'SO-1', metadata: { a: 1 } });
  const refund = await testRefund(deps, merchant, { paymentId: payment, amountSatang: 4_000 });
  const { id: deliveryId } = await deps.db('deliveries').where('order_id', payment).first('id');
  await testAttempt(deps, deliveryId, failed);
  const deposit = await testDepositWithSlip(deps, merchant);
  const { orderId: paidDeposit } = await testDeposit(deps, merchant);
  await testCallback(deps, paidDeposit, { reported: 'succeeded' });
  await applyPending(deps.db, paidDeposit);
  const { approvalId, orderId: withdrawal } = await testApproval(deps, merchant, proposerId);
  const link = await testLink(deps, merchant, { paymentsMax: 12, description: 'วันเสาร์ 10:00' });
  await testMonthlyMail(deps, link);
  await deps.db('orders').where('id', payment).update({ payment_link_id: link.id });
  return {
    link: `/dashboard/links/${link.id}`,
    counter: `/dashboard/counter/${await testPayment(deps, merchant)}`,
    approval: `/dashboard/approvals/${approvalId}`,
    payment: `/dashboard/payments/${payment}`,
    refund: `/dashboard/refunds/${refund}`,
    withdrawal: `/dashboard/withdrawals/${withdrawal}`,
    deposit: `/dashboard/deposits/${deposit.id}`,
    paidDeposit: `/dashboard/deposits/${paidDeposit}`,
  };
}

/** Every page by its route. The first test fails for a missing route. */
const paths: Readonly<Record<string, () => string>> = {
  showSignUp: () => '/dashboard/sign-up',
  showMailSent: () => '/dashboard/mail-sent',
  showJoin: () => join,
  showSignIn: () => '/dashboard/sign-in',
  showForgotPassword: () => '/dashboard/forgot-password',
  showResetPassword: () => reset,
  showHome: () => '/dashboard',
  showPayments: () => '/dashboard/payments',
  showDeposits: () => '/dashboard/deposits',
  showWithdrawals: () => '/dashboard/withdrawals',
  showRefunds: () => '/dashboard/refunds',
  showTransactions: () => '/dashboard/transactions',
  showPayment: () => orders.payment,
  showDeposit: () => orders.deposit,
  showWithdrawal: () => orders.withdrawal,
  showRefund: () => orders.refund,
  showRefundForm: () => `${orders.payment}/refund`,
  showCounter: () => '/dashboard/counter',
  showCounterPayment: () => orders.counter,
  showLinks: () => '/dashboard/links',
  showLink: () => orders.link,
  showWithdrawForm: () => '/dashboard/withdrawals/new',
  showBalance: () => '/dashboard/balance',
  showPrices: () => '/dashboard/prices',
  showPaymentReceipt: () => `${orders.payment}/receipt`,
  showDepositReceipt: () => `${orders.paidDeposit}/receipt`,
  showApprovals: () => '/dashboard/approvals',
  showApproval: () => orders.approval,
  showKeys: () => '/dashboard/developers/keys',
  showKey: () => `/dashboard/developers/keys/${keyId}`,
  showWebhooks: () => '/dashboard/developers/webhooks',
  showWebhook: () => `/dashboard/developers/webhooks/${webhookId}`,
  showRequests: () => '/dashboard/developers/requests',
  showRequest: () => `/dashboard/developers/requests/${requestId}`,
  showProfile: () => '/dashboard/settings/profile',
  showMails: () => '/dashboard/settings/mails',
  showUnsubscribe: () => `/dashboard/unsubscribe/${token}`,
  showSecondFactor: () => '/dashboard/sign-in/factor',
  showSecurity: () => '/dashboard/settings/security',
  showBusiness: () => '/dashboard/settings/business',
  showTeam: () => '/dashboard/settings/team',
  showActivity: () => '/dashboard/settings/activity',
  showProviderAccounts: () => '/dashboard/settings/provider-accounts',
  showNewProviderAccount: () => '/dashboard/settings/provider-accounts/new?connector=stripe',
  showProviderAccount: () => `/dashboard/settings/provider-accounts/${accountId}`,
};

test('the list of checked pages contains every page of the dashboard', () => {
  const pages = site.dashboard.operations.filter(
    ({ family, method, name }) =>
      family === 'dashboard' && method === 'GET' && name.startsWith('show'),
  );
  expect(Object.keys(paths).sort()).toEqual(pages.map(({ name }) => name).sort());
});

const cases = Object.keys(paths).flatMap((name) => languages.map((lang) => [name, lang] as const));

test.each(cases)(
  '%s in %s passes axe, fits the screen and loads nothing from other hosts',
  async (name, lang) => {
    const path = paths[name]?.() ?? '';
    await expectAccessible(site, {
      as: { ...owner, half },
      path,
      lang,
      picture: `${name}-${lang}`,
    });
  },
);

test('the home page of a new merchant passes the same checks, with and without key', async () => {
  for (const { viewport } of screens) {
    const fresh = await site.dashboard.addMember('owner', await site.dashboard.openMerchant());
    const { page } = await site.open(fresh, { viewport });
    await page.goto(`${site.dashboard.url}/dashboard`);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.locator('#new-key').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(viewport.width);
    await page.context().close();
  }
});

test('a rejected form shows the fault at its field and focuses it', async () => {
  const { page } = await site.open(null);
  await page.goto(`${site.dashboard.url}${join}`);
  await page.getByLabel('Your name').fill('Somchai');
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Join the team' }).click();
  const field = page.getByLabel('Choose a password');
  await page.locator('#password-fault').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.getAttribute('aria-describedby')).toContain('password-fault');
  expect(await page.evaluate('document.activeElement.id')).toBe('password');
  expect(await violations(page)).toEqual([]);
});

test('the dashboard is usable with the keyboard alone', async () => {
  const { page } = await site.open(null);
  await page.goto(`${site.dashboard.url}/dashboard/settings/team`);
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  // The name of a key is a link, its revocation the next stop.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('details.confirm[open]').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(await page.evaluate('document.activeElement.localName')).toBe('summary');
});
