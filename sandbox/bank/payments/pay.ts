import { newId, newPaymentRef } from '../../../src/lib/new-id';
import type { Accepted, Book } from '../book/book';
import type { Payer, Payment, PaymentMode } from '../book/entry';
import type { CallbackSender } from '../callbacks/callback-sender';
import { Refusal } from '../refusal';
import type { DuePayments } from './due-payments';
import { planTransfers } from './plan-transfers';
import { readBill } from './read-bill';
import type { Bill } from './read-bill';

/** A day, the longest that a QR code lives, and an hour more, so that even that one can be late. */
export const DELAY_SECONDS_MAX = 25 * 60 * 60;

const defaultPayer: Payer = {
  bankName: 'Sandbox Bank',
  accountNumber: '0000000000',
  accountName: 'SANDBOX PAYER',
};

export interface PayRequest {
  readonly qrData: string;
  readonly mode: PaymentMode;
  /** Only with `short` and `over`; null: one baht less or more. */
  readonly amountSatang: number | null;
  /** Only with `late`, and required there: 1 to DELAY_SECONDS_MAX. */
  readonly delaySeconds: number | null;
  readonly payer: Payer | null;
  /** A repeated request under the same key makes no second payment. Null: it is never a repeat. */
  readonly onceKey: string | null;
}

export interface PayDeps {
  readonly billerId: string;
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly due: DuePayments;
  readonly clock: () => number;
}

export type Pay = (request: PayRequest) => Promise<Accepted>;

/**
 * Pays a QR code, in one of the ways that customers and their banks do. Resolves when the book
 * holds the payment; the gateway is told after that. Rejects with a Refusal when there is nothing
 * to pay.
 */
export function createPay({ billerId, book, sender, due, clock }: PayDeps): Pay {
  return async (request) => {
    const bill = readBill(request.qrData, billerId);
    const amounts = planTransfers(request.mode, bill.amountSatang, request.amountSatang);
    const nowMs = clock();
    const delaySeconds = checkDelay(request);
    const dueMs = delaySeconds === null ? null : nowMs + delaySeconds * 1000;
    const result = await book.accept({
      paymentId: newId('sbp_', nowMs),
      onceKey: request.onceKey,
      mode: request.mode,
      purpose: bill.purpose,
      orderId: bill.orderId,
      billedSatang: bill.amountSatang,
      payer: request.payer ?? defaultPayer,
      acceptedAt: new Date(nowMs).toISOString(),
      dueAt: dueMs === null ? null : new Date(dueMs).toISOString(),
      outcomes: outcomesOf(amounts, nowMs),
    });
    if (!result.isNew) checkRepeat(result.payment, request.mode, bill, amounts);
    else if (dueMs === null) sender.sendAll(result.payment.outcomes);
    else due.add(result.payment);
    return result;
  };
}

/** One key, one payment: asking for another under it is a mistake, not a repeat. */
function checkRepeat(made: Payment, mode: PaymentMode, bill: Bill, amounts: readonly number[]) {
  const madeAmounts = made.outcomes.flatMap(({ transfer }) => transfer?.amountSatang ?? []);
  const isSame =
    made.mode === mode &&
    made.orderId === bill.orderId &&
    made.billedSatang === bill.amountSatang &&
    madeAmounts.join() === amounts.join();
  if (isSame) return;
  throw new Refusal(409, 'already_used', 'Another payment was made with this form or key.');
}

/** The bank's id of a transfer has at most 25 characters: so many fit on a slip. */
function outcomesOf(amounts: readonly number[], nowMs: number): Payment['outcomes'] {
  const callbackId = () => newId('sbc_', nowMs);
  if (amounts.length === 0) return [{ callbackId: callbackId(), transfer: null }];
  return amounts.map((amountSatang) => ({
    callbackId: callbackId(),
    transfer: { transactionId: `SBX${newPaymentRef()}`, amountSatang },
  }));
}

function checkDelay({ mode, delaySeconds }: PayRequest): number | null {
  if ((mode === 'late') === (delaySeconds !== null)) return delaySeconds;
  throw new Refusal(422, 'invalid_delay', 'delaySeconds belongs to the mode late, and only there.');
}
