import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizePage, type Authentication } from '../authorize-page';
import { StripeError, type Answer } from './answer';
import {
  presentCharge,
  presentDispute,
  presentIntent,
  presentRefund,
  type Dispute,
  type Intent,
  type Refund,
} from './records';
import { answerTo, type Book } from './routes';

export interface StripeOptions {
  readonly secretKey: string;
  /** The events are signed with each of them. */
  readonly webhookSecrets: readonly string[];
  readonly callbackUrl: string;
  readonly now?: () => number;
}

/** What happens to the next request: it is carried out and unanswered, or not carried out. */
export type Disturbance = 'lose_answer' | 'fail' | 'limit_rate';

interface Delivery {
  readonly type: string;
  /** Of the response; null without one. */
  readonly status: number | null;
}

interface Controls {
  pay(intentId: string, amountSatang?: number): void;
  /** The payer's attempt fails, or expires. */
  fail(intentId: string, code: string): void;
  decideRefund(refundId: string, status: Refund['status'], reason?: string): void;
  /** A refund that somebody makes in the dashboard. */
  refund(intentId: string, amountSatang: number): void;
  /** Opens the dispute of a payment, or decides it. */
  dispute(intentId: string, status: Dispute['status'], amountSatang?: number): void;
}

export interface StripeUpstream extends Controls {
  readonly url: string;
  /** Method and path of each request. */
  readonly calls: readonly string[];
  readonly deliveries: readonly Delivery[];
  readonly intents: ReadonlyMap<string, Intent>;
  readonly refunds: ReadonlyMap<string, Refund>;
  disturbNext(...disturbances: readonly Disturbance[]): void;
  close(): Promise<void>;
}

/** Stripe with PromptPay, card charges, refunds and events, on a loopback port. */
export async function startStripe(options: StripeOptions): Promise<StripeUpstream> {
  const { secretKey, now = Date.now } = options;
  const livemode = secretKey.includes('_live_');
  const deliveries: Delivery[] = [];
  const calls: string[] = [];
  const disturbances: Disturbance[] = [];

  function announce(type: string, object: object): void {
    const sent = signedEvent(type, object, { ...options, livemode, nowMs: now() });
    // Stripe repeats an event that was not received; this server does not.
    void fetch(options.callbackUrl, { method: 'POST', ...sent }).then(
      ({ status }) => deliveries.push({ type, status }),
      () => deliveries.push({ type, status: null }),
    );
  }
  const book: Book = {
    url: '',
    livemode,
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    now,
    announce,
  };

  const carryOut = createExecutor(book);
  const server = createServer((message, response) => {
    void textOf(message).then(
      (body) => {
        const authentication = authenticationAt(book, message.url ?? '');
        if (authentication !== null) {
          const form = new URLSearchParams(body);
          const page = authorizePage(message.method ?? '', form, authentication);
          return response.writeHead(page.status, page.headers).end(page.body);
        }
        calls.push(`${message.method} ${(message.url ?? '').replace(/\?.*/, '')}`);
        const disturbance = disturbances.shift();
        let answer: Answer;
        if (disturbance === 'limit_rate') answer = limited;
        else if (message.headers.authorization !== `Bearer ${secretKey}`) answer = unauthorized;
        else answer = carryOut(message, body, disturbance === 'fail');
        if (disturbance === 'lose_answer') return response.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify(answer.body));
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  book.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: book.url,
    calls,
    deliveries,
    intents: book.intents,
    refunds: book.refunds,
    disturbNext: (...next) => void disturbances.push(...next),
    ...controlsOf(book),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The first answer under an idempotency key is saved, also an error. */
function createExecutor(book: Book) {
  const saved = new Map<string, { readonly request: string; readonly answer: Answer }>();
  return (message: IncomingMessage, body: string, fails: boolean): Answer => {
    const url = new URL(message.url ?? '', 'http://stripe');
    const { method = '' } = message;
    const request = `${method} ${url.pathname} ${body}`;
    const key = String(message.headers['idempotency-key'] ?? '');
    const earlier = key === '' ? undefined : saved.get(key);
    if (earlier !== undefined) return earlier.request === request ? earlier.answer : keyReused;
    const call = { query: url.searchParams, form: new URLSearchParams(body) };
    const answer = fails ? failed : answerOrError(() => answerTo(book, method, url.pathname, call));
    if (key !== '') saved.set(key, { request, answer });
    return answer;
  };
}

/** The payment intent whose payer opens the page of its bank. */
function authenticationAt(book: Book, path: string): Authentication | null {
  const intent = book.intents.get(path.replace(/^\/authenticate\//, ''));
  if (!intent?.authentication) return null;
  const controls = controlsOf(book);
  return {
    id: intent.id,
    isOpen: intent.status === 'requires_action',
    returnUrl: intent.authentication.return_url,
    decide: (isApproved) =>
      isApproved
        ? controls.pay(intent.id)
        : controls.fail(intent.id, 'payment_intent_authentication_failure'),
  };
}

function controlsOf(book: Book): Controls {
  const { intents, refunds, disputes, livemode } = book;
  const created = () => Math.floor(book.now() / 1_000);
  return {
    pay(intentId, amountSatang) {
      const intent = known(intents, intentId);
      intent.status = 'succeeded';
      intent.amount_received = amountSatang ?? intent.amount;
      book.announce('payment_intent.succeeded', presentIntent(intent, livemode));
    },
    fail(intentId, code) {
      const intent = known(intents, intentId);
      intent.status = 'requires_payment_method';
      intent.last_payment_error = { code, message: 'The payment attempt failed.' };
      book.announce('payment_intent.payment_failed', presentIntent(intent, livemode));
    },
    decideRefund(refundId, status, reason) {
      const refund = known(refunds, refundId);
      refund.status = status;
      if (reason !== undefined) refund.failure_reason = reason;
      const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
      book.announce(type, presentRefund(refund));
    },
    refund(intentId, amount) {
      const intent = known(intents, intentId);
      const id = `re_${randomBytes(12).toString('hex')}`;
      const about = { metadata: {}, payment_intent: intentId, status: 'succeeded' } as const;
      const refund: Refund = { id, amount, created: created(), ...about };
      refunds.set(id, refund);
      book.announce('refund.created', presentRefund(refund));
      const all = { refunds: [...refunds.values()], disputes: [...disputes.values()] };
      book.announce('charge.refunded', presentCharge(intent, livemode, all));
    },
    dispute(intentId, status, amount) {
      const intent = known(intents, intentId);
      const id = intentId.replace(/^pi/, 'dp');
      const opened = disputes.get(id);
      const about = { metadata: {}, payment_intent: intentId, status } as const;
      const amountSatang = amount ?? intent.amount_received;
      const dispute = opened ?? { id, amount: amountSatang, created: created(), ...about };
      dispute.status = status;
      disputes.set(id, dispute);
      const isOver = status === 'won' || status === 'lost';
      const act = opened === undefined ? 'created' : isOver ? 'closed' : 'updated';
      book.announce(`charge.dispute.${act}`, presentDispute(dispute, livemode));
    },
  };
}

function signedEvent(
  type: string,
  object: object,
  options: StripeOptions & { readonly livemode: boolean; readonly nowMs: number },
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const created = Math.floor(options.nowMs / 1_000);
  const id = `evt_${randomBytes(12).toString('hex')}`;
  const { livemode } = options;
  const about = { id, object: 'event', created, livemode, type };
  const body = JSON.stringify({ ...about, data: { object } });
  const signatures = options.webhookSecrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${created}.${body}`).digest('hex')}`,
  );
  const signature = [`t=${created}`, ...signatures].join(',');
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return { headers, body };
}

function answerOrError(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof StripeError) return error.answer;
    throw error;
  }
}

const errorOf = (status: number, type: string, code: string): Answer =>
  new StripeError(status, type, code, `${code}.`).answer;
const unauthorized = errorOf(401, 'invalid_request_error', 'api_key_invalid');
const limited = errorOf(429, 'invalid_request_error', 'rate_limit');
const failed = errorOf(500, 'api_error', 'internal');
const keyReused = errorOf(400, 'idempotency_error', 'idempotency_key_reused');

function known<One>(all: ReadonlyMap<string, One>, id: string): One {
  const one = all.get(id);
  if (one === undefined) throw new Error(`there is no ${id}`);
  return one;
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
