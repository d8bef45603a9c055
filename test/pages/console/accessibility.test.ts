import { requestApproval } from '../../../src/kernel/approvals/request-approval';
import { testBusiness } from '../../support/business';
import { commandAudit } from '../../support/gateway';
import { issueOperatorLink } from '../../../src/merchants/team/invite';
import {
  changeAccount,
  rotateCallbackToken,
} from '../../../src/providers/accounts/change-accounts';
import { addRule } from '../../../src/providers/accounts/routing-rules';
import { languages } from '../../../src/pages/kit/language';
import { testAccount } from '../../support/provider-accounts';
import { PASSWORD } from '../dashboard/dashboard';
import { startBrowsing } from '../dashboard/browsing';
import { expectAccessible } from '../dashboard/accessible';
import { addApp, halfSession } from '../factors';
import {
  conflictingPayment,
  excessDeposit,
  manualRefund,
  testOperator,
  unknownPayout,
  type TestOperator,
} from './operators';

let site: Awaited<ReturnType<typeof startBrowsing>>;
let admin: TestOperator;
let link: string;
let exceptionId: string;
let orderId: string;
let accountId: string;
let refundId: string;
let businessId: string;
let approvalId: string;

beforeAll(async () => {
  const env = { TEMPORAL_UI_URL: 'http://temporal.test' };
  site = await startBrowsing(env, { openingSatang: 123_456 });
  const { dashboard } = site;
  const own = await testOperator(dashboard, 'admin');
  const secured = await testOperator(dashboard, 'viewer');
  await addApp(dashboard, secured.id);
  admin = { ...own, half: await halfSession(dashboard, secured.id, null) };
  await testOperator(dashboard, 'operator');
  ({ orderId } = await excessDeposit(dashboard));
  await conflictingPayment(dashboard);
  ({ exceptionId } = await unknownPayout(dashboard));
  const account = await testAccount(dashboard.deps, 'a-key');
  accountId = account.id;
  await rotateCallbackToken(dashboard.deps, commandAudit, accountId);
  const settings = { keys: 'another-key' };
  await changeAccount(dashboard.deps, commandAudit, accountId, { settings });
  for (const when of [{ kind: 'payout', bankCode: '014' }, { hours: [22, 6] }] as const) {
    const rule = { when, accountId };
    await addRule(dashboard.deps, commandAudit, dashboard.merchant.id, rule);
  }
  refundId = await manualRefund(dashboard);
  businessId = await testBusiness(dashboard.deps);
  approvalId = await dashboard.deps.db.transaction(async (trx) => {
    const actor = { kind: 'operator', id: 'opr_test', address: null } as const;
    const approval = await requestApproval(
      dashboard.deps,
      trx,
      { actor, scope: 'operators' },
      {
        realm: 'operator',
        merchantId: dashboard.merchant.id,
        act: 'resolution',
        subject: exceptionId,
        detail: { amountSatang: 500, resolution: 'accept', reason: 'The customer confirmed it.' },
        proposal: { exceptionId, parts: [{ as: 'accept', amountSatang: 500 }], reason: 'Yes.' },
      },
    );
    return approval.id;
  });
  const wanted = { email: 'a.person.with.a.long.name@example.com', role: 'viewer' } as const;
  link = `/console/join/${(await issueOperatorLink(dashboard.deps, commandAudit, wanted)).token}`;
});

/** Every page by its route. The first test fails for a missing route. */
const paths: Readonly<Record<string, () => string>> = {
  consoleShowJoin: () => link,
  consoleShowSignIn: () => '/console/sign-in',
  showOverview: () => '/console',
  showExceptions: () => '/console/exceptions',
  showException: () => `/console/exceptions/${exceptionId}`,
  showResolution: () => `/console/exceptions/${exceptionId}/resolve?as=release`,
  showRefusedCallbacks: () => '/console/refused-callbacks',
  showManualRefunds: () => '/console/refunds',
  consoleShowApprovals: () => '/console/approvals',
  consoleShowApproval: () => `/console/approvals/${approvalId}`,
  showManualRefund: () => `/console/refunds/${refundId}`,
  showMerchants: () => '/console/merchants',
  showMerchant: () => `/console/merchants/${site.dashboard.merchant.id}`,
  showMerchantBusiness: () => `/console/merchants/${businessId}/business`,
  showMerchantPrices: () =>
    `/console/merchants/${site.dashboard.merchant.id}/prices?method=qr&price=1.65%25`,
  showMerchantMaturity: () => `/console/merchants/${site.dashboard.merchant.id}/maturity`,
  showBankHolidays: () => '/console/bank-holidays',
  showMargins: () => '/console/margins',
  showVatRates: () => '/console/vat',
  showRoutingRules: () => `/console/merchants/${site.dashboard.merchant.id}/routing`,
  showOrders: () => `/console/orders?q=${orderId}`,
  showOrder: () => `/console/orders/${orderId}`,
  consoleShowProviderAccounts: () => '/console/provider-accounts',
  consoleShowNewProviderAccount: () => '/console/provider-accounts/new?connector=omise',
  consoleShowProviderAccount: () => `/console/provider-accounts/${accountId}`,
  consoleShowTeam: () => '/console/settings/operators',
  consoleShowActivity: () => '/console/settings/activity',
  consoleShowProfile: () => '/console/settings/profile',
  consoleShowSecondFactor: () => '/console/sign-in/factor',
  consoleShowSecurity: () => '/console/settings/security',
};

test('the list of checked pages contains every page of the console', () => {
  const pages = site.dashboard.operations.filter(
    ({ family, method }) => family === 'console' && method === 'GET',
  );
  expect(Object.keys(paths).sort()).toEqual(pages.map(({ name }) => name).sort());
});

const cases = Object.keys(paths).flatMap((name) => languages.map((lang) => [name, lang] as const));

test.each(cases)(
  '%s in %s passes axe, fits the screen and loads nothing from other hosts',
  async (name, lang) => {
    const path = paths[name]?.() ?? '';
    await expectAccessible(site, { as: admin, path, lang, picture: `console-${name}-${lang}` });
  },
);

test('an operator signs in and resolves an exception with the keyboard alone', async () => {
  const { page } = await site.open(null);
  const { exceptionId: own } = await excessDeposit(site.dashboard);
  await page.goto(`${site.dashboard.url}/console/exceptions/${own}`);
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Already returned to the payer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.keyboard.type('Sent back by the bank.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Exception resolved.').waitFor();
  const { resolution } = await site.dashboard.deps.db('exceptions').where('id', own).first();
  expect(resolution).toBe('return');
});
