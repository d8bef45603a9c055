import { setAccountStatus } from '../../src/providers/accounts/change-accounts';
import { findHostedDeposit } from '../../src/orders/deposit/find-hosted-deposit';
import { createTokenPayment } from '../../src/orders/payment/create-token-payment';
import { testDatabase } from '../support/database';
import {
  commandAudit,
  testDeposit,
  testDeps,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';
import { withAccount } from '../support/upstream';
import { addOpenAccount } from '../support/open-account';

/** Dependencies whose default account has another id and biller than the configuration. */
async function setUp() {
  const { knex } = await testDatabase();
  const base = testDeps(knex);
  const settings = {
    ...base.providers.default.settings,
    billerId: '012345678901234',
    billerName: 'Other Shop',
  };
  const account = { ...base.providers.default, id: 'acc_other', settings };
  const deps = withAccount(base, account);
  const { merchant } = await testMerchant(knex, { openingSatang: 50_000 });
  const accountOf = async (id: string) =>
    (await knex('orders').where('id', id).first('provider_account_id'))
      .provider_account_id as string;
  return { knex, base, deps, merchant, accountOf };
}

test('a payment belongs to the account whose connector encodes its QR code', async () => {
  const { knex, deps, merchant, accountOf } = await setUp();
  const id = await testPayment(deps, merchant);
  expect(await accountOf(id)).toBe('acc_other');
  const { payload } = await knex('qr_codes').where('order_id', id).first('payload');
  expect(payload).toContain('0115012345678901234');
});

test("a withdrawal of a merchant with its own account is never on the platform's", async () => {
  const { knex, base, merchant } = await setUp();
  // The merchant's credit is on its own account, of which this process does not know yet.
  const outdated = { ...base.providers };
  const [own] = await knex('provider_accounts')
    .insert({
      id: 'pac_own',
      merchant_id: merchant.id,
      label: '',
      connector: 'generic',
      mode: 'test',
      settings_sealed: '',
      callback_token_hash: Buffer.alloc(32),
      callback_token_sealed: '',
    })
    .returning('id');
  const withdraw = () => testWithdrawal({ ...base, providers: outdated }, merchant);
  await expect(withdraw()).rejects.toMatchObject({ code: 'insufficient_funds' });
  expect(await knex('orders').where('kind', 'withdrawal')).toEqual([]);
  await knex('provider_accounts').where(own).delete();
  expect(await withdraw()).toBeTruthy();
});

test('a refund belongs to the account of its payment', async () => {
  const { base, deps, merchant, accountOf } = await setUp();
  const paymentId = await testPaidPayment(deps, merchant);
  // The default account has changed since.
  const refundId = await testRefund(
    { ...base, providers: { ...base.providers, find: (id) => deps.providers.find(id) } },
    merchant,
    { paymentId },
  );
  expect(await accountOf(refundId)).toBe('acc_other');
});

test("a checkout shows the bill of the deposit's own QR code", async () => {
  const { base, deps, merchant, accountOf } = await setUp();
  const { orderId, pageToken, ref } = await testDeposit(deps, merchant);
  expect(await accountOf(orderId)).toBe('acc_other');
  // The default account has changed since.
  const providers = { ...base.providers, find: (id: string) => deps.providers.find(id) };
  const { bill, billerName } = await findHostedDeposit({ ...base, providers }, pageToken);
  expect(bill).toEqual({ billerId: '012345678901234', ref1: ref, ref2: 'DEPOSIT' });
  expect(billerName).toBe('Other Shop');
});

test('a checkout shows the name of the installation for an account without a name', async () => {
  const { base, merchant } = await setUp();
  const { pageToken } = await testDeposit(base, merchant);
  expect((await findHostedDeposit(base, pageToken)).billerName).toBe('Saphan Sandbox');
});

describe('an order with a choice of accounts', () => {
  async function setUpChoice() {
    const { knex } = await testDatabase();
    const deps = testDeps(knex);
    const { merchant } = await testMerchant(knex, { openingSatang: 50_000 });
    const settings = { url: 'https://bank.example.th', keys: ['k'], billerId: '099400016550100' };
    const bank = { merchantId: null, connector: 'generic', label: 'Second bank', settings };
    const orderOf = (id: string) =>
      knex('orders').where('id', id).first('provider_account_id', 'routing');
    return { deps, merchant, bank, orderOf };
  }

  it('is stored with the decision', async () => {
    const { deps, merchant, bank, orderOf } = await setUpChoice();
    const second = await addOpenAccount(deps, commandAudit, { ...bank, priority: 1 });
    await setAccountStatus(deps, commandAudit, second, 'paused');
    const first = await testPayment(deps, merchant);
    const others = [{ accountId: second, because: 'not_on' }];
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(await orderOf(first)).toEqual({
      provider_account_id: 'default',
      routing: [{ accountId: 'default', rule: null, others, at, after: null }],
    });
    await setAccountStatus(deps, commandAudit, second, 'on');
    const ids = [
      await testPayment(deps, merchant),
      (await testDeposit(deps, merchant)).orderId,
      await testWithdrawal(deps, merchant),
    ];
    for (const id of ids) {
      expect(await orderOf(id)).toEqual({
        provider_account_id: second,
        routing: [
          {
            accountId: second,
            rule: null,
            others: [{ accountId: 'default', because: 'priority' }],
            at,
            after: null,
          },
        ],
      });
    }
  });

  it('is stored without a decision when there is one account', async () => {
    const { deps, merchant, orderOf } = await setUpChoice();
    const id = await testPayment(deps, merchant);
    expect(await orderOf(id)).toEqual({ provider_account_id: 'default', routing: null });
  });

  it('is refused when no account is on', async () => {
    const { deps, merchant } = await setUpChoice();
    await setAccountStatus(deps, commandAudit, 'default', 'paused');
    await expect(testPayment(deps, merchant)).rejects.toMatchObject({
      code: 'unavailable',
      detail: { headers: { 'Retry-After': '30' } },
    });
    await expect(testWithdrawal(deps, merchant)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is refused when its amount is outside the limits of every account', async () => {
    const { deps, merchant, bank } = await setUpChoice();
    await setAccountStatus(deps, commandAudit, 'default', 'off');
    const settings = { secretKey: 'skey_test_5sqhgjedme2u2atfhuc' };
    await addOpenAccount(deps, commandAudit, {
      ...bank,
      connector: 'omise',
      priority: 1,
      settings,
    });
    const token = { tokenId: 'tok_success', amountSatang: 1_900, reference: null, metadata: null };
    await expect(createTokenPayment(deps, merchant, token, null)).rejects.toMatchObject({
      code: 'amount_out_of_range',
    });
    const known = { ...token, tokenId: 'tokn_test_5sqhgjedme2u2atfhuc', amountSatang: 2_000 };
    const { order } = await createTokenPayment(deps, merchant, known, null);
    expect(order.paymentId).toMatch(/^pay_/);
  });
});
