import { randomBytes } from 'node:crypto';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { StripeError, invalid, missing, ok, type Answer } from './answer';
import { amountOf, fieldsOf, metadataOf } from './forms';
import {
  presentCharge,
  presentDispute,
  presentIntent,
  presentRefund,
  type Dispute,
  type Intent,
  type Refund,
} from './records';

export interface Book {
  /** Of the server. */
  url: string;
  readonly livemode: boolean;
  readonly intents: Map<string, Intent>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  now(): number;
  /** Sends an event about an object that changed. */
  announce(type: string, object: object): void;
}

export interface Call {
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const secondsOf = (book: Book): number => Math.floor(book.now() / 1_000);
const LIMIT_MAX = 100;
const EXPANDED = 'latest_charge.balance_transaction';
const BILLER = '099999999999999';

/** The routes of the API that the connector uses. */
export function answerTo(book: Book, method: string, path: string, call: Call): Answer {
  const [, , collection = '', id, act] = path.split('/');
  const route = `${method} ${collection}${id === undefined ? '' : '/id'}${act ? `/${act}` : ''}`;
  switch (route) {
    case 'POST payment_intents':
      return createIntent(book, call);
    case 'GET payment_intents':
      return listOf([...book.intents.values()], call.query, (one) =>
        expanded(book, one, call.query.get('expand[]') === `data.${EXPANDED}`),
      );
    case 'GET payment_intents/id': {
      const isExpanded = call.query.get('expand[]') === EXPANDED;
      return ok(expanded(book, intentIn(book, id ?? ''), isExpanded));
    }
    case 'POST payment_intents/id/cancel':
      return cancelIntent(book, id ?? '', call);
    case 'POST refunds':
      return createRefund(book, call);
    case 'GET refunds': {
      const of = call.query.get('payment_intent');
      const refunds = [...book.refunds.values()].filter((one) => one.payment_intent === of);
      return listOf(refunds, call.query, presentRefund);
    }
    case 'GET disputes': {
      const of = call.query.get('payment_intent');
      const disputes = [...book.disputes.values()].filter((one) => one.payment_intent === of);
      return listOf(disputes, call.query, (one) => presentDispute(one, book.livemode));
    }
    case 'GET balance':
      return ok({ object: 'balance', livemode: book.livemode, available: [], pending: [] });
    default:
      throw new StripeError(
        404,
        'invalid_request_error',
        'url_invalid',
        'Unrecognized request URL',
      );
  }
}

function expanded(book: Book, intent: Intent, isExpanded: boolean): object {
  const shown = presentIntent(intent, book.livemode);
  if (!isExpanded || intent.status !== 'succeeded') return shown;
  const [refunds, disputes] = [[...book.refunds.values()], [...book.disputes.values()]];
  return { ...shown, latest_charge: presentCharge(intent, book.livemode, { refunds, disputes }) };
}

function createIntent(book: Book, { form }: Call): Answer {
  const fields = fieldsOf(form, [
    'amount',
    'currency',
    'confirm',
    'payment_method_types[]',
    'payment_method_data[type]',
    'payment_method_data[billing_details][email]',
    'payment_method',
    'confirmation_token',
    'error_on_requires_action',
    'return_url',
  ]);
  const amount = amountOf(fields, 1_000, 99_999_999);
  if (fields.get('currency') !== 'thb') throw invalid('currency_invalid', 'Invalid currency');
  if (fields.get('confirm') !== 'true') throw invalid('parameter_missing', 'confirm is missing');
  const id = newId('pi');
  const intent: Intent = {
    id,
    amount,
    amount_received: 0,
    metadata: metadataOf(form),
    created: secondsOf(book),
    status: 'requires_action',
    cancellation_reason: null,
    last_payment_error: null,
    qr: null,
    authentication: null,
  };
  if (fields.get('payment_method_types[]') === 'promptpay') {
    if (!fields.get('payment_method_data[billing_details][email]')) {
      throw invalid('parameter_missing', 'Missing required param: billing_details[email]');
    }
    const ref1 = id.slice(3, 21).toUpperCase();
    const qr = encodeBillPayment({ billerId: BILLER, ref1, amountSatang: amount });
    return ok(presentIntent(stored(book, { ...intent, qr }), book.livemode));
  }
  const token = fields.get('payment_method') ?? fields.get('confirmation_token') ?? '';
  const card = { token, returnUrl: fields.get('return_url') ?? null };
  return chargeCard(book, stored(book, intent), card);
}

function stored(book: Book, intent: Intent): Intent {
  book.intents.set(intent.id, intent);
  return intent;
}

/** The names of test cards are Stripe's. Other tokens stay in processing. */
function chargeCard(
  book: Book,
  intent: Intent,
  { token, returnUrl }: { readonly token: string; readonly returnUrl: string | null },
): Answer {
  if (/authenticationRequired/.test(token) && returnUrl !== null) {
    const url = `${book.url}/authenticate/${intent.id}`;
    intent.authentication = { url, return_url: returnUrl };
    return ok(presentIntent(intent, book.livemode));
  }
  intent.status = 'processing';
  if (/chargeDeclined/.test(token)) throw declined(book, intent, 'card_declined');
  if (/authenticationRequired/.test(token)) throw declined(book, intent, 'authentication_required');
  if (/visa/.test(token)) {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    book.announce('payment_intent.succeeded', presentIntent(intent, book.livemode));
  }
  return ok(presentIntent(intent, book.livemode));
}

function declined(book: Book, intent: Intent, code: string): StripeError {
  const message = 'Your card was declined.';
  intent.status = 'requires_payment_method';
  intent.last_payment_error = { type: 'card_error', code, message };
  const shown = presentIntent(intent, book.livemode);
  book.announce('payment_intent.payment_failed', shown);
  return new StripeError(402, 'card_error', code, message, { payment_intent: shown });
}

function intentIn(book: Book, id: string): Intent {
  const intent = book.intents.get(id);
  if (intent === undefined) throw missing(id);
  return intent;
}

function cancelIntent(book: Book, id: string, { form }: Call): Answer {
  const intent = intentIn(book, id);
  const fields = fieldsOf(form, ['cancellation_reason']);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalid('payment_intent_unexpected_state', `You cannot cancel it: ${intent.status}`);
  }
  intent.status = 'canceled';
  intent.cancellation_reason = fields.get('cancellation_reason') ?? null;
  const shown = presentIntent(intent, book.livemode);
  book.announce('payment_intent.canceled', shown);
  return ok(shown);
}

function createRefund(book: Book, { form }: Call): Answer {
  const fields = fieldsOf(form, ['payment_intent', 'amount']);
  const intent = intentIn(book, fields.get('payment_intent') ?? '');
  const refunded = [...book.refunds.values()]
    .filter((one) => one.payment_intent === intent.id)
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, one) => sum + one.amount, 0);
  const amount = amountOf(fields, 1, 99_999_999);
  if (intent.status !== 'succeeded' || amount > intent.amount_received - refunded) {
    throw invalid('charge_already_refunded', 'Refund amount is greater than unrefunded amount');
  }
  // Stripe asks the payer of a PromptPay payment for a bank account.
  const [prefix, status] = intent.qr === null ? (['re', 'succeeded'] as const) : pending;
  const created = secondsOf(book);
  const metadata = metadataOf(form);
  const refund = {
    id: newId(prefix),
    amount,
    metadata,
    created,
    payment_intent: intent.id,
    status,
  };
  book.refunds.set(refund.id, refund);
  book.announce('refund.created', presentRefund(refund));
  return ok(presentRefund(refund));
}

const pending = ['pyr', 'requires_action'] as const;

/** Newest first. */
function listOf<One extends Intent | Refund | Dispute>(
  all: readonly One[],
  query: URLSearchParams,
  present: (one: One) => object,
): Answer {
  const limit = Number(query.get('limit') ?? '10');
  if (limit < 1 || limit > LIMIT_MAX) throw invalid('parameter_invalid_integer', 'Invalid limit');
  const from = Number(query.get('created[gte]') ?? '0');
  const until = Number(query.get('created[lte]') ?? 'Infinity');
  const matching = all.filter(({ created }) => created >= from && created <= until).reverse();
  const after = query.get('starting_after');
  const start = after === null ? 0 : matching.findIndex(({ id }) => id === after) + 1;
  const page = matching.slice(start, start + limit).map(present);
  return ok({ object: 'list', data: page, has_more: start + limit < matching.length });
}
