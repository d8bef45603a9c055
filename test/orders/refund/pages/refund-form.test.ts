import { findViolations } from '../../../../src/reports/store/invariants';
import type { Merchant } from '../../../../src/kernel/merchants/store';
import { testCallback, testPayment, testWithdrawal } from '../../../support/gateway';
import { billAccount, omiseAccount, putOnAccount } from '../../../support/provider-accounts';
import { testPaidPayment, testRefund } from '../../../support/refunds';
import { resolveAs } from '../../../support/resolve';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { startDashboard, type Member, type Dashboard } from '../../../pages/dashboard/dashboard';
import { testDraft } from '../../../pages/dashboard/refund-drafts';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 100_000 });
  owner = await dashboard.addMember('owner');
});
afterEach(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const pathOf = (paymentId: string) => `/dashboard/payments/${paymentId}/refund`;
const paid = (callback?: object) =>
  testPaidPayment(dashboard.deps, dashboard.merchant, {}, callback);
const review = (paymentId: string, fields: Readonly<Record<string, string>>, as = owner) =>
  dashboard.post(`${pathOf(paymentId)}/review`, fields, { as });
const press = (paymentId: string, draft: string, as = owner) =>
  dashboard.post(pathOf(paymentId), { draft }, { as });
const draftIn = (text: string): string => /name="draft" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function reviewed(paymentId: string, amount: string): Promise<string> {
  const { status, text } = await review(paymentId, { amount });
  expect(status).toBe(200);
  return draftIn(text);
}

const refundsOf = async (paymentId: string) => {
  const { db } = dashboard.deps;
  return db('refunds')
    .join('orders', 'orders.id', 'refunds.order_id')
    .where('payment_id', paymentId)
    .pluck<number[]>('amount_satang');
};
const actsOn = (subject: string) =>
  dashboard.deps.db('audit_log').where({ subject }).pluck<string[]>('act');

test('a reviewed refund is made as shown, and the audit log names the person', async () => {
  const id = await paid();
  const form = await dashboard.get(pathOf(id), { as: owner });
  expect(form.text).toContain('xxx-x-x2333-x');
  const { text } = await review(id, { amount: '40', reason: 'One <b>cup</b> was broken' });
  expect(text).toContain('Refund ฿40.00?');
  expect(text).toContain('One &lt;b>cup');
  expect(text).toContain('฿60.00');
  const answer = await press(id, draftIn(text));
  expect(answer.status).toBe(303);
  const [, refundId = ''] = /^\/dashboard\/refunds\/(re_\w+)\?done=refund_begun$/.exec(
    answer.headers.get('location') ?? '',
  ) ?? [''];
  expect(await refundsOf(id)).toEqual([4_000]);
  expect(await actsOn(refundId)).toEqual(['refund.created']);
  const [detail] = await dashboard.deps
    .db('audit_log')
    .where({ subject: refundId })
    .pluck('detail');
  expect(JSON.parse(detail)).toEqual({
    payment: id,
    amountSatang: 4_000,
    bank: 'SCB',
    account: 'xxx-x-x2333-x',
  });
  const page = await dashboard.get(`/dashboard/refunds/${refundId}`, { as: owner });
  expect(page.text).toContain('By Test owner, in the dashboard');
  expect(dashboard.deps.offered.at(-1)).toMatchObject({ topic: 'start', subject: refundId });
});

test.each([
  ['more than', 10_500, {}, '105'],
  ['less than', 8_000, { rest: 'paid_in_full' }, '80'],
] as const)('the form offers what was credited: %s the amount', async (_, got, more, offered) => {
  const id = await testPayment(dashboard.deps, dashboard.merchant);
  await testCallback(dashboard.deps, id, {
    reported: 'succeeded',
    amountSatang: got,
    transactionId: `T-${id}`,
  });
  await applyPending(dashboard.deps.db, id);
  const [exception] = await dashboard.deps.db('exceptions').where('order_id', id).pluck('id');
  await resolveAs(dashboard.deps.db, exception, 'accept', more);
  const { text } = await dashboard.get(pathOf(id), { as: owner });
  expect(text).toContain(`<span class="money">฿${offered}.00</span>`);
  expect(text).toMatch(new RegExp(`name="amount" value="${offered}"`));
});

describe('one reviewed refund', () => {
  it('is made once for repeated and concurrent submissions', async () => {
    const id = await paid();
    const draft = await reviewed(id, '40');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => press(id, draft)));
    answers.push(await press(id, draft));
    const places = answers.map(({ headers }) => headers.get('location'));
    expect(new Set(places).size).toBe(1);
    expect(answers.every(({ status }) => status === 303)).toBe(true);
    expect(await refundsOf(id)).toEqual([4_000]);
    const [refund] = await dashboard.deps.db('refunds').where('payment_id', id).pluck('order_id');
    expect(await actsOn(refund)).toEqual(['refund.created']);
  });

  it('is made once when reviewed in two windows', async () => {
    const id = await paid();
    const developer = await dashboard.addMember('developer');
    const drafts = [await reviewed(id, '40'), await reviewed(id, '40')];
    await press(id, drafts[0] ?? '');
    expect((await press(id, drafts[1] ?? '', developer)).status).toBe(303);
    expect(await refundsOf(id)).toEqual([4_000]);
  });

  it('is another refund when reviewed again after it was made', async () => {
    const id = await paid();
    for (const amount of ['40', '40']) await press(id, await reviewed(id, amount));
    expect(await refundsOf(id)).toEqual([4_000, 4_000]);
  });
});

describe('a refund is rejected', () => {
  it('when a second window refunds another amount, and says so', async () => {
    const id = await paid();
    const [first, second] = [await reviewed(id, '40'), await reviewed(id, '50')];
    await press(id, first);
    const answer = await press(id, second);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Another refund was made in the meantime');
    expect(await refundsOf(id)).toEqual([4_000]);
  });

  it('when the API has refunded the rest, with a fault at the amount', async () => {
    const id = await paid();
    const draft = await reviewed(id, '40');
    await testRefund(dashboard.deps, dashboard.merchant, { paymentId: id, amountSatang: 7_000 });
    const answer = await press(id, draft);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/id="amount-fault"[^>]*>That is more than the amount left/);
    expect(await refundsOf(id)).toEqual([7_000]);
  });

  it('when it exceeds the rest, with a fault at the field, which keeps its value', async () => {
    const id = await paid();
    const answer = await review(id, { amount: '101' });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/id="amount-fault"[^>]*>That is more than the amount left/);
    expect(answer.text).toContain('value="101"');
  });

  it('when the balance is insufficient, without moving money', async () => {
    const id = await paid();
    const draft = await reviewed(id, '100');
    const { db } = dashboard.deps;
    const merchant = await dashboard.openMerchant('Poor shop');
    const poor = await dashboard.addMember('owner', merchant);
    const theirs = await testPaidPayment(dashboard.deps, merchant);
    const { text } = await review(theirs, { amount: '100' }, poor);
    await testRefund(dashboard.deps, dashboard.merchant, { paymentId: id });
    await spend(merchant);
    const answer = await press(theirs, draftIn(text), poor);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Insufficient available balance');
    expect(await refundsOf(theirs)).toEqual([]);
    expect(await db('audit_log').where({ scope: merchant.id, act: 'refund.created' })).toEqual([]);
    expect((await press(id, draft)).status).toBe(400);
  });

  it.each(['pending', 'failed', 'expired'])('when the payment is %s', async (to) => {
    const id = await testPayment(dashboard.deps, dashboard.merchant);
    if (to === 'failed') await testCallback(dashboard.deps, id, { reported: 'failed' });
    if (to === 'failed') await applyPending(dashboard.deps.db, id);
    if (to === 'expired')
      await dashboard.post(`/dashboard/payments/${id}/expire`, {}, { as: owner });
    const form = await dashboard.get(pathOf(id), { as: owner });
    expect(form.text).toContain('Only paid payments can be refunded.');
    expect(form.text).not.toContain('name="amount"');
    expect((await review(id, { amount: '1' })).status).toBe(400);
    const draft = testDraft(dashboard.deps, { merchantId: dashboard.merchant.id, paymentId: id });
    expect((await press(id, draft)).status).toBe(400);
    expect(await refundsOf(id)).toEqual([]);
  });

  it('when the review page has expired', async () => {
    const id = await paid();
    const own = { merchantId: dashboard.merchant.id, paymentId: id };
    expect(
      (await press(id, testDraft(dashboard.deps, { ...own, untilMs: Date.now() - 1 }))).status,
    ).toBe(403);
    expect(await refundsOf(id)).toEqual([]);
  });
});

/** Withdraws the whole balance. */
async function spend(merchant: Merchant): Promise<void> {
  const { deps } = dashboard;
  const balance = await deps.db('balances').where('merchant_id', merchant.id).first();
  const amountSatang = balance.available_satang as number;
  const out = await testWithdrawal(deps, merchant, { amountSatang });
  await testCallback(deps, out, { reported: 'succeeded' });
  await applyPending(deps.db, out);
}

it.each([
  ['of another payment', (other: string) => ({ paymentId: other })],
  ['of another merchant', () => ({ merchantId: 'mer_other' })],
])('a draft %s is rejected', async (_name, change) => {
  const [id, other] = [await paid(), await paid()];
  const own = { merchantId: dashboard.merchant.id, paymentId: id };
  const draft = testDraft(dashboard.deps, { ...own, ...change(other) });
  expect((await press(id, draft)).status).toBe(403);
  expect((await press(id, 'made-up')).status).toBe(403);
  expect([await refundsOf(id), await refundsOf(other)]).toEqual([[], []]);
});

it.each([
  ['1', '฿1.00'],
  ['100.00', '฿100.00'],
  [' ฿ 50 ', '฿50.00'],
  ['๑๐๐', '฿100.00'],
])('the amount field accepts %p', async (typed, shown) => {
  const { status, text } = await review(await paid(), { amount: typed });
  expect([status, text.includes(`Refund ${shown}?`)]).toEqual([200, true]);
});

it.each(['', '0', '-5', '50.50', '1,5', '1e1', 'all', '0x10', '3000000'])(
  'the amount field rejects %p with a fault',
  async (typed) => {
    const answer = await review(await paid(), { amount: typed });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('id="amount-fault"');
    expect(draftIn(answer.text)).toBe('');
  },
);

describe('a payment without a known payer account', () => {
  const account = {
    bank_name: 'กสิกรไทย',
    account_number: '987-6-54321-0',
    account_name: 'สมหญิง ใจดี',
  };

  it('is refunded to the entered account, which every page masks', async () => {
    const id = await paid({});
    const form = await dashboard.get(pathOf(id), { as: owner });
    expect(form.text).toContain('name="account_number"');
    const { status, text } = await review(id, { amount: '100', ...account });
    expect(status).toBe(200);
    expect(text).toContain('xxx-x-x4321-x');
    expect(text).not.toMatch(/987-?6-?54321-?0/);
    await press(id, draftIn(text));
    const row = await dashboard.deps.db('refunds').where('payment_id', id).first();
    expect([row.bank_code, row.account_mask]).toEqual(['004', 'xxx-x-x4321-x']);
  });

  it('is refunded by owners only: a developer cannot enter an account', async () => {
    const id = await paid({});
    const developer = await dashboard.addMember('developer');
    const form = await dashboard.get(pathOf(id), { as: developer });
    expect(form.text).not.toContain('name="account_number"');
    expect(form.text).toContain('Only owners can choose the account');
    const answer = await review(id, { amount: '100', ...account }, developer);
    expect(answer.status).toBe(403);
    expect(draftIn(answer.text)).toBe('');
    const draft = draftIn((await review(id, { amount: '100', ...account })).text);
    expect((await press(id, draft, developer)).status).toBe(403);
    expect(await refundsOf(id)).toEqual([]);
  });

  it.each([
    ['bank_name', ''],
    ['account_number', '12'],
    ['account_name', ' '],
  ])('rejects %s when it is %p', async (name, value) => {
    const answer = await review(await paid({}), { amount: '100', ...account, [name]: value });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`id="${name}-fault"`);
  });
});

describe('the form and the preview show how the refund is paid', () => {
  it.each([
    ['default', 'The payment provider transfers the money to the account.'],
    ['manual', 'Our staff transfers the money to the account by hand.'],
    ['native', 'The payment provider returns the money to the payer.'],
  ] as const)('with a %s account: %s', async (kind, text) => {
    const id = await paid();
    const { deps } = dashboard;
    const accounts = { manual: billAccount, native: omiseAccount };
    if (kind !== 'default') await putOnAccount(deps, id, await accounts[kind](deps));
    const form = await dashboard.get(pathOf(id), { as: owner });
    expect(form.text).toContain(text);
    const account = { bank_name: 'KBANK', account_number: '9876543210', account_name: 'A' };
    const isAsked = form.text.includes('name="account_number"');
    expect(isAsked).toBe(kind === 'manual');
    const preview = await review(id, { amount: '40', ...(isAsked ? account : {}) });
    expect(preview.text).toContain(text);
    const shown = {
      default: 'xxx-x-x2333-x',
      manual: 'xxx-x-x4321-x',
      native: 'Account that paid',
    };
    expect(preview.text).toContain(shown[kind]);
    const made = await press(id, draftIn(preview.text));
    const page = await dashboard.get(made.headers.get('location') ?? '', { as: owner });
    const paidBy = {
      default: 'Payment provider, by transfer',
      manual: 'By hand',
      native: 'Payment provider, to the payer',
    };
    expect(page.text).toContain(paidBy[kind]);
  });
});

test('a refund from an own account whose provider refunds nothing is recorded only', async () => {
  const id = await paid();
  const order = () => dashboard.get(`/dashboard/payments/${id}`, { as: owner });
  expect((await order()).text).toContain(`href="${pathOf(id)}"`);
  const own = await billAccount(dashboard.deps, dashboard.merchant.id);
  await putOnAccount(dashboard.deps, id, own);
  expect((await order()).text).toContain('Record a refund');
  // The gateway cannot pay out what lies in the merchant's own bank.
  const home = await dashboard.get('/dashboard', { as: owner });
  expect(home.text).toContain('At your own provider accounts.');
  expect(home.text).not.toContain('Can be paid out or refunded now');
  const { text } = await dashboard.get(pathOf(id), { as: owner });
  expect(text).toContain('Return the money from that account.');
  expect(text).not.toContain('Only paid payments can be refunded.');
  await dashboard.deps.db('provider_accounts').where('id', own).update({ merchant_id: null });
  expect(text).toContain(`action="${pathOf(id)}/record"`);
  const developer = await dashboard.addMember('developer');
  const asDeveloper = await dashboard.get(pathOf(id), { as: developer });
  expect(asDeveloper.text).not.toContain(`action="${pathOf(id)}/record"`);
});

describe('a refund that the merchant paid from its own account', () => {
  const record = (paymentId: string, fields: Readonly<Record<string, string>>, as = owner) =>
    dashboard.post(`${pathOf(paymentId)}/record`, fields, { as });
  const ownPayment = async () => {
    const id = await paid();
    const own = await billAccount(dashboard.deps, dashboard.merchant.id);
    await putOnAccount(dashboard.deps, id, own);
    return id;
  };

  it('is recorded as paid, with bank reference and person, and sends no money', async () => {
    const { db } = dashboard.deps;
    const id = await ownPayment();
    const before = await db('balances').where('merchant_id', dashboard.merchant.id).first();
    const answer = await record(id, { amount: '40', reference: 'OWN-0001', reason: 'Returned' });
    expect(answer.status).toBe(303);
    const [made] = await db('refunds').where('payment_id', id).select('order_id', 'reason');
    expect(made.reason).toBe('Returned');
    const order = await db('orders').where('id', made.order_id).first('status', 'amount_satang');
    expect(order).toEqual({ status: 'succeeded', amount_satang: 4_000 });
    const after = await db('balances').where('merchant_id', dashboard.merchant.id).first();
    expect(after.available_satang).toBe(before.available_satang - 4_000);
    expect(after.held_satang).toBe(before.held_satang);
    const request = await db('provider_requests').where('order_id', made.order_id).first();
    expect([request.is_manual, request.claims]).toEqual([true, 0]);
    expect(await actsOn(made.order_id)).toEqual(['refund.recorded']);
    const movement = await db('movements').where('order_id', made.order_id).first();
    expect([movement.transaction_id, movement.direction]).toEqual(['OWN-0001', 'out']);
  });

  it('is recorded once per bank reference, also by concurrent submissions', async () => {
    const id = await ownPayment();
    const sent = { amount: '30', reference: 'OWN-0002' };
    const answers = await Promise.all([1, 2, 3].map(() => record(id, sent)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409]);
    expect(await refundsOf(id)).toEqual([3_000]);
  });

  it.each([
    ['more than is left', { amount: '101', reference: 'OWN-0003' }, 400],
    ['no bank reference', { amount: '10', reference: '' }, 400],
    ['nothing', { amount: '0', reference: 'OWN-0004' }, 400],
  ])('is refused for %s', async (_, fields, status) => {
    const id = await ownPayment();
    expect((await record(id, fields)).status).toBe(status);
    expect(await refundsOf(id)).toEqual([]);
  });

  it('is refused for a payment whose money we hold, and to a developer', async () => {
    const held = await paid();
    await putOnAccount(dashboard.deps, held, await billAccount(dashboard.deps));
    expect((await record(held, { amount: '10', reference: 'OWN-0005' })).status).toBe(400);
    const id = await ownPayment();
    const developer = await dashboard.addMember('developer');
    const sent = { amount: '10', reference: 'OWN-0006' };
    expect((await record(id, sent, developer)).status).toBe(403);
    expect([await refundsOf(held), await refundsOf(id)]).toEqual([[], []]);
  });
});
