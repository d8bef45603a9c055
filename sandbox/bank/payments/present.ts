import { satangToBaht } from '../../../src/domain/money';
import type { BookView } from '../book/book-state';
import type { CallbackSender } from '../callbacks/callback-sender';
import { presentCallback } from '../callbacks/present';
import { Refusal } from '../refusal';

/**
 * A payment as the bank's API shows it, amounts in baht. Without the payer: nobody who asks needs
 * to read account numbers back. Throws a 404 Refusal when it is not in the book, or no longer.
 */
export function presentPayment(book: BookView, sender: CallbackSender, paymentId: string): object {
  const booked = book.payment(paymentId);
  if (booked === null) throw new Refusal(404, 'payment_not_found', 'No such payment.');
  const { payment, settledAt } = booked;
  return {
    paymentId,
    status: settledAt === null ? 'scheduled' : payment.mode === 'decline' ? 'declined' : 'paid',
    mode: payment.mode,
    purpose: payment.purpose,
    orderId: payment.orderId,
    amount: satangToBaht(payment.billedSatang),
    acceptedAt: payment.acceptedAt,
    dueAt: payment.dueAt,
    settledAt,
    callbacks: payment.outcomes.flatMap(({ callbackId }) => {
      const callback = book.callback(callbackId);
      return callback === null ? [] : [presentCallback(callback, sender.progress(callbackId))];
    }),
  };
}
