import { bangkokMoment } from '../../../src/kernel/rules/bangkok-day';
import type { FakePayment } from './payment-book';

/** How the bank sends a confirmation again. */
export interface ResendPolicy {
  readonly times: number;
  readonly delayMs: number;
}

/** SCB's: three times, 12 s apart. */
export const scbResends: ResendPolicy = { times: 3, delayMs: 12_000 };

export interface SentConfirmation {
  readonly transactionId: string;
  /** The HTTP status of each attempt; null without an answer. */
  readonly statuses: readonly (number | null)[];
  /** The last answer, as JSON; null when it is none. */
  readonly answer: unknown;
  /** `mailed`: the bank gave up and wrote to the registered address. */
  readonly state: 'sending' | 'accepted' | 'mailed';
}

/** Sends payment confirmations to the registered URL, unsigned. */
export class ConfirmationSender {
  readonly #sent = new Map<string, SentConfirmation>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(private readonly resends: ResendPolicy) {}

  get sent(): readonly SentConfirmation[] {
    return [...this.#sent.values()];
  }

  /** Sends at once, and again until the receiver accepts. */
  send(payment: FakePayment, url: string): void {
    const { transactionId } = payment;
    const state = { transactionId, statuses: [], answer: null, state: 'sending' } as const;
    this.#sent.set(transactionId, state);
    this.#start(state, payment, url);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #start(before: SentConfirmation, payment: FakePayment, url: string): void {
    const running = this.#attempt(before, payment, url);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async #attempt(before: SentConfirmation, payment: FakePayment, url: string): Promise<void> {
    const { status, answer } = await this.#post(url, confirmationOf(payment));
    const statuses = [...before.statuses, status];
    const isAccepted = status === 200 && isSuccess(answer);
    const isLast = statuses.length > this.resends.times;
    const state = isAccepted ? 'accepted' : isLast ? 'mailed' : 'sending';
    const after = { ...before, statuses, answer, state } as const;
    this.#sent.set(payment.transactionId, after);
    if (state !== 'sending' || this.#closing.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#start(after, payment, url);
    }, this.resends.delayMs);
    this.#timers.add(timer);
  }

  async #post(url: string, body: object): Promise<{ status: number | null; answer: unknown }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(10_000)]),
      });
      return { status: response.status, answer: readJson(await response.text()) };
    } catch {
      // No answer: the bank sends the confirmation again.
      return { status: null, answer: null };
    }
  }
}

/** The fields of SCB's page "Payment Confirmation" for QR 30. */
export function confirmationOf(payment: FakePayment): Readonly<Record<string, string | number>> {
  return {
    transactionId: payment.transactionId,
    amount: payment.amount,
    transactionDateandTime: bangkokMoment(new Date(payment.paidAtMs)),
    currencyCode: '764',
    transactionType: 'Domestic Transfers',
    payeeProxyType: 'BILLERID',
    payeeProxyId: payment.billerId,
    payeeAccountNumber: '0987654321',
    payeeName: 'TestBiller',
    payerProxyType: 'ACCOUNT',
    payerProxyId: payment.payerAccountNumber,
    payerAccountNumber: payment.payerAccountNumber,
    payerName: payment.payerName,
    sendingBankCode: payment.sendingBankCode,
    receivingBankCode: '014',
    billPaymentRef1: payment.ref1,
    billPaymentRef2: payment.ref2,
    billPaymentRef3: payment.ref3,
    channelCode: 'PMH',
  };
}

function isSuccess(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'resCode' in answer
    ? answer.resCode === '00'
    : false;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
