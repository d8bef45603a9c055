import { newId, newPaymentRef } from '../../../src/platform/new-id';
import { ApiError } from '../../web/api-error';
import type { Book } from '../book';
import { paymentCallbacks } from '../callbacks/new-callback';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { Payer, Payment, PaymentMode } from '../records';
import { planTransfers } from './plan-transfers';
import { readBill } from './read-bill';

/** The longest lifetime of a QR code, one day, and an hour for the late payment. */
export const DELAY_SECONDS_MAX = 25 * 60 * 60;

const defaultPayer: Payer = {
  bankName: 'Sandbox Bank',
  accountNumber: '0000000000',
  accountName: 'SANDBOX PAYER',
};

export interface PayRequest {
  readonly qrData: string;
  readonly mode: PaymentMode;
  /** For `short` and `over`. Null: the difference is 1 baht. */
  readonly amountSatang: number | null;
  /** For `late`, and required there: 1 to DELAY_SECONDS_MAX. */
  readonly delaySeconds: number | null;
  readonly payer: Payer | null;
  readonly idempotencyKey: string | null;
}

export interface PaymentsDeps {
  readonly billerId: string;
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly clock: () => number;
}

/** The payments of customers. */
export class Payments {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: PaymentsDeps) {}

  /**
   * Stores a payment and sends its callbacks. Idempotent by `idempotencyKey`. Throws an ApiError: a
   * 422 for an invalid QR code or amount, 409 `already_used` for another payment with the key.
   */
  pay(request: PayRequest): { readonly payment: Payment; readonly isNew: boolean } {
    const { billerId, book, clock } = this.deps;
    const { mode, idempotencyKey, delaySeconds } = request;
    const bill = readBill(request.qrData, billerId);
    const amounts = planTransfers(mode, bill.amountSatang, request.amountSatang);
    if ((mode === 'late') !== (delaySeconds !== null)) {
      throw new ApiError(422, 'invalid_delay', 'The mode late requires delaySeconds, others none.');
    }
    const nowMs = clock();
    const payment: Payment = {
      type: 'payment',
      paymentId: newId('sbp_', nowMs),
      idempotencyKey,
      mode,
      purpose: bill.purpose,
      orderId: bill.orderId,
      billedSatang: bill.amountSatang,
      payer: request.payer ?? defaultPayer,
      acceptedAt: new Date(nowMs).toISOString(),
      dueAt: delaySeconds === null ? null : new Date(nowMs + delaySeconds * 1000).toISOString(),
      settledAt: null,
      // A slip allows 25 characters for the transaction id.
      transfers: amounts.map((amountSatang) => ({
        transactionId: `SBX${newPaymentRef()}`,
        amountSatang,
      })),
      callbacks: [],
    };
    const known = idempotencyKey === null ? null : book.paymentWithKey(idempotencyKey);
    if (known !== null) {
      requireSame(known, payment);
      return { payment: known, isNew: false };
    }
    if (payment.dueAt === null) return { payment: this.#settle(payment), isNew: true };
    book.put(payment);
    this.settleDue();
    return { payment, isNew: true };
  }

  /** Throws a 404 ApiError. */
  find(paymentId: string): Payment {
    const payment = this.deps.book.payment(paymentId);
    if (payment === null) throw new ApiError(404, 'payment_not_found', 'No such payment.');
    return payment;
  }

  /** Settles the scheduled payments that are due, and sets a timer for the next one. */
  settleDue(): void {
    clearTimeout(this.#timer);
    const { book, clock } = this.deps;
    const nowMs = clock();
    const dueMs = (payment: Payment) => Date.parse(payment.dueAt ?? '');
    const scheduled = book.scheduledPayments().toSorted((a, b) => dueMs(a) - dueMs(b));
    for (const payment of scheduled) if (dueMs(payment) <= nowMs) this.#settle(payment);
    const next = scheduled.find((payment) => dueMs(payment) > nowMs);
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.settleDue(), dueMs(next) - nowMs);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #settle(scheduled: Payment): Payment {
    const { book, sender, clock } = this.deps;
    const settledAt = new Date(clock()).toISOString();
    const payment = { ...scheduled, settledAt, callbacks: paymentCallbacks(scheduled, settledAt) };
    book.put(payment);
    sender.poll();
    return payment;
  }
}

function requireSame(known: Payment, repeated: Payment): void {
  const contentOf = ({ mode, orderId, billedSatang, transfers }: Payment) =>
    [mode, orderId, billedSatang, ...transfers.map((one) => one.amountSatang)].join();
  if (contentOf(known) === contentOf(repeated)) return;
  throw new ApiError(409, 'already_used', 'This form or key has already made another payment.');
}
