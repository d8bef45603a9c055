import { createHmac } from 'node:crypto';
import {
  WebhookVerificationError,
  verifyWebhook,
  type PaymentEventData,
  type Refund,
  type SaphanEvent,
  type WithdrawalEventData,
} from '../../client/src';
import {
  paymentEventBody,
  refundEventBody,
  withdrawalEventBody,
} from '../../src/kernel/events/rules/event-bodies';
import { eventNames, type EventName } from '../../src/kernel/events/rules/events';
import vectors from '../vectors/webhooks.json';
import { newSecret, signatureHeaders } from '../../src/webhooks/sending/sign';

const secret = newSecret();
const at = new Date('2026-01-02T03:04:05.000Z');
const head = (name: EventName) => ({ id: 'evt_1', name, sequence: 2, at });
const failure = { code: 'bank_rejected', message: 'The receiving bank rejected the payout.' };

const payment = paymentEventBody(head('payment.succeeded'), {
  id: 'pay_1',
  kind: 'payment',
  status: 'succeeded',
  amountSatang: 15_000,
  reference: 'สั่งซื้อ 1',
  metadata: { cart: 'c1' },
  completedAt: at,
  late: false,
  failure: null,
  checkoutUrl: 'https://pay.example/pay/qr_1',
  fee: { priceId: 'price_1', baseSatang: 15_000, feeSatang: 248, vatSatang: 17, vatRate: 70_000 },
});
const withdrawal = withdrawalEventBody(head('withdrawal.failed'), {
  id: '0190c0de-0000-7000-8000-000000000001',
  status: 'failed',
  amountSatang: 10_002,
  username: 'customer1',
  bankName: 'KBANK',
  accountMask: 'xxx-x-x6789-x',
  failure,
  fee: null,
});

const refund = refundEventBody(head('refund.completed'), {
  id: 're_1',
  paymentId: 'pay_1',
  refundMethod: 'push',
  paidBy: 'qr',
  status: 'succeeded',
  approval: null,
  fee: { priceId: 'price_2', baseSatang: 5_000, feeSatang: 500, vatSatang: 35, vatRate: 70_000 },
  amountSatang: 5_000,
  reversedSatang: 0,
  reason: 'out of stock',
  destination: { bankName: 'KBANK', accountMask: 'xxx-x-x6789-x' },
  metadata: null,
  failure: null,
  createdAt: at,
  completedAt: at,
});

const signed = (body: string, secrets: readonly string[] = [secret], atMs = Date.now()) =>
  signatureHeaders({ id: 'evt_1', atMs, body, secrets });

describe('a webhook of the gateway', () => {
  it('of a payment has exactly the fields of its type', () => {
    const event = verifyWebhook(secret, signed(payment), payment);
    if (event.event !== 'payment.succeeded') throw new Error(`not ${event.event}`);
    const expected: PaymentEventData = {
      payment_id: 'pay_1',
      kind: 'payment',
      status: 'succeeded',
      amount: 150,
      currency: 'THB',
      reference: 'สั่งซื้อ 1',
      metadata: { cart: 'c1' },
      completed_at: at.toISOString(),
      late: false,
      payer_matches: null,
      checkout_url: 'https://pay.example/pay/qr_1',
      previous_payment_id: null,
      payer: null,
      failure: null,
      fee: 2.48,
      fee_vat: 0.17,
      net: 147.35,
    };
    expect(event.data).toEqual(expected);
    const { data: _data, ...rest } = event;
    expect(rest).toEqual({
      id: 'evt_1',
      event: 'payment.succeeded',
      timestamp: at.toISOString(),
      sequence: 2,
    });
  });

  it('of a withdrawal has exactly the fields of its type', () => {
    const event = verifyWebhook(secret, signed(withdrawal), withdrawal);
    if (event.event !== 'withdrawal.failed') throw new Error(`not ${event.event}`);
    const expected: WithdrawalEventData = {
      order_id: '0190c0de-0000-7000-8000-000000000001',
      status: 'failed',
      amount: 100.02,
      currency: 'THB',
      username: 'customer1',
      bank_name: 'KBANK',
      account_number: 'xxx-x-x6789-x',
      failure,
      fee: 0,
      fee_vat: 0,
    };
    expect(event.data).toEqual(expected);
  });

  it('of a refund has exactly the fields of its type', () => {
    const event = verifyWebhook(secret, signed(refund), refund);
    if (event.event !== 'refund.completed') throw new Error(`not ${event.event}`);
    const expected: Refund = {
      refund_id: 're_1',
      payment_id: 'pay_1',
      transaction_id: 'txn_1',
      amount: 50,
      amount_reversed: 0,
      fee: 5,
      fee_vat: 0.35,
      currency: 'THB',
      status: 'succeeded',
      method: 'push',
      reason: 'out of stock',
      destination: { type: 'bank_account', bank_name: 'KBANK', account_number: 'xxx-x-x6789-x' },
      failure: null,
      approval: null,
      metadata: null,
      created_at: at.toISOString(),
      completed_at: at.toISOString(),
    };
    expect(event.data).toEqual(expected);
  });

  it('has one of the event names of the gateway', () => {
    const names: readonly Exclude<SaphanEvent['event'], 'webhook.ping'>[] = eventNames;
    expect(names).toContain('payment.succeeded');
  });

  it.each([
    ['with headers of Node', signed(payment)],
    ['with headers of fetch', new Headers(signed(payment))],
    ['with header names in another case', capitalized(signed(payment))],
    ['with headers as lists', lists(signed(payment))],
  ])('is verified %s', (_name, headers) => {
    expect(verifyWebhook(secret, headers, payment).event).toBe('payment.succeeded');
  });

  it('is verified from bytes', () => {
    const bytes = new TextEncoder().encode(payment);
    expect(verifyWebhook(secret, signed(payment), bytes).id).toBe('evt_1');
    expect(verifyWebhook(secret, signed(payment), Buffer.from(payment)).id).toBe('evt_1');
  });

  it('is verified with either secret during a rotation', () => {
    const old = newSecret();
    const headers = signed(payment, [secret, old]);
    expect(verifyWebhook(old, headers, payment).id).toBe('evt_1');
    expect(verifyWebhook(secret, headers, payment).id).toBe('evt_1');
  });
});

describe('a secret', () => {
  it.each([
    ['of the gateway', newSecret()],
    ['in plain text', 'a secret of my own choice'],
    ['in Thai', 'ความลับของร้านน้ำผึ้งป่า'],
    ['that has the prefix of a generated one and invalid base64', 'whsec_not/base64 at all'],
    ['of 23 bytes in base64', `whsec_${Buffer.alloc(23, 1).toString('base64')}`],
    ['of 24 bytes in base64', `whsec_${Buffer.alloc(24, 1).toString('base64')}`],
    ['of 64 bytes in base64', `whsec_${Buffer.alloc(64, 1).toString('base64')}`],
    ['of 65 bytes in base64', `whsec_${Buffer.alloc(65, 1).toString('base64')}`],
    ['in base64 without padding', `whsec_${Buffer.alloc(32, 1).toString('base64').slice(0, -1)}`],
  ])('%s is the same key in the client and in the gateway', (_name, chosen) => {
    expect(verifyWebhook(chosen, signed(payment, [chosen]), payment).id).toBe('evt_1');
  });
});

describe('an invalid request', () => {
  const headers = signed(payment);
  const minutesOff = (minutes: number) => Date.now() + minutes * 60_000;
  it.each<[string, Record<string, string | string[]>, string | Uint8Array]>([
    ['with another secret', signed(payment, [newSecret()]), payment],
    ['with another body', headers, payment.replace('150', '151')],
    ['with another id', { ...headers, 'webhook-id': 'evt_2' }, payment],
    ['that was signed 6 minutes ago', signed(payment, [secret], minutesOff(-6)), payment],
    ['that was signed 6 minutes ahead', signed(payment, [secret], minutesOff(6)), payment],
    ['with another timestamp', { ...headers, 'webhook-timestamp': '1700000000' }, payment],
    ['without a signature', { ...headers, 'webhook-signature': '' }, payment],
    ['without headers', {}, payment],
    ['with a repeated header', { ...headers, 'Webhook-Id': 'evt_1' }, payment],
    ['with a header of two values', { ...headers, ...twice(headers, 'webhook-id') }, payment],
    ['that is not text', headers, Uint8Array.of(0xff, 0xfe)],
    ['with a byte order mark', headers, `\uFEFF${payment}`],
  ])('%s is refused', (_name, given, body) => {
    expect(() => verifyWebhook(secret, given, body)).toThrow(WebhookVerificationError);
  });
});

it.each(['', undefined, null])('a secret %p is a TypeError and never verifies', (missing) => {
  const forged = signatureOf('', 'evt_1', payment);
  expect(() => verifyWebhook(missing as string, forged, payment)).toThrow(TypeError);
});

/** The headers of a request that is signed with any key, also an empty one. */
function signatureOf(key: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest}`,
  };
}

describe('a vector of all clients', () => {
  afterEach(() => jest.useRealTimers());

  it.each(vectors.map((vector) => [vector.what, vector] as const))(
    '%s is judged alike by the client and the gateway',
    (_what, { secret, id, timestamp, signature, body, now, isValid }) => {
      jest.useFakeTimers({ now: now * 1000 });
      const given = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
      const verify = () => verifyWebhook(secret, given, body);
      if (isValid) expect(verify()).toEqual(JSON.parse(body));
      else expect(verify).toThrow(WebhookVerificationError);
      if (isValid) {
        const signable = { id, atMs: Number(timestamp) * 1000, body, secrets: [secret] };
        expect(signature).toContain(signatureHeaders(signable)['webhook-signature']);
      }
    },
  );
});

function lists(headers: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, [text]]));
}

function twice(headers: Record<string, string>, name: string): Record<string, string[]> {
  return { [name]: [headers[name] ?? '', headers[name] ?? ''] };
}

function capitalized(headers: Record<string, string>): Record<string, string> {
  const upper = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [upper(name), text]));
}
