import { applyPending } from '../../../src/db/orders/apply-transition';
import { findViolations } from '../../../src/db/ledger/invariants';
import { failed, testAttempt } from '../../support/deliveries';
import {
  testCallback,
  testDeposit,
  testPayment,
  testSent,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { payer, testPaidPayment, testRefund } from '../../support/refunds';
import { gifOf, testDepositWithSlip } from '../../support/slips';
import { startDesk } from './dashboard';
import type { Clerk, Desk } from './dashboard';

let desk: Desk;
let owner: Clerk;
beforeAll(async () => {
  desk = await startDesk({}, { openingSatang: 1_000_000 });
  owner = await desk.clerk('owner');
  const events = ['payment.pending', 'payment.succeeded'] as const;
  await testWebhook(desk.deps, desk.merchant, 'http://127.0.0.1:9/<hook>', events);
});
afterEach(async () => {
  expect(await findViolations(desk.deps.db)).toEqual([]);
});

async function show(path: string, as = owner): Promise<string> {
  const { status, text } = await desk.get(`/dashboard/${path}`, { as });
  expect(status).toBe(200);
  return text;
}

/** The text of a page, without tags. */
const said = (text: string): string =>
  text
    .replace(/^[^]*<main/, '<main')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

async function deliveryOf(orderId: string): Promise<string> {
  const deliveries = desk.deps.db('deliveries').where('order_id', orderId);
  const [first = ''] = await deliveries.orderBy('created_at').pluck<string[]>('id');
  return first;
}

test('an order shows the key and the request that created it, and no later request', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const asked = { amount: 100, currency: 'THB' };
  const { payment_id: id } = await desk.createQrCode(asked, { headers });
  await desk.createQrCode(asked, { headers });
  await desk.deps.requestLog.flush();
  const text = await show(`payments/${id}`);
  expect(said(text)).toContain('Via API, key test (sk_test_');
  const rows = desk.deps.db('api_requests').where('object_id', id);
  const kept = await rows.pluck<string[]>('id');
  expect(kept).toHaveLength(1);
  expect(text).toContain(`/dashboard/developers/requests/${kept[0]}`);
});

test('a payment shows callbacks, status changes, postings and delivery attempts', async () => {
  const { deps, merchant } = desk;
  const id = await testPayment(deps, merchant);
  await testAttempt(deps, await deliveryOf(id), { ...failed, answer: '<b>no</b>' });
  await testCallback(deps, id, {
    heard: 'succeeded',
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
    expect(said(text)).toContain(words);
  }
  expect(text).toContain('&lt;b&gt;no&lt;/b&gt;');
  expect(text).toContain('http://127.0.0.1:9/&lt;hook&gt;');
});

test("an order's page escapes metadata, references and reasons", async () => {
  const metadata = { '<i>order': '"><script>alert(1)</script>' };
  const id = await testPaidPayment(desk.deps, desk.merchant, { reference: '<u>1', metadata });
  await testRefund(desk.deps, desk.merchant, { paymentId: id, reason: '<s>why' });
  const text = await show(`payments/${id}`);
  for (const raw of ['<i>order', '<script>alert', '<u>1', '<s>why']) {
    expect(text).not.toContain(raw);
    expect(text).toContain(raw.replace('<', '&lt;').replace('>', '&gt;'));
  }
});

test('a page stays below 100 kB with large metadata, and pages through 60 attempts', async () => {
  const { deps, merchant } = desk;
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
  const { deps, merchant } = desk;
  const accountNumber = '9876543210';
  const id = await testWithdrawal(deps, merchant, { accountNumber });
  await testSent(deps.db, id, 'unknown');
  const failure = { code: 'account_closed', message: 'The account is closed.' };
  await testCallback(deps, id, { heard: 'failed', failure });
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
    expect(said(text)).toContain(words);
  }
  expect(text).not.toContain(accountNumber);
});

test('a deposit shows its slip, and serves the image unchanged in a sandbox', async () => {
  const picture = gifOf('<script>');
  const { id, slipId } = await testDepositWithSlip(desk.deps, desk.merchant, picture);
  const text = await show(`deposits/${id}`);
  expect(said(text)).toContain('Slip received');
  const path = /href="([^"]+\/slips\/[^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await fetch(`${desk.url}${path}`, {
    headers: { cookie: `saphan-session=${owner.token}` },
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  const headers = ['content-type', 'content-security-policy', 'x-content-type-options'];
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    'image/gif',
    "default-src 'none'; sandbox",
    'nosniff',
  ]);
  await desk.deps.db('slip_images').where('slip_id', slipId).delete();
  expect((await desk.get(path, { as: owner })).status).toBe(404);
  expect(await show(`deposits/${id}`)).not.toContain('/slips/');
});

test('a page changes its ETag when its timeline changes, and only then', async () => {
  const { deps, merchant } = desk;
  const id = await testPayment(deps, merchant);
  const path = `/dashboard/payments/${id}`;
  const first = await desk.get(path, { as: owner });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await desk.get(path, { as: owner, headers })).status).toBe(304);
  await testAttempt(deps, await deliveryOf(id), failed);
  expect((await desk.get(path, { as: owner, headers })).status).toBe(200);
});

describe('closing a payment', () => {
  const end = (id: string) => desk.post(`/dashboard/payments/${id}/expire`, {}, { as: owner });
  const acts = (id: string) => desk.deps.db('audit_log').where('subject', id).pluck('act');
  const status = async (id: string) =>
    (await desk.deps.db('orders').where('id', id).first('status')).status as string;

  it('closes it once for concurrent requests and names the person', async () => {
    const id = await testPayment(desk.deps, desk.merchant);
    expect(await show(`payments/${id}`)).toContain(`/payments/${id}/expire`);
    const answers = await Promise.all([1, 2, 3].map(() => end(id)));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
    expect(await status(id)).toBe('expired');
    expect(await acts(id)).toEqual(['payment.expired']);
    const text = await show(`payments/${id}`);
    expect(said(text)).toContain('By Test owner, in the dashboard');
    expect(text).not.toContain(`/payments/${id}/expire`);
  });

  it('answers 409 when a pending callback has paid it', async () => {
    const id = await testPayment(desk.deps, desk.merchant);
    // This callback is still pending; closing applies it first.
    await testCallback(desk.deps, id, { heard: 'succeeded' });
    const answer = await end(id);
    expect([answer.status, await status(id), await acts(id)]).toEqual([409, 'succeeded', []]);
    expect(said(answer.text)).toContain('Too late: this payment is already paid. Nothing changed.');
  });
});

test('resending an event from the timeline is recorded as manual', async () => {
  const id = await testPaidPayment(desk.deps, desk.merchant);
  const deliveryId = await deliveryOf(id);
  await testAttempt(desk.deps, deliveryId, failed);
  desk.deps.offered.length = 0;
  const path = `/dashboard/payments/${id}`;
  const answer = await desk.post(`${path}/deliveries/${deliveryId}/resend`, {}, { as: owner });
  expect(answer.headers.get('location')).toBe(`${path}?done=delivery_resent`);
  expect(desk.deps.offered).toMatchObject([{ topic: 'deliver', subject: deliveryId }]);
  expect(said(await show(`payments/${id}`))).toContain('Resent manually');
});

test('a viewer sees the whole page without actions', async () => {
  const viewer = await desk.clerk('viewer');
  const paid = await testPaidPayment(desk.deps, desk.merchant, {}, { payer });
  const pending = await testPayment(desk.deps, desk.merchant);
  for (const id of [paid, pending]) {
    const text = (await show(`payments/${id}`, viewer)).replace(/^[^]*<main/, '');
    expect(text).toContain('Payment created');
    expect(text).not.toMatch(/<form|\/refund"/);
  }
});

test('a deposit shows the paying account and whether it is the expected one', async () => {
  const { deps, merchant } = desk;
  const shown = async (payer: object | null) => {
    const { orderId } = await testDeposit(deps, merchant, { bankName: 'SCB' });
    await testCallback(deps, orderId, {
      heard: 'succeeded',
      amountSatang: 10_000,
      bodySealed: deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body'),
    });
    await applyPending(deps.db, orderId);
    return said(await show(`deposits/${orderId}`));
  };
  const other = await shown({ bankName: 'KTB', accountNumber: '555-5-55123-5' });
  expect(other).toContain('Expected from Siam Commercial Bank xxx-x-x6789-x');
  expect(other).toContain(
    'Paid from Krungthai Bank xxx-x-x5123-x Differs from the expected account',
  );
  const same = await shown({ bankName: 'SCB', accountNumber: '1234567890' });
  expect(same).toContain('Paid from Siam Commercial Bank xxx-x-x6789-x');
  expect(same).not.toContain('Differs from the expected account');
  expect(await shown(null)).not.toContain('Paid from');
});

test('a payable payment shows its QR code with a link and a download', async () => {
  const { deps, merchant } = desk;
  const id = await testPayment(deps, merchant);
  const code = await deps.db('qr_codes').where('order_id', id).first('id');
  const path = `/Thai/qr-codes/${code.id}/image`;
  const pending = await show(`payments/${id}`);
  expect(pending).toContain(`<img src="${path}?format=svg" alt="QR code of this payment"`);
  expect(pending).toContain(`<code id="qr-link">${deps.config.http.publicUrl}${path}</code>`);
  expect(pending).toContain(`href="${path}?size=1000" download="${code.id}.png"`);
  const picture = await desk.get(`${path}?size=1000`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const past = new Date(Date.now() - 1_000);
  await deps.db('orders').where({ id }).update({ expires_at: past });
  expect(await show(`payments/${id}`)).not.toContain(path);
  const paid = await testPaidPayment(deps, merchant);
  expect(await show(`payments/${paid}`)).not.toContain('/image');
});
