import { setApprovalRules } from '../../../../src/kernel/approvals/store/approval-rules';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import { noApprovalRules } from '../../../../src/kernel/approvals/rules/approval';
import { failed, testAttempt } from '../../../support/deliveries';
import {
  testCallback,
  testDeposit,
  testPayment,
  testSent,
  testWebhook,
  testWithdrawal,
} from '../../../support/gateway';
import { payer, testPaidPayment, testRefund } from '../../../support/refunds';
import { gifOf, testDepositWithSlip } from '../../../support/slips';
import { startDashboard, type Member, type Dashboard } from '../../../pages/dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 1_000_000 });
  owner = await dashboard.addMember('owner');
  const events = ['payment.pending', 'payment.succeeded'] as const;
  await testWebhook(dashboard.deps, dashboard.merchant, 'http://127.0.0.1:9/<hook>', events);
});
afterEach(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

async function show(path: string, as = owner): Promise<string> {
  const { status, text } = await dashboard.get(`/dashboard/${path}`, { as });
  expect(status).toBe(200);
  return text;
}

/** The text of a page, without tags. */
const textOf = (text: string): string =>
  text
    .replace(/^[^]*<main/, '<main')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

async function deliveryOf(orderId: string): Promise<string> {
  const deliveries = dashboard.deps.db('deliveries').where('order_id', orderId);
  const [first = ''] = await deliveries.orderBy('created_at').pluck<string[]>('id');
  return first;
}

test('an order shows the key and the request that created it, and no later request', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const asked = { amount: 100, currency: 'THB' };
  const { payment_id: id } = await dashboard.createQrCode(asked, { headers });
  await dashboard.createQrCode(asked, { headers });
  await dashboard.deps.requestLog.flush();
  const text = await show(`payments/${id}`);
  expect(textOf(text)).toContain('Via API, key test (sk_test_');
  const rows = dashboard.deps.db('api_requests').where('object_id', id);
  const kept = await rows.pluck<string[]>('id');
  expect(kept).toHaveLength(1);
  expect(text).toContain(`/dashboard/developers/requests/${kept[0]}`);
});

test('a payment shows callbacks, status changes, postings and delivery attempts', async () => {
  const { deps, merchant } = dashboard;
  const id = await testPayment(deps, merchant);
  await testAttempt(deps, await deliveryOf(id), { ...failed, answer: '<b>no</b>' });
  await testCallback(deps, id, {
    reported: 'succeeded',
    amountSatang: 12_000,
    transactionId: 'bank-17',
  });
  await applyPending(deps.db, id);
  const text = await show(`payments/${id}`);
  for (const words of [
    'Bank notification: paid ฿120.00',
    'Applied Transfer bank-17',
    'Pending → Paid',
    'Credited to your balance +฿100.00',
    'Held for review ฿20.00',
    'Amount mismatch',
    'Event payment.succeeded',
    'HTTP 500 payment.pending',
    'attempt 1, 12 ms',
    'Payment created',
    'Via API',
  ]) {
    expect(textOf(text)).toContain(words);
  }
  expect(text).toContain('&lt;b>no&lt;/b>');
  expect(text).toContain('http://127.0.0.1:9/&lt;hook>');
});

test("an order's page escapes metadata, references and reasons", async () => {
  const metadata = { '<i>order': '"><script>alert(1)</script>' };
  const id = await testPaidPayment(dashboard.deps, dashboard.merchant, {
    reference: '<u>1',
    metadata,
  });
  await testRefund(dashboard.deps, dashboard.merchant, { paymentId: id, reason: '<s>why' });
  const text = await show(`payments/${id}`);
  for (const raw of ['<i>order', '<script>alert', '<u>1', '<s>why']) {
    expect(text).not.toContain(raw);
    expect(text).toContain(raw.replace('<', '&lt;'));
  }
});

test('a page stays below 100 kB with large metadata, and pages through 60 attempts', async () => {
  const { deps, merchant } = dashboard;
  const metadata = { text: '"&<>'.repeat(3_000) };
  const id = await testPayment(deps, merchant, { metadata });
  const deliveryId = await deliveryOf(id);
  const answer = '"&<>'.repeat(256);
  for (let n = 0; n < 60; n++) {
    await testAttempt(deps, deliveryId, { ...failed, status: 'pending', answer });
  }
  const pages: string[] = [];
  for (let path: string | undefined = `payments/${id}`; path !== undefined;) {
    const text = await show(path);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    pages.push(text);
    path = /href="\/dashboard\/([^"]+\?before=[^"]+)"/.exec(text)?.[1];
  }
  const attempts = pages.map((text) => text.split('HTTP 500').length - 1);
  expect(attempts).toEqual([25, 25, 10]);
  expect(pages.map((text) => text.includes('Payment created'))).toEqual([false, false, true]);
});

test('a withdrawal shows its hold, submission and failure with a masked account', async () => {
  const { deps, merchant } = dashboard;
  const accountNumber = '9876543210';
  const id = await testWithdrawal(deps, merchant, { accountNumber });
  await testSent(deps.db, id, 'unknown');
  const failure = { code: 'account_closed', message: 'The account is closed.' };
  await testCallback(deps, id, { reported: 'failed', failure });
  await applyPending(deps.db, id);
  const text = await show(`withdrawals/${id}`);
  for (const words of [
    'Held from your balance −฿100.00',
    'Pending → Processing',
    'No clear answer from the bank',
    'Bank notification: not sent',
    'The account is closed.',
    'Released to your available balance +฿100.00',
    'xxx-x-x4321-x',
  ]) {
    expect(textOf(text)).toContain(words);
  }
  expect(text).not.toContain(accountNumber);
});

test('a withdrawal at the sandbox bank names the page that decides it, until it has', async () => {
  const { deps, merchant } = dashboard;
  const id = await testWithdrawal(deps, merchant);
  const words = 'You decide at the sandbox bank';
  expect(await show(`withdrawals/${id}`)).not.toContain(words);
  await testSent(deps.db, id, 'accepted');
  const text = await show(`withdrawals/${id}`);
  expect(text).toContain(words);
  expect(text).toContain(`href="${deps.config.sandboxBank.publicUrl}/?lang=en"`);
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(deps.db, id);
  expect(await show(`withdrawals/${id}`)).not.toContain(words);
});

test.each(['withdrawal', 'refund'] as const)(
  'a %s that needs an approval shows its status and a link to it',
  async (kind) => {
    const { deps, merchant } = dashboard;
    const paymentId = await testPaidPayment(deps, merchant);
    const create = {
      withdrawal: () => testWithdrawal(deps, merchant),
      refund: () => testRefund(deps, merchant, { paymentId, amountSatang: 4_000 }),
    }[kind];
    await setApprovalRules(deps.db, deps.vault, merchant.id, { ...noApprovalRules, fromSatang: 1 });
    const id = await create();
    await setApprovalRules(deps.db, deps.vault, merchant.id, noApprovalRules);
    const { id: approvalId } = await deps.db('approvals').where('subject', id).first('id');
    const text = await show(`${kind}s/${id}`);
    expect(textOf(text)).toContain(`Approval Waiting ${approvalId}`);
    expect(text).toContain(`href="/dashboard/approvals/${approvalId}"`);
    await deps.db('approvals').where('id', approvalId).update({
      status: 'expired',
      decided_at: deps.db.fn.now(),
    });
    expect(textOf(await show(`${kind}s/${id}`))).toContain(`Approval Expired ${approvalId}`);
  },
);

test('a deposit shows its slip, and serves the image unchanged in a sandbox', async () => {
  const picture = gifOf('<script>');
  const { id, slipId } = await testDepositWithSlip(dashboard.deps, dashboard.merchant, picture);
  const text = await show(`deposits/${id}`);
  expect(textOf(text)).toContain('Slip received');
  const path = /href="([^"]+\/slips\/[^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await fetch(`${dashboard.url}${path}`, {
    headers: { cookie: `saphan-session=${owner.token}` },
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  const viewed = { act: 'slip.viewed', subject: slipId };
  expect(await dashboard.deps.db('audit_log').where(viewed)).toHaveLength(1);
  const headers = ['content-type', 'content-security-policy', 'x-content-type-options'];
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    'image/gif',
    "default-src 'none'; sandbox",
    'nosniff',
  ]);
  await dashboard.deps.db('slip_images').where('slip_id', slipId).delete();
  expect((await dashboard.get(path, { as: owner })).status).toBe(404);
  expect(await show(`deposits/${id}`)).not.toContain('/slips/');
});

test('a page changes its ETag when its timeline changes, and only then', async () => {
  const { deps, merchant } = dashboard;
  const id = await testPayment(deps, merchant);
  const path = `/dashboard/payments/${id}`;
  const first = await dashboard.get(path, { as: owner });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await dashboard.get(path, { as: owner, headers })).status).toBe(304);
  await testAttempt(deps, await deliveryOf(id), failed);
  expect((await dashboard.get(path, { as: owner, headers })).status).toBe(200);
});

describe('closing a payment', () => {
  const end = (id: string) => dashboard.post(`/dashboard/payments/${id}/expire`, {}, { as: owner });
  const acts = (id: string) => dashboard.deps.db('audit_log').where('subject', id).pluck('act');
  const status = async (id: string) =>
    (await dashboard.deps.db('orders').where('id', id).first('status')).status as string;

  it('closes it once for concurrent requests and names the person', async () => {
    const id = await testPayment(dashboard.deps, dashboard.merchant);
    expect(await show(`payments/${id}`)).toContain(`/payments/${id}/expire`);
    const answers = await Promise.all([1, 2, 3].map(() => end(id)));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
    expect(await status(id)).toBe('expired');
    expect(await acts(id)).toEqual(['payment.expired']);
    const text = await show(`payments/${id}`);
    expect(textOf(text)).toContain('By Test owner, in the dashboard');
    expect(text).not.toContain(`/payments/${id}/expire`);
  });

  it('answers 409 when a pending callback has paid it', async () => {
    const id = await testPayment(dashboard.deps, dashboard.merchant);
    // This callback is still pending; closing applies it first.
    await testCallback(dashboard.deps, id, { reported: 'succeeded' });
    const answer = await end(id);
    expect([answer.status, await status(id), await acts(id)]).toEqual([409, 'succeeded', []]);
    expect(textOf(answer.text)).toContain(
      'Too late: this payment is already paid. Nothing changed.',
    );
  });
});

test('resending an event from the timeline is recorded as manual', async () => {
  const id = await testPaidPayment(dashboard.deps, dashboard.merchant);
  const deliveryId = await deliveryOf(id);
  await testAttempt(dashboard.deps, deliveryId, failed);
  dashboard.deps.offered.length = 0;
  const path = `/dashboard/payments/${id}`;
  const answer = await dashboard.post(`${path}/deliveries/${deliveryId}/resend`, {}, { as: owner });
  expect(answer.headers.get('location')).toBe(`${path}?done=delivery_resent`);
  expect(dashboard.deps.offered).toMatchObject([{ topic: 'deliver', subject: deliveryId }]);
  expect(textOf(await show(`payments/${id}`))).toContain('Resent manually');
});

test('a viewer sees the whole page without actions', async () => {
  const viewer = await dashboard.addMember('viewer');
  const paid = await testPaidPayment(dashboard.deps, dashboard.merchant, {}, { payer });
  const pending = await testPayment(dashboard.deps, dashboard.merchant);
  for (const id of [paid, pending]) {
    const text = (await show(`payments/${id}`, viewer)).replace(/^[^]*<main/, '');
    expect(text).toContain('Payment created');
    expect(text).not.toMatch(/<form|\/refund"/);
  }
});

test('a deposit shows the paying account and whether it is the expected one', async () => {
  const { deps, merchant } = dashboard;
  const shown = async (payer: object | null, payerMatches: boolean | null = null) => {
    const { orderId } = await testDeposit(deps, merchant, { bankName: 'SCB' });
    await testCallback(deps, orderId, {
      reported: 'succeeded',
      amountSatang: 10_000,
      payerMatches,
      bodySealed: deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body'),
    });
    await applyPending(deps.db, orderId);
    return textOf(await show(`deposits/${orderId}`));
  };
  const other = await shown({ bankName: 'KTB', accountNumber: '555-5-55123-5' }, false);
  expect(other).toContain('Expected from Siam Commercial Bank xxx-x-x6789-x');
  expect(other).toContain(
    'Paid from Krungthai Bank xxx-x-x5123-x Differs from the expected account',
  );
  const same = await shown({ bankName: 'SCB', accountNumber: '1234567890' }, true);
  expect(same).toContain('Paid from Siam Commercial Bank xxx-x-x6789-x');
  expect(same).not.toContain('Differs from the expected account');
  expect(await shown(null)).not.toContain('Paid from');
});

test('a payable payment shows its QR code with a link and a download', async () => {
  const { deps, merchant } = dashboard;
  const id = await testPayment(deps, merchant);
  const code = await deps.db('qr_codes').where('order_id', id).first('id');
  const path = `/Thai/qr-codes/${code.id}/image`;
  const pending = await show(`payments/${id}`);
  expect(pending).toContain(`<img src="${path}?format=svg" alt="QR code of this payment"`);
  expect(pending).toContain(`<code id="qr-link">${deps.config.http.publicUrl}${path}</code>`);
  expect(pending).toContain(`href="${path}?size=1000" download="${code.id}.png"`);
  const picture = await dashboard.get(`${path}?size=1000`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const past = new Date(Date.now() - 1_000);
  await deps.db('orders').where({ id }).update({ expires_at: past });
  expect(await show(`payments/${id}`)).not.toContain(path);
  const paid = await testPaidPayment(deps, merchant);
  expect(await show(`payments/${paid}`)).not.toContain('/image');
});
