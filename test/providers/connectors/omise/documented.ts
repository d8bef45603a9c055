import { renderQrPng } from '../../../../src/platform/images/qr-image';
import type { Inquiry, ProviderRequest } from '../../../../src/providers/connectors/connector';
import type { Case, Exchange, Statements } from '../kit/subject';
import { account as bankAccount, orderId, payoutId, secretKey } from './account';

/** Exchanges with Omise, written from its documents and recordings. */
export const source =
  'docs.omise.co, and the recordings of test/providers/connectors/omise/recorded';
export const now = new Date('2026-11-22T10:00:00Z');
const expiresAt = new Date('2026-11-22T10:15:00Z');
const chargeId = 'chrg_test_5sqhgjedme2u2atfhuc';
const disputeId = 'dspt_test_5sqhgjedme2u2atfhuc';
const refundId = 'rfnd_test_63444yucggg93yxa027';
export const transferId = 'trsf_test_6344mzlz6y6nbeiaoxv';
const recipientId = 'recp_test_6344pqu147cx38i3mm1';
export const token = 'tokn_test_5sqhgjedme2u2atfhuc';
export const returnUrl = 'https://shop.example/done';
/** docs.omise.co/how-to-implement-3-D-Secure. */
const authorize_uri = 'https://pay.omise.co/payments/paym_test_5sqhg/authorize';
/** printf '["014","1234567890","ACCOUNT NAME"]' | sha256sum */
export const digest = '4064f0a2fd8e38f71f45e0e6947f135fca75f8dcb176feec46d828845b5f1bae';
/** A bill payment of 100.00 baht. */
const payload =
  '00020101021230630016A00000067701011201150999999999999900220REF00000000000000001' +
  '53037645406100.005802TH63044055';

export const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
const read = { authorization, 'omise-version': '2019-05-29' };
export const write = { ...read, 'content-type': 'application/json' };
const created_at = '2026-11-22T10:00:00Z';
const head = { livemode: false, currency: 'THB', created_at };
const failure = { failure_code: null, failure_message: null };

export const charge = (more: object = {}) => ({
  ...head,
  ...failure,
  object: 'charge',
  id: chargeId,
  amount: 10_000,
  metadata: { order_id: orderId },
  status: 'pending',
  paid: false,
  refunded_amount: 0,
  refundable: false,
  partially_refundable: false,
  expires_at: '2026-11-22T10:15:00Z',
  paid_at: null,
  source: null,
  ...more,
});
const download = `/charges/${chargeId}/documents/docu_test_5sqhg/downloads/167C00410B655C0D`;
const image = { object: 'document', download_uri: `https://api.omise.co${download}` };
const source30 = { type: 'promptpay', scannable_code: { object: 'barcode', type: 'qr', image } };
const sourceAsText = { type: 'promptpay', scannable_code: { raw_data: payload, image: null } };
export const paid = { status: 'successful', paid: true, paid_at: '2026-11-22T09:59:58Z' };
const refund = (status: string, more: object = {}) => ({
  ...head,
  object: 'refund',
  id: refundId,
  amount: 4_000,
  metadata: { order_id: orderId },
  charge: chargeId,
  status,
  ...more,
});
/** docs.omise.co/disputes-api. */
export const dispute = (status: string) => ({
  object: 'dispute',
  id: disputeId,
  livemode: false,
  amount: 10_000,
  currency: 'THB',
  status,
  charge: chargeId,
  metadata: {},
});
export const transfer = (more: object = {}) => ({
  ...head,
  ...failure,
  object: 'transfer',
  id: transferId,
  amount: 13_000,
  net: 10_000,
  fee: 2_804,
  fee_vat: 196,
  total_fee: 3_000,
  metadata: { order_id: payoutId },
  recipient: recipientId,
  sent: false,
  paid: false,
  paid_at: null,
  fail_fast: true,
  deleted: false,
  ...more,
});
export const recipient = {
  ...head,
  object: 'recipient',
  id: recipientId,
  deleted: false,
  verified: true,
  active: true,
  failure_code: null,
  metadata: { account_digest: digest },
};
const error = (code: string) => ({ object: 'error', code, message: 'The reason.' });
const refused = (code: string) => ({ kind: 'refused', code, message: 'The reason.' });

const get = (path: string, json: object): Exchange => ({
  method: 'GET',
  path,
  headers: read,
  answer: { status: 200, json },
});
const post = (path: string, body: object, status: number, json: object): Exchange => ({
  method: 'POST',
  path,
  headers: write,
  body,
  acts: true,
  answer: { status, json },
});
/** A list of everything in the window that was asked for. */
const list = (path: string, from: string, to: string, data: object[]): Exchange => ({
  method: 'GET',
  path,
  query: { from, to, order: 'chronological', limit: '100', offset: '0' },
  headers: read,
  answer: ({ query }) => {
    const shown = { from: query['from'], to: query['to'], order: 'chronological' };
    const json = { object: 'list', ...shown, offset: 0, limit: 100, total: data.length, data };
    return { status: 200, json };
  },
});

const money = { amountSatang: 10_000 };
const ours = {
  description: orderId,
  metadata: { order_id: orderId },
  webhook_endpoints: ['https://pay.example.test/callbacks/omise/token'],
};
export const requests = {
  charge: { ...money, kind: 'charge', orderId, token },
  refund: {
    kind: 'refund',
    orderId,
    amountSatang: 4_000,
    paymentId: 'pay_1',
    paymentRef: chargeId,
    account: null,
  },
  payout: { ...money, kind: 'payout', orderId: payoutId, account: bankAccount },
} as const;
const qrOrder = { ...money, orderId, expiresAt };
const qrBody = {
  amount: 10_000,
  currency: 'THB',
  source: { type: 'promptpay' },
  expires_at: '2026-11-22T10:15:00.000Z',
  ...ours,
};
const chargeBody = { amount: 10_000, currency: 'THB', card: token, capture: true, ...ours };
const refundPath = `/charges/${chargeId}/refunds`;
const refundBody = { amount: 4_000, metadata: { order_id: orderId } };
const refundable = charge({ ...paid, refundable: true, partially_refundable: true });
const recipientSteps = [
  list('/recipients', '1970-01-01T00:00:00Z', '2026-11-22T10:00:00Z', [recipient]),
  get(`/recipients/${recipientId}`, recipient),
];
const transferBody = {
  amount: 13_000,
  recipient: recipientId,
  fail_fast: true,
  metadata: { order_id: payoutId },
};

const open = (
  title: string,
  exchanges: Exchange[],
  outcome: object,
  more: Pick<Case, 'isCostly'> = {},
): Case => ({
  ...more,
  title,
  source,
  call: { method: 'openQr', input: qrOrder },
  exchanges,
  outcome,
});
/** Of what a request creates; the amount of a transfer includes the fee. */
const created: Statements = {
  currency: 'currency',
  livemode: 'livemode',
  order: 'metadata.order_id',
};
const send = (
  title: string,
  input: ProviderRequest,
  exchanges: Exchange[],
  outcome: object,
  states?: Statements,
): Case => ({
  title,
  source,
  call: { method: 'send', input },
  exchanges,
  outcome,
  ...(states === undefined ? {} : { states }),
});
function find(
  title: string,
  about: Pick<Inquiry, 'kind'> & Partial<Inquiry>,
  exchanges: Exchange[],
  outcome: object,
  amountAt?: string,
): Case {
  const none = { ref: null, providerRef: null, paymentRef: null, expiresAt: null };
  const times = { createdAt: now, sentForMs: 0 };
  const input = { ...none, ...money, ...times, orderId, ...about };
  const at = { currency: 'currency', livemode: 'livemode', order: 'metadata.order_id' };
  const states =
    amountAt === undefined
      ? {}
      : { states: { ...at, amount: { at: amountAt, unit: 'satang' as const } } };
  return { title, source, call: { method: 'find', input }, exchanges, outcome, ...states };
}
const movement = (
  transactionId: string,
  amountSatang: number,
  movedAt: Date | null,
  cost: object = {},
) => ({
  kind: 'succeeded',
  movements: [{ transactionId, amountSatang, movedAt, payer: null, ...cost }],
});
const paidAt = new Date('2026-11-22T09:59:58Z');
const chargeState = (kind: 'payment' | 'charge', title: string, more: object, outcome: object) =>
  find(
    title,
    { kind, providerRef: chargeId },
    [get(`/charges/${chargeId}`, charge(more))],
    outcome,
    'paid' in more ? 'amount' : undefined,
  );
const transferState = (title: string, more: object, outcome: object) =>
  find(
    title,
    { kind: 'payout', orderId: payoutId, providerRef: transferId },
    [get(`/transfers/${transferId}`, transfer(more))],
    outcome,
    'paid' in more ? 'net' : undefined,
  );
const refundState = (title: string, status: string, outcome: object) =>
  find(
    title,
    { kind: 'refund', providerRef: refundId, paymentRef: chargeId },
    [get(`${refundPath}/${refundId}`, refund(status))],
    outcome,
    status === 'closed' ? 'amount' : undefined,
  );
const returned = (parts: readonly object[]) => ({
  ...movement(chargeId, 10_000, paidAt),
  reversed: parts.map((part) => ({ transactionId: chargeId, payer: null, ...part })),
});
const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
const failed = (code: string) => ({ kind: 'failed', code, message: 'The reason.' });
const failing = (code: string) => ({ failure_code: code, failure_message: 'The reason.' });
const nextAction = { type: 'redirect', url: authorize_uri };
const longAgo = new Date('2026-11-22T09:50:00Z');

export const cases: readonly Case[] = [
  open(
    'a QR code is opened',
    [
      post('/charges', qrBody, 200, charge({ source: source30 })),
      {
        method: 'GET',
        path: download,
        headers: read,
        answer: { status: 200, bytes: renderQrPng(payload, 150) },
      },
    ],
    { kind: 'opened', providerRef: chargeId, payload, expiresAt },
    { isCostly: true },
  ),
  open(
    'a QR code is opened as text',
    [post('/charges', qrBody, 200, charge({ source: sourceAsText }))],
    { kind: 'opened', providerRef: chargeId, payload, expiresAt },
  ),
  open(
    'a QR code is refused',
    [post('/charges', qrBody, 400, error('invalid_charge'))],
    refused('invalid_charge'),
  ),
  {
    title: 'a QR code is closed',
    source,
    call: { method: 'closeQr', input: chargeId },
    exchanges: [
      {
        method: 'POST',
        path: `/charges/${chargeId}/expire`,
        headers: write,
        body: {},
        answer: { status: 200, json: charge({ status: 'expired' }) },
      },
    ],
    outcome: 'closed',
  },
  send(
    'a charge is accepted',
    requests.charge,
    [post('/charges', chargeBody, 200, charge(paid))],
    { kind: 'accepted', providerRef: chargeId },
    { ...created, amount: { at: 'amount', unit: 'satang' } },
  ),
  send(
    'a charge that its payer must authenticate is accepted',
    { ...requests.charge, returnUrl },
    [post('/charges', { ...chargeBody, return_uri: returnUrl }, 200, charge({ authorize_uri }))],
    { kind: 'accepted', providerRef: chargeId, nextAction },
  ),
  send(
    'a charge that nobody can authenticate is ended and refused',
    requests.charge,
    [
      post('/charges', chargeBody, 200, charge({ authorize_uri })),
      post(`/charges/${chargeId}/expire`, {}, 200, charge({ status: 'expired' })),
    ],
    { kind: 'refused', code: 'authentication_required', message: expect.any(String) },
  ),
  chargeState(
    'charge',
    'a charge waits for its payer',
    { authorize_uri },
    { kind: 'waiting', nextAction },
  ),
  send(
    'a charge of a used token is refused',
    requests.charge,
    [post('/charges', chargeBody, 400, error('used_token'))],
    refused('used_token'),
  ),
  send(
    'a refund of a part of a payment is accepted',
    requests.refund,
    [get(`/charges/${chargeId}`, refundable), post(refundPath, refundBody, 200, refund('pending'))],
    { kind: 'accepted', providerRef: refundId },
    { ...created, amount: { at: 'amount', unit: 'satang' } },
  ),
  send(
    'a refund is refused',
    requests.refund,
    [
      get(`/charges/${chargeId}`, refundable),
      post(refundPath, refundBody, 400, error('failed_refund')),
    ],
    refused('failed_refund'),
  ),
  send(
    'a payout is accepted',
    requests.payout,
    [...recipientSteps, post('/transfers', transferBody, 200, transfer())],
    { kind: 'accepted', providerRef: transferId },
    created,
  ),
  send(
    'a payout with another fee is undone and refused',
    requests.payout,
    [
      ...recipientSteps,
      post('/transfers', transferBody, 200, transfer({ net: 9_000, total_fee: 4_000 })),
      {
        method: 'DELETE',
        path: `/transfers/${transferId}`,
        headers: read,
        answer: { status: 200, json: { id: transferId, livemode: false, deleted: true } },
      },
    ],
    { kind: 'refused', code: 'other_transfer_fee', message: expect.any(String) },
  ),
  send(
    'a payout is refused',
    requests.payout,
    [...recipientSteps, post('/transfers', transferBody, 400, error('insufficient_balance'))],
    refused('insufficient_balance'),
  ),
  ...(['payment', 'charge'] as const).flatMap((kind) => [
    chargeState(kind, `a ${kind} succeeded`, paid, movement(chargeId, 10_000, paidAt)),
    chargeState(kind, `a ${kind} waits`, {}, { kind: 'waiting' }),
    chargeState(
      kind,
      `a ${kind} failed`,
      { status: 'failed', ...failing('payment_rejected') },
      failed('payment_rejected'),
    ),
  ]),
  ...(['payment', 'charge'] as const).flatMap((kind) => [
    chargeState(
      kind,
      `a ${kind} was reversed beside another status`,
      { ...paid, reversed: true },
      {
        kind: 'failed',
        code: 'reversed',
        message: expect.any(String),
        reversed: movement(chargeId, 10_000, paidAt).movements,
      },
    ),
    chargeState(
      kind,
      `a ${kind} is disputed`,
      { ...paid, dispute: dispute('open') },
      returned([{ amountSatang: 10_000, movedAt: null, returnId: disputeId }]),
    ),
    chargeState(
      kind,
      `the dispute of a ${kind} was won`,
      { ...paid, dispute: dispute('won') },
      movement(chargeId, 10_000, paidAt),
    ),
    chargeState(kind, `a ${kind} is both paid and expired`, { ...paid, expired: true }, unreadable),
    find(
      `a part of a ${kind} was refunded by others`,
      { kind, providerRef: chargeId },
      [
        get(`/charges/${chargeId}`, charge({ ...paid, refunded_amount: 7_000 })),
        list(refundPath, '2026-11-22T09:59:00Z', '2026-11-22T10:01:00Z', [
          refund('closed', { metadata: { order_id: 're_01jd0000000000000000000000' } }),
          refund('closed', { amount: 3_000, metadata: {} }),
        ]),
      ],
      returned([{ amountSatang: 3_000, movedAt: now, returnId: refundId }]),
    ),
    find(
      `a refund of a ${kind} is missing in the list`,
      { kind, providerRef: chargeId },
      [
        get(`/charges/${chargeId}`, charge({ ...paid, refunded_amount: 7_000 })),
        list(refundPath, '2026-11-22T09:59:00Z', '2026-11-22T10:01:00Z', []),
      ],
      { ...movement(chargeId, 10_000, paidAt), isPartial: true },
    ),
  ]),
  transferState(
    'a payout was paid and returned',
    { paid: true, paid_at: '2026-11-22T09:59:58Z', ...failing('transfer_failed') },
    { ...failed('transfer_failed'), movement: movement(transferId, 10_000, paidAt).movements[0] },
  ),
  refundState('a refund succeeded', 'closed', movement(refundId, 4_000, null)),
  refundState('a refund waits', 'pending', { kind: 'waiting' }),
  transferState(
    'a payout succeeded',
    { paid: true, paid_at: '2026-11-22T09:59:58Z' },
    movement(transferId, 10_000, paidAt, { costSatang: 3_000 }),
  ),
  transferState('a payout waits', {}, { kind: 'waiting' }),
  transferState('a payout failed', failing('transfer_failed'), {
    ...failed('transfer_failed'),
    movement: movement(transferId, 10_000, null).movements[0],
  }),
  find(
    'a payment is not found',
    { kind: 'payment', createdAt: longAgo, sentForMs: 600_000 },
    [
      list('/charges', '2026-11-22T09:49:00Z', '2026-11-22T09:51:30Z', []),
      list('/charges', '2026-11-22T08:50:00Z', '2026-11-22T10:00:00Z', []),
    ],
    { kind: 'not_found' },
  ),
  find(
    'a payout is not found',
    { kind: 'payout', orderId: payoutId, createdAt: longAgo, sentForMs: 600_000 },
    [
      list('/transfers', '2026-11-22T09:49:00Z', '2026-11-22T09:51:30Z', []),
      list('/transfers', '2026-11-22T08:50:00Z', '2026-11-22T10:00:00Z', []),
    ],
    { kind: 'not_found' },
  ),
  {
    title: 'the credentials are valid',
    source,
    call: { method: 'probe', input: null },
    exchanges: [get('/balance', { object: 'balance', livemode: false, currency: 'THB' })],
    outcome: { kind: 'ok' },
  },
];
