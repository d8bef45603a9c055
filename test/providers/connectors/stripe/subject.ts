import { createHmac } from 'node:crypto';
import { startStripe } from '../../../../sandbox/providers/stripe/server';
import type {
  AccountView,
  Inquiry,
  ProviderRequest,
  RequestOf,
} from '../../../../src/providers/connectors/connector';
import type { StripeSettings } from '../../../../src/providers/connectors/stripe/settings';
import { closeAfterFile } from '../../../support/close-after-file';
import type { Case, Exchange, Fake, Statements, Subject } from '../kit/subject';

/** stripe-node 23.1.0, stripe/openapi f6c2a48 and docs.stripe.com/payments/promptpay. */
const source = "Stripe's API reference";

const secretKey = 'sk_test_marker_of_the_account';
const secret = 'whsec_marker_of_the_account';
const otherSecret = 'whsec_marker_of_another_one';

const accountWith = (
  webhookSecrets: readonly string[],
  url = 'http://127.0.0.1:9',
  key = secretKey,
): AccountView<StripeSettings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: {
    secretKey: key,
    webhookSecrets,
    payerEmail: 'payments@merchant.example',
    cancelsExpired: true,
    url,
  },
  callbackUrl: 'https://pay.example.test/callbacks/stripe/token',
});

const now = new Date('2026-11-22T10:00:00Z');
const aDayAgo = new Date('2026-11-21T10:00:00Z');
const createdAt = new Date('2026-11-22T09:50:00Z');
const created = createdAt.getTime() / 1_000;
const expiresAt = new Date('2026-11-22T10:05:00Z');
const orderId = 'pay_01jd0000000000000000000000';
const refundOrderId = 're_01jd00000000000000000000000';
const intentId = 'pi_3QfAbCdEfGhIjKlM';
const refundId = 'pyr_1QfAbCdEfGhIjKlM';
const qr =
  '00020101021230630016A00000067701011201150999999999999900220REF00000000000000001' +
  '53037645406100.005802TH63044055';

const read = {
  authorization: `Bearer ${secretKey}`,
  'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d/),
};
const write = (key: string) => ({ ...read, 'idempotency-key': key });

const intent = (fields: object = {}): object => ({
  id: intentId,
  object: 'payment_intent',
  amount: 10_000,
  amount_received: 0,
  currency: 'thb',
  livemode: false,
  status: 'requires_action',
  created,
  metadata: { saphan_order_id: orderId },
  latest_charge: null,
  last_payment_error: null,
  cancellation_reason: null,
  payment_method_types: ['promptpay'],
  next_action: {
    type: 'promptpay_display_qr_code',
    promptpay_display_qr_code: {
      data: qr,
      hosted_instructions_url: 'https://payments.stripe.example/qr',
      image_url_png: 'https://qr.stripe.example/qr.png',
    },
  },
  ...fields,
});
const succeeded = { status: 'succeeded', amount_received: 10_000, next_action: null };
const card = { payment_method_types: ['card'], next_action: null };
const refund = (fields: object = {}): object => ({
  id: refundId,
  object: 'refund',
  amount: 4_000,
  currency: 'thb',
  status: 'requires_action',
  created,
  metadata: { saphan_order_id: refundOrderId },
  payment_intent: intentId,
  failure_reason: null,
  ...fields,
});
const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '/v1/x' });

const get = (path: string, json: object, query: object = {}): Exchange => ({
  method: 'GET',
  path,
  headers: read,
  query: query as Record<string, unknown>,
  answer: { status: 200, json },
});
const getIntent = (json: object): Exchange =>
  get(`/v1/payment_intents/${intentId}`, json, {
    'expand[]': 'latest_charge.balance_transaction',
  });
const acting = (path: string, key: string, body: object, json: object, status = 200): Exchange => ({
  method: 'POST',
  path,
  headers: write(key),
  body,
  acts: true,
  answer: { status, json },
});

const qrForm = {
  amount: '10000',
  currency: 'thb',
  confirm: 'true',
  'payment_method_types[]': 'promptpay',
  'payment_method_data[type]': 'promptpay',
  'payment_method_data[billing_details][email]': 'payments@merchant.example',
  'metadata[saphan_order_id]': orderId,
};
const chargeForm = {
  amount: '10000',
  currency: 'thb',
  confirm: 'true',
  'payment_method_types[]': 'card',
  payment_method: 'pm_card_visa',
  error_on_requires_action: 'true',
  'metadata[saphan_order_id]': orderId,
};
const { error_on_requires_action: _, ...redirectForm } = chargeForm;
const returnUrl = 'https://shop.example/done';
/** docs.stripe.com/api/payment_intents/object, `next_action.redirect_to_url`. */
const bankPage = 'https://hooks.stripe.com/3d_secure_2/hosted?merchant=acct_1';
const redirecting = {
  payment_method_types: ['card'],
  next_action: {
    type: 'redirect_to_url',
    redirect_to_url: { url: bankPage, return_url: returnUrl },
  },
};
const nextAction = { type: 'redirect', url: bankPage };
const refundForm = {
  payment_intent: intentId,
  amount: '4000',
  'metadata[saphan_order_id]': refundOrderId,
};
const chargeRequest: RequestOf<'charge'> = {
  kind: 'charge',
  orderId,
  amountSatang: 10_000,
  token: 'pm_card_visa',
};
const refundRequest: ProviderRequest = {
  kind: 'refund',
  orderId: refundOrderId,
  amountSatang: 4_000,
  paymentId: orderId,
  account: null,
  paymentRef: intentId,
};
const states: Statements = {
  amount: { at: 'amount', unit: 'satang' },
  currency: 'currency',
  livemode: 'livemode',
  order: 'metadata.saphan_order_id',
};
const refundStates: Statements = {
  amount: { at: 'amount', unit: 'satang' },
  currency: 'currency',
  order: 'metadata.saphan_order_id',
};
/** docs.stripe.com/api/charges/object and docs.stripe.com/api/disputes/object. */
const paidCharge = (fields: object = {}): object => ({
  object: 'charge',
  id: 'py_3QfAbCdEfGhIjKlM',
  payment_intent: intentId,
  status: 'succeeded',
  amount: 10_000,
  amount_refunded: 0,
  refunded: false,
  disputed: false,
  currency: 'thb',
  livemode: false,
  metadata: { saphan_order_id: orderId },
  ...fields,
});
const disputeId = 'dp_1QfAbCdEfGhIjKlM';
const dispute = (status: string): object => ({
  object: 'dispute',
  id: disputeId,
  amount: 10_000,
  currency: 'thb',
  livemode: false,
  charge: 'py_3QfAbCdEfGhIjKlM',
  payment_intent: intentId,
  status,
  metadata: {},
});
const foreignRefund = (fields: object = {}): object =>
  refund({ id: 're_1QfAbCdEfGhIjKlM', status: 'succeeded', metadata: {}, ...fields });
const error = (type: string, code: string, message: string) => ({ error: { type, code, message } });
const accepted = (providerRef: string) => ({ kind: 'accepted', providerRef });
const opened = { kind: 'opened', providerRef: intentId, payload: qr, expiresAt: null };
const tooSmall = error('invalid_request_error', 'amount_too_small', 'Amount must be at least 10.');

const creations: readonly Case[] = [
  {
    title: 'a code is opened',
    source,
    call: { method: 'openQr', input: { orderId, amountSatang: 10_000, expiresAt } },
    exchanges: [acting('/v1/payment_intents', orderId, qrForm, intent())],
    outcome: opened,
    states,
  },
  {
    title: 'a code of too small an amount is refused',
    source,
    call: { method: 'openQr', input: { orderId, amountSatang: 10_000, expiresAt } },
    exchanges: [acting('/v1/payment_intents', orderId, qrForm, tooSmall, 400)],
    outcome: { kind: 'refused', code: 'amount_too_small', message: 'Amount must be at least 10.' },
  },
  {
    title: 'a code is ended',
    source,
    call: { method: 'closeQr', input: intentId },
    exchanges: [
      {
        method: 'POST',
        path: `/v1/payment_intents/${intentId}/cancel`,
        headers: read,
        body: { cancellation_reason: 'abandoned' },
        answer: { status: 200, json: intent({ status: 'canceled', next_action: null }) },
      },
    ],
    outcome: 'closed',
  },
  {
    title: 'a charge is accepted',
    source,
    call: { method: 'send', input: chargeRequest },
    exchanges: [
      acting('/v1/payment_intents', orderId, chargeForm, intent({ ...card, ...succeeded })),
    ],
    outcome: accepted(intentId),
    states,
  },
  {
    title: 'a charge that its payer must authenticate is accepted',
    source,
    call: { method: 'send', input: { ...chargeRequest, returnUrl } },
    exchanges: [
      acting(
        '/v1/payment_intents',
        orderId,
        { ...redirectForm, return_url: returnUrl },
        intent(redirecting),
      ),
    ],
    outcome: { ...accepted(intentId), nextAction },
  },
  {
    title: 'a charge by a declined card is refused',
    source,
    call: { method: 'send', input: chargeRequest },
    exchanges: [
      acting(
        '/v1/payment_intents',
        orderId,
        chargeForm,
        error('card_error', 'card_declined', 'Your card was declined.'),
        402,
      ),
    ],
    outcome: { kind: 'refused', code: 'card_declined', message: 'Your card was declined.' },
  },
  {
    title: 'a refund of a part of a payment is accepted',
    source,
    call: { method: 'send', input: refundRequest },
    exchanges: [acting('/v1/refunds', refundOrderId, refundForm, refund())],
    outcome: accepted(refundId),
    states: refundStates,
  },
  {
    title: 'a refund of more than the payment is refused',
    source,
    call: { method: 'send', input: refundRequest },
    exchanges: [
      acting(
        '/v1/refunds',
        refundOrderId,
        refundForm,
        error('invalid_request_error', 'charge_already_refunded', 'It has been refunded.'),
        400,
      ),
    ],
    outcome: {
      kind: 'refused',
      code: 'charge_already_refunded',
      message: 'It has been refunded.',
    },
  },
];

const inquiry = (kind: Inquiry['kind'], fields: Partial<Inquiry> = {}): Case['call'] => ({
  method: 'find',
  input: {
    kind,
    orderId: kind === 'refund' ? refundOrderId : orderId,
    ref: null,
    providerRef: null,
    paymentRef: kind === 'refund' ? intentId : null,
    amountSatang: 10_000,
    createdAt,
    // The deadline of a payment has passed unless a case says otherwise: nothing is repeated.
    expiresAt: kind === 'payment' ? new Date('2026-11-22T09:59:00Z') : null,
    sentForMs: 598_000,
    ...fields,
  },
});
const window = {
  'created[gte]': String(created - 60),
  'created[lte]': expect.stringMatching(/^\d{10}$/),
  'expand[]': 'data.latest_charge.balance_transaction',
  limit: '100',
};
const longWindow = { ...window, 'created[gte]': String(created - 3_600) };
const ofPayment = { payment_intent: intentId, limit: '100' };
const movement = (transactionId: string, amountSatang: number) => ({
  kind: 'succeeded',
  movements: [{ transactionId, amountSatang, movedAt: null, payer: null }],
});
const listedAt = (one: Statements, amount: string): Statements => ({
  amount: { at: `data.0.${amount}`, unit: 'satang' },
  currency: 'data.0.currency',
  order: 'data.0.metadata.saphan_order_id',
  ...(one.livemode === undefined ? {} : { livemode: 'data.0.livemode' }),
});
const received: Statements = { ...states, amount: { at: 'amount_received', unit: 'satang' } };

const inquiries: readonly Case[] = [
  {
    title: 'a payment succeeded',
    source,
    call: inquiry('payment', { providerRef: intentId }),
    exchanges: [getIntent(intent(succeeded))],
    outcome: movement(intentId, 10_000),
    states: received,
  },
  {
    title: 'a payment is found in the list',
    source,
    call: inquiry('payment'),
    exchanges: [get('/v1/payment_intents', list([intent(succeeded)]), window)],
    outcome: { ...movement(intentId, 10_000), providerRef: intentId },
    states: listedAt(states, 'amount_received'),
  },
  {
    title: 'a lost code is opened again under its key',
    source,
    call: inquiry('payment', { expiresAt }),
    exchanges: [
      acting('/v1/payment_intents', orderId, qrForm, intent()),
      getIntent(intent()),
      { ...get('/v1/payment_intents', list([]), window), isFallback: true },
    ],
    outcome: { kind: 'waiting', opened },
  },
  {
    title: 'a payment expired',
    source,
    call: inquiry('payment', { providerRef: intentId }),
    exchanges: [
      getIntent(
        intent({
          status: 'requires_payment_method',
          next_action: null,
          last_payment_error: { code: 'payment_intent_payment_attempt_expired', message: 'Late.' },
        }),
      ),
    ],
    outcome: { kind: 'failed', code: 'payment_intent_payment_attempt_expired', message: 'Late.' },
  },
  {
    title: 'a payment is not in the complete list',
    source,
    call: inquiry('payment'),
    exchanges: [
      get('/v1/payment_intents', list([]), window),
      get('/v1/payment_intents', list([]), longWindow),
    ],
    outcome: { kind: 'not_found' },
  },
  {
    title: 'a charge succeeded',
    source,
    call: inquiry('charge'),
    exchanges: [get('/v1/payment_intents', list([intent({ ...card, ...succeeded })]), window)],
    outcome: { ...movement(intentId, 10_000), providerRef: intentId },
    states: listedAt(states, 'amount_received'),
  },
  {
    title: 'a charge is processing',
    source,
    call: inquiry('charge', { providerRef: intentId }),
    exchanges: [getIntent(intent({ ...card, status: 'processing' }))],
    outcome: { kind: 'waiting' },
  },
  {
    title: 'a charge waits for its payer',
    source,
    call: inquiry('charge', { providerRef: intentId }),
    exchanges: [getIntent(intent(redirecting))],
    outcome: { kind: 'waiting', nextAction },
  },
  {
    title: 'a charge whose payer did not come for a day is canceled',
    source,
    call: inquiry('charge', { providerRef: intentId, sentForMs: 86_400_000, createdAt: aDayAgo }),
    exchanges: [
      getIntent(intent(redirecting)),
      {
        method: 'POST',
        path: `/v1/payment_intents/${intentId}/cancel`,
        headers: read,
        body: { cancellation_reason: 'abandoned' },
        answer: {
          status: 200,
          json: intent({
            ...card,
            status: 'canceled',
            cancellation_reason: 'abandoned',
          }),
        },
      },
    ],
    outcome: { kind: 'failed', code: 'abandoned', message: expect.any(String) },
  },
  {
    title: 'a charge was canceled',
    source,
    call: inquiry('charge', { providerRef: intentId }),
    exchanges: [
      getIntent(intent({ ...card, status: 'canceled', cancellation_reason: 'fraudulent' })),
    ],
    outcome: { kind: 'failed', code: 'fraudulent', message: expect.any(String) },
  },
  {
    title: 'a refund succeeded',
    source,
    call: inquiry('refund'),
    exchanges: [get('/v1/refunds', list([refund({ status: 'succeeded' })]), ofPayment)],
    outcome: { ...movement(refundId, 4_000), providerRef: refundId },
    states: listedAt(refundStates, 'amount'),
  },
  {
    title: 'a refund waits for the payer',
    source,
    call: inquiry('refund', { providerRef: refundId }),
    exchanges: [get('/v1/refunds', list([refund()]), ofPayment)],
    outcome: { kind: 'waiting', providerRef: refundId },
  },
  {
    title: 'a refund failed',
    source,
    call: inquiry('refund'),
    exchanges: [
      get(
        '/v1/refunds',
        list([refund({ status: 'failed', failure_reason: 'expired_or_canceled_card' })]),
        ofPayment,
      ),
    ],
    outcome: {
      kind: 'failed',
      code: 'expired_or_canceled_card',
      message: expect.any(String),
      movement: movement(refundId, 4_000).movements[0],
    },
  },
  {
    title: 'a refund is not in the complete list',
    source,
    call: inquiry('refund'),
    exchanges: [get('/v1/refunds', list([]), ofPayment)],
    outcome: { kind: 'not_found' },
  },
];

const returned = (parts: readonly object[]) => ({
  ...movement(intentId, 10_000),
  reversed: parts.map((part) => ({ transactionId: intentId, payer: null, ...part })),
});
const paidWith = (fields: object) => intent({ ...succeeded, latest_charge: paidCharge(fields) });

const returns: readonly Case[] = (['payment', 'charge'] as const).flatMap((kind) => [
  {
    title: `a ${kind} succeeded and nothing was returned`,
    source,
    call: inquiry(kind, { providerRef: intentId }),
    exchanges: [getIntent(paidWith({}))],
    outcome: movement(intentId, 10_000),
  },
  {
    title: `a part of a ${kind} was refunded by others`,
    source,
    call: inquiry(kind, { providerRef: intentId }),
    exchanges: [
      getIntent(paidWith({ amount_refunded: 7_000 })),
      get(
        '/v1/refunds',
        list([
          foreignRefund({ amount: 3_000 }),
          refund({ status: 'succeeded' }),
          refund({ id: 're_2', status: 'failed', metadata: {} }),
        ]),
        ofPayment,
      ),
    ],
    outcome: returned([
      { amountSatang: 3_000, movedAt: createdAt, returnId: 're_1QfAbCdEfGhIjKlM' },
    ]),
  },
  {
    title: `a ${kind} is disputed`,
    source,
    call: inquiry(kind, { providerRef: intentId }),
    exchanges: [
      getIntent(paidWith({ disputed: true })),
      get('/v1/disputes', list([dispute('needs_response')]), ofPayment),
    ],
    outcome: returned([{ amountSatang: 10_000, movedAt: null, returnId: disputeId }]),
  },
  ...['won', 'warning_needs_response'].map((status) => ({
    title: `the dispute of a ${kind} is ${status}`,
    source,
    call: inquiry(kind, { providerRef: intentId }),
    exchanges: [
      getIntent(paidWith({ disputed: true })),
      get('/v1/disputes', list([dispute(status)]), ofPayment),
    ],
    outcome: movement(intentId, 10_000),
  })),
]);

const event = (type: string, object: object, fields: object = {}) => ({
  id: 'evt_1QfAbCdEfGhIjKlM',
  object: 'event',
  created: created + 300,
  livemode: false,
  type,
  data: { object },
  pending_webhooks: 1,
  ...fields,
});
const movedAt = new Date('2026-11-22T09:55:00Z');
const ignored = { kind: 'ignored', reason: expect.any(String) as unknown as string } as const;

export const stripeSubject: Subject<StripeSettings> = {
  account: (url) => accountWith([secret], url),
  now,
  cases: [
    ...creations,
    ...inquiries,
    ...returns,
    {
      title: 'the credentials are valid',
      source,
      call: { method: 'probe', input: null },
      exchanges: [get('/v1/balance', { object: 'balance', livemode: false, available: [] })],
      outcome: { kind: 'ok' },
    },
  ],
  returns: {
    never: [],
    flags: [
      ...[
        { amount_refunded: 4_000 },
        { refunded: true },
        { disputed: true },
        { status: 'failed' },
      ].map((fields) => ({
        of: ['payment', 'charge'] as const,
        object: 'payment_intent',
        at: 'latest_charge',
        value: paidCharge(fields),
      })),
      { of: ['refund'], at: 'status', value: 'failed' },
    ],
    events: [
      {
        title: 'the event of a dispute',
        json: event('charge.dispute.created', dispute('needs_response')),
        reading: { kind: 'hint', about: { providerRef: intentId } },
      },
      {
        title: 'the event of a refunded charge',
        json: event('charge.refunded', paidCharge({ refunded: true, amount_refunded: 10_000 })),
        reading: { kind: 'hint', about: { orderId } },
      },
      {
        title: 'the event of a refund by others',
        json: event('refund.created', foreignRefund()),
        reading: { kind: 'hint', about: { providerRef: intentId } },
      },
      {
        title: 'an event that is not interpreted',
        json: event('radar.early_fraud_warning.created', {
          id: 'issfr_1',
          object: 'radar.early_fraud_warning',
          payment_intent: intentId,
        }),
        reading: {
          kind: 'hint',
          about: { providerRef: intentId },
          event: 'radar.early_fraud_warning.created',
        },
      },
    ],
  },
  secrets: [],
  freshHeaders: [],
  ownQrs: [],
  callbacks: {
    authenticates: 'body',
    // docs.stripe.com/webhooks: HMAC-SHA256 of `t + "." + body` under the text of the secret.
    sign(body, { secrets, at }) {
      const time = Math.floor(at.getTime() / 1_000);
      const signatures = secrets.map((key) =>
        createHmac('sha256', key)
          .update(Buffer.concat([Buffer.from(`${time}.`), body]))
          .digest('hex'),
      );
      return { 'stripe-signature': [`t=${time}`, ...signatures.map((hex) => `v1=${hex}`)].join() };
    },
    signedHeaders: ['stripe-signature'],
    secret,
    otherSecret,
    accountWith: (secrets) => accountWith(secrets),
    severalSignatures: true,
    toleranceSeconds: 300,
    cases: [
      {
        title: 'the event of a succeeded payment',
        source,
        topic: null,
        json: event('payment_intent.succeeded', intent(succeeded)),
        states: {
          amount: { at: 'data.object.amount_received', unit: 'satang' },
          currency: 'data.object.currency',
          livemode: 'livemode',
        },
        reading: {
          kind: 'reports',
          reports: [
            {
              orderKind: 'incoming',
              orderId,
              outcome: 'succeeded',
              amountSatang: 10_000,
              transactionId: intentId,
              movedAt,
              payer: null,
              failure: null,
            },
          ],
        },
      },
      {
        title: 'the event of a succeeded refund',
        source,
        topic: null,
        json: event('refund.updated', refund({ status: 'succeeded' })),
        states: {
          amount: { at: 'data.object.amount', unit: 'satang' },
          currency: 'data.object.currency',
          livemode: 'livemode',
        },
        reading: {
          kind: 'reports',
          reports: [
            {
              orderKind: 'refund',
              orderId: refundOrderId,
              outcome: 'succeeded',
              amountSatang: 4_000,
              transactionId: refundId,
              movedAt,
              payer: null,
              failure: null,
            },
          ],
        },
      },
      {
        title: 'an event of an unknown type',
        source,
        topic: null,
        json: event('payout.paid', { id: 'po_1', object: 'payout', currency: 'thb' }),
        reading: ignored,
      },
      {
        title: 'the event of a payment of other software',
        source,
        topic: null,
        json: event('payment_intent.succeeded', intent({ ...succeeded, metadata: {} })),
        reading: ignored,
      },
    ],
  },
  billChecks: [],
  authenticated: { ...chargeRequest, token: 'pm_card_authenticationRequired', returnUrl },
  startFake,
  sandbox: {
    variables: ['CONTRACT_STRIPE_KEY'],
    account: ([key = '']) => accountWith([], 'https://api.stripe.com', key),
  },
};

async function startFake(): Promise<Fake<StripeSettings>> {
  const upstream = await startStripe({
    secretKey,
    webhookSecrets: [secret],
    callbackUrl: 'http://127.0.0.1:9',
  });
  closeAfterFile(() => upstream.close());
  const response = await fetch(`${upstream.url}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(qrForm).toString(),
  });
  const { id: paymentRef } = (await response.json()) as { id: string };
  upstream.pay(paymentRef);
  return {
    account: accountWith([secret], upstream.url),
    stranger: accountWith([secret], upstream.url, 'sk_test_of_nobody_at_all'),
    requests: [chargeRequest, { ...refundRequest, paymentRef }],
    async pay({ providerRef }) {
      upstream.pay(providerRef ?? '');
    },
    async settle({ kind }, providerRef) {
      if (kind === 'refund') upstream.decideRefund(providerRef ?? '', 'succeeded');
    },
    count: (id) => {
      const objects = [...upstream.intents.values(), ...upstream.refunds.values()];
      const ours = objects.filter(({ metadata }) => metadata['saphan_order_id'] === id);
      return Promise.resolve(ours.length);
    },
  };
}
