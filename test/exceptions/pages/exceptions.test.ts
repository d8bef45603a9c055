import { findAuditFaults } from '../../../src/kernel/audit/store/audit-log';
import { findViolations } from '../../../src/reports/store/invariants';
import { newId } from '../../../src/platform/new-id';
import { PROVIDER_KEY } from '../../http/api';
import { testDeposit } from '../../support/gateway';
import { testPrice, testVat } from '../../support/prices';
import { startDashboard, type Dashboard } from '../../pages/dashboard/dashboard';
import {
  conflictingPayment,
  testOperator,
  excessDeposit,
  unknownPayout,
  type TestOperator,
} from '../../pages/console/operators';
import { asOwner } from '../../support/database';

let dashboard: Dashboard;
let operator: TestOperator;

beforeAll(async () => {
  dashboard = await startDashboard(
    { TEMPORAL_UI_URL: 'http://temporal.test/' },
    { openingSatang: 100_000 },
  );
  operator = await testOperator(dashboard, 'operator');
});
afterEach(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const PATH = '/console/exceptions';
const get = (path: string) => dashboard.get(path, { as: operator });
const resolve = (id: string, as: string, reason = 'Checked with the bank.') =>
  dashboard.post(`${PATH}/${id}/resolve`, { as, reason }, { as: operator });

async function balance(): Promise<readonly [number, number]> {
  const row = await dashboard.deps
    .db('balances')
    .where('merchant_id', dashboard.merchant.id)
    .first();
  return [row.available_satang, row.held_satang];
}

describe('the list of exceptions', () => {
  it('shows open ones oldest first, filters by kind, and lists resolved ones apart', async () => {
    const first = await excessDeposit(dashboard);
    const second = await conflictingPayment(dashboard);
    const open = (await get(PATH)).text;
    expect(open.indexOf(first.exceptionId)).toBeLessThan(open.indexOf(second.exceptionId));
    const ofKind = (await get(`${PATH}?kind=conflict`)).text;
    expect(ofKind).toContain(second.exceptionId);
    expect(ofKind).not.toContain(first.exceptionId);
    expect((await get(`${PATH}?state=resolved`)).text).not.toContain(first.exceptionId);
    await resolve(first.exceptionId, 'accept');
    expect((await get(PATH)).text).not.toContain(first.exceptionId);
    expect((await get(`${PATH}?state=resolved`)).text).toContain(first.exceptionId);
  });

  it('continues after the last item of a page', async () => {
    const first = await excessDeposit(dashboard);
    const second = await excessDeposit(dashboard);
    const { text } = await get(`${PATH}?after=${first.exceptionId}`);
    expect(text).toContain(second.exceptionId);
    expect(text).not.toContain(first.exceptionId);
  });
});

describe('the owner of an exception', () => {
  const own = (id: string, take: 'yes' | 'no', before = '', as = operator) =>
    dashboard.post(`${PATH}/${id}/owner`, { take, before }, { as });
  const ownerOf = async (id: string) =>
    (await dashboard.deps.db('exceptions').where({ id }).first('owner_id')).owner_id as string;

  it('is the operator who takes it on, by name in the list and on the page', async () => {
    const { exceptionId: mine } = await excessDeposit(dashboard);
    const { exceptionId: other } = await excessDeposit(dashboard);
    expect((await own(mine, 'yes')).status).toBe(303);
    expect(await ownerOf(mine)).toBe(operator.id);
    const of = async (query: string) => (await get(`${PATH}?${query}`)).text;
    expect(await of('owner=mine')).toContain(mine);
    expect(await of('owner=mine')).not.toContain(other);
    expect(await of('owner=nobody')).toContain(other);
    expect(await of('owner=nobody')).not.toContain(mine);
    expect(await of('owner=mine&kind=conflict')).toContain('No matching exceptions');
    expect(await of('owner=mine')).toMatch(/<td[^>]*>Test operator<\/td>/);
    const page = (await get(`${PATH}/${mine}`)).text;
    expect(page).toContain('Give back');
    expect(page).toMatch(/Owner<\/dt>\s*<dd[^>]*>Test operator/);
    expect((await get(`${PATH}/${other}`)).text).toContain('Take on');
  });

  it('is one of two who take it on at once, and the other is told', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const second = await testOperator(dashboard, 'operator');
    const answers = await Promise.all([
      own(exceptionId, 'yes'),
      own(exceptionId, 'yes', '', second),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toContain(
      'The exception or its owner has changed.',
    );
  });

  it('can be taken over and given back, and each change is in the audit log', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const second = await testOperator(dashboard, 'operator');
    await own(exceptionId, 'yes');
    expect((await own(exceptionId, 'yes', operator.id, second)).status).toBe(303);
    expect(await ownerOf(exceptionId)).toBe(second.id);
    expect((await own(exceptionId, 'no', operator.id)).status).toBe(409);
    expect((await own(exceptionId, 'no', second.id, second)).status).toBe(303);
    expect(await ownerOf(exceptionId)).toBeNull();
    const acts = dashboard.deps.db('audit_log').where('subject', exceptionId).orderBy('number');
    expect(await acts.pluck('act')).toEqual([
      'exception.taken',
      'exception.taken',
      'exception.given_back',
    ]);
  });

  it('keeps nobody from a decision, and stays with a resolved exception', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const second = await testOperator(dashboard, 'operator');
    await own(exceptionId, 'yes', '', second);
    expect((await resolve(exceptionId, 'accept')).status).toBe(303);
    expect(await ownerOf(exceptionId)).toBe(second.id);
    expect((await own(exceptionId, 'yes', second.id)).status).toBe(409);
    expect((await get(`${PATH}/${exceptionId}`)).text).not.toContain('Take over');
  });

  it('cannot be a viewer', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const viewer = await testOperator(dashboard, 'viewer');
    expect((await own(exceptionId, 'yes', '', viewer)).status).toBe(403);
    expect(await ownerOf(exceptionId)).toBeNull();
    expect((await own('exc_0000000001', 'yes')).status).toBe(404);
  });
});

describe('the page of an exception', () => {
  it("shows the callback's fields with masked account numbers", async () => {
    const { exceptionId, orderId } = await excessDeposit(dashboard);
    const { text } = await get(`${PATH}/${exceptionId}`);
    expect(text).toContain('payer.accountNumber');
    expect(text).toContain('••••••7890');
    expect(text).not.toContain('1234567890');
    expect(text).toContain('สมชาย ใจดี');
    expect(text).toContain(`TX-${orderId}`);
    expect(text).toContain('฿105.00');
    expect(text).toContain(orderId);
  });

  it('links the workflow of the order', async () => {
    const { exceptionId, orderId } = await excessDeposit(dashboard);
    const { text } = await get(`${PATH}/${exceptionId}`);
    const url = `http://temporal.test/namespaces/default/workflows/${orderId}`;
    expect(text).toContain(`href="${url}"`);
  });

  it('shows postings and the submissions to the provider', async () => {
    const { exceptionId } = await unknownPayout(dashboard);
    const { text } = await get(`${PATH}/${exceptionId}`);
    expect(text).toContain('held balance');
    expect(text).toContain('Requests sent');
    expect(text).toContain('Processing');
  });

  it("for an unknown order shows the callback's values", async () => {
    const named = newId('unknown');
    const callback = { orderId: named, status: 'success', amount: 42, transactionId: newId('TX') };
    await dashboard.call('POST', '/payment/gw/webhook', { key: PROVIDER_KEY, body: callback });
    const { id } = await dashboard.deps
      .db('exceptions')
      .join('callbacks', 'callbacks.id', 'exceptions.callback_id')
      .where('callbacks.named_order', named)
      .first('exceptions.id');
    const { text } = await get(`${PATH}/${id}`);
    expect(text).toContain(named);
    expect(text).toContain('฿42.00');
    // Its money is in suspense and must be posted.
    expect((await resolve(id, 'dismiss')).status).toBe(409);
    expect((await resolve(id, 'return')).status).toBe(303);
  });

  it('compares the payer when unknown money is assigned to a deposit', async () => {
    const { orderId } = await testDeposit(dashboard.deps, dashboard.merchant);
    const named = newId('unknown');
    const payer = { bankName: 'SCB', accountNumber: '9999999999' };
    const callback = {
      orderId: named,
      status: 'success',
      amount: 100,
      transactionId: named,
      payer,
    };
    await dashboard.call('POST', '/deposit/gw/webhook', { key: PROVIDER_KEY, body: callback });
    const { id } = await dashboard.deps
      .db('exceptions')
      .join('callbacks', 'callbacks.id', 'exceptions.callback_id')
      .where('callbacks.named_order', named)
      .first('exceptions.id');
    const sent = { as: 'assign', to: orderId, reason: 'Slip of the customer.' };
    const answer = await dashboard.post(`${PATH}/${id}/resolve`, sent, { as: operator });
    expect(answer.status).toBe(303);
    const order = await dashboard.deps.db('orders').where('id', orderId).first();
    expect([order.status, order.payer_matches]).toEqual(['succeeded', false]);
    const { text } = await get(`${PATH}/${id}`);
    expect(text).toContain(
      `<a href="/console/orders/${orderId}"><code>${orderId}</code></a> · ฿100.00`,
    );
  });

  it('shows candidates first, then the order and the true postings, and keeps a typo', async () => {
    const { orderId } = await testDeposit(dashboard.deps, dashboard.merchant, {
      amountSatang: 99_000,
    });
    const named = newId('unknown');
    const callback = { orderId: named, status: 'success', amount: 321.5, transactionId: named };
    await dashboard.call('POST', '/deposit/gw/webhook', { key: PROVIDER_KEY, body: callback });
    const same = await testDeposit(dashboard.deps, dashboard.merchant, { amountSatang: 32_150 });
    await dashboard.deps
      .db('orders')
      .where('id', same.orderId)
      .update({ created_at: new Date(Date.now() - 60_000) });
    const { id } = await dashboard.deps
      .db('exceptions')
      .join('callbacks', 'callbacks.id', 'exceptions.callback_id')
      .where('callbacks.named_order', named)
      .first('exceptions.id');
    const assign = `${PATH}/${id}/resolve?as=assign`;
    const { text: choice } = await get(assign);
    expect(choice).toContain(`${PATH}/${id}/resolve?as=assign&amp;to=${same.orderId}`);
    expect(choice).not.toContain(orderId);
    const { text: typo } = await get(`${assign}&to=pay_nothing`);
    expect(typo).toContain('value="pay_nothing"');
    expect(typo).toContain('No order or merchant with this ID can receive the money');
    // An order of 990: all of it stays in suspense.
    const { text: short } = await get(`${assign}&to=${orderId}`);
    expect(short).toContain('฿990.00');
    const [table = ''] = /<table[\s\S]*?<\/table>/.exec(short) ?? [];
    expect(table.match(/Suspense/g)).toHaveLength(2);
    expect(table).not.toContain('available balance');
    const { text: whole } = await get(`${assign}&to=${same.orderId}`);
    const [fitting = ''] = /<table[\s\S]*?<\/table>/.exec(whole) ?? [];
    expect(fitting).toContain('available balance');
    const wrong = { as: 'assign', to: 'pay_nothing', reason: 'Slip of the customer.' };
    const answer = await dashboard.post(`${PATH}/${id}/resolve`, wrong, { as: operator });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('value="pay_nothing"');
  });

  it('shows the fee of money that is assigned to a merchant, before and after', async () => {
    const { deps } = dashboard;
    const merchant = await dashboard.openMerchant('Priced');
    await testVat(deps);
    await testPrice(deps, merchant, 'qr', '1.65%');
    const named = newId('unknown');
    const callback = { orderId: named, status: 'success', amount: 100, transactionId: named };
    await dashboard.call('POST', '/deposit/gw/webhook', { key: PROVIDER_KEY, body: callback });
    const { id } = await deps
      .db('exceptions')
      .join('callbacks', 'callbacks.id', 'exceptions.callback_id')
      .where('callbacks.named_order', named)
      .first('exceptions.id');
    const { text: plan } = await get(`${PATH}/${id}/resolve?as=assign&to=${merchant.id}`);
    expect(plan).toContain('Fees earned');
    expect(plan).toContain('฿1.65');
    expect(plan).toContain('฿0.12');
    const sent = { as: 'assign', to: merchant.id, reason: 'Letter of the bank.' };
    await dashboard.post(`${PATH}/${id}/resolve`, sent, { as: operator });
    expect((await get(`${PATH}/${id}`)).text).toContain('฿1.65 and ฿0.12 VAT');
    const owner = await dashboard.addMember('owner', merchant);
    const { text: statement } = await dashboard.get('/dashboard/balance', { as: owner });
    expect(statement).toContain('VAT on the fee');
  });

  it('answers 404 for an unknown id', async () => {
    expect((await get(`${PATH}/exc_none`)).status).toBe(404);
  });
});

describe('the preview of a resolution', () => {
  it.each([
    ['accept', '฿5.00', 'Suspense', 'available balance'],
    ['return', '฿5.00', 'Suspense', 'Our account at the provider'],
    ['write_off', '฿5.00', 'Suspense', 'Written off'],
  ])('as %s shows a posting of %s from %s to %s', async (as, money, from, to) => {
    const { exceptionId } = await excessDeposit(dashboard);
    const { status, text } = await get(`${PATH}/${exceptionId}/resolve?as=${as}`);
    expect(status).toBe(200);
    const [table = ''] = /<table[\s\S]*?<\/table>/.exec(text) ?? [];
    for (const part of [money, from, to]) expect(table).toContain(part);
  });

  it.each([
    ['release', 'available balance'],
    ['complete', 'Our account at the provider'],
  ])('of a payout as %s shows a posting of the held amount to %s', async (as, to) => {
    const { exceptionId } = await unknownPayout(dashboard);
    const { text } = await get(`${PATH}/${exceptionId}/resolve?as=${as}`);
    const [table = ''] = /<table[\s\S]*?<\/table>/.exec(text) ?? [];
    for (const part of ['held balance', to, '฿100.00']) expect(table).toContain(part);
  });

  it('shows the balance after posting', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const [available] = await balance();
    const { text } = await get(`${PATH}/${exceptionId}/resolve?as=accept`);
    expect(text).toContain(`${((available + 500) / 100).toLocaleString('en')}`);
  });

  it('says when nothing is posted', async () => {
    const { exceptionId } = await conflictingPayment(dashboard);
    const { text } = await get(`${PATH}/${exceptionId}/resolve?as=dismiss`);
    expect(text).toContain('No money moves');
  });

  it('requires a reason', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const answer = await resolve(exceptionId, 'accept', ' ');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('id="reason-fault"');
  });
});

describe('a reason that is too short', () => {
  it('is rejected with a fault at its field and keeps the typed values', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const sent = { as: 'accept', amount_accept: '2', amount_return: '3', reason: 'why <b>' };
    const { status, text } = await dashboard.post(`${PATH}/${exceptionId}/resolve`, sent, {
      as: operator,
    });
    expect(status).toBe(400);
    expect(text).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>why &lt;b><\/textarea>/);
    expect(text).toMatch(/id="reason-fault" class="fault">Too short\. Enter at least 10 /);
    expect(text).toMatch(/type="hidden" name="amount_accept" value="2.00"/);
    expect(text).toMatch(/type="hidden" name="amount_return" value="3.00"/);
    expect((await resolve(exceptionId, 'accept', '1234567890')).status).toBe(303);
  });

  it('of a correction is rejected in the same way, with the form open', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    await resolve(exceptionId, 'accept');
    const correct = (reason: string) =>
      dashboard.post(`${PATH}/${exceptionId}/correct`, { reason }, { as: operator });
    const { status, text } = await correct('oops');
    expect(status).toBe(400);
    expect(text).toMatch(/<details class="more" open>/);
    expect(text).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>oops<\/textarea>/);
    expect(text).toContain('id="reason-fault"');
    expect((await correct('Accepted by mistake.')).status).toBe(303);
  });
});

describe('a resolution', () => {
  it('posts once for repeated and concurrent submissions', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const [before] = await balance();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => resolve(exceptionId, 'accept')),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    for (const { status, text } of answers) {
      if (status !== 303) expect([status, text.includes('already resolved')]).toEqual([409, true]);
    }
    expect((await resolve(exceptionId, 'return')).status).toBe(409);
    expect(await balance()).toEqual([before + 500, expect.any(Number)]);
    const lines = await dashboard.deps
      .db('audit_log')
      .where({ scope: 'operators', subject: exceptionId });
    expect(lines).toMatchObject([{ act: 'exception.resolved', actor_id: operator.id }]);
  });

  it.each([
    ['complete', 0, -10_000],
    ['release', 10_000, -10_000],
  ])('of a payout as %s ends the order and its hold', async (as, available, held) => {
    const { exceptionId } = await unknownPayout(dashboard);
    const before = await balance();
    expect((await resolve(exceptionId, as)).status).toBe(303);
    expect(await balance()).toEqual([before[0] + available, before[1] + held]);
    expect((await get(`${PATH}/${exceptionId}`)).text).toContain('Test operator');
  });

  it('posts nothing when the balance is insufficient, and says why', async () => {
    const poor = await startDashboard();
    const { exceptionId, orderId } = await conflictingPayment(poor);
    const db = poor.deps.db;
    await db('balances').where('merchant_id', poor.merchant.id).update({ available_satang: 0 });
    const seat = await testOperator(poor, 'operator');
    const sent = { as: 'charge', reason: 'Reversed by the bank.' };
    const answer = await poor.post(`${PATH}/${exceptionId}/resolve`, sent, { as: seat });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Insufficient available balance');
    expect(await db('transfers').where({ order_id: orderId, kind: 'charge' })).toEqual([]);
  });

  it('posts nothing when it does not apply to the exception', async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const before = await balance();
    expect((await resolve(exceptionId, 'charge')).status).toBe(409);
    expect(await balance()).toEqual(before);
    expect((await resolve(exceptionId, 'anything')).status).toBe(400);
  });

  it("is recorded in the operators' audit log, where changes are detected", async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    await resolve(exceptionId, 'return', 'Sent back by\nthe bank.');
    const { db, vault } = dashboard.deps;
    const activity = await get('/console/settings/activity');
    expect(activity.text).toContain('Resolved an exception');
    expect(activity.text).toContain('Sent back by the bank.');
    expect(await findAuditFaults(db, vault)).toEqual([]);
    const line = { scope: 'operators', subject: exceptionId };
    await expect(db('audit_log').where(line).update({ actor_id: 'opr_other' })).rejects.toThrow(
      'permission denied for table audit_log',
    );
    const { number } = await db('audit_log').where(line).first('number');
    await asOwner(
      db,
      `alter table audit_log disable trigger all;
       update audit_log set actor_id = 'opr_other' where scope = 'operators' and number = ${number};
       alter table audit_log enable trigger all`,
    );
    expect(await findAuditFaults(db, vault)).toEqual([
      { scope: 'operators', number, fault: 'altered' },
    ]);
  });
});
