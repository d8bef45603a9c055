import type { BookView } from '../book/book-state';
import type { Payment } from '../book/entry';

/** A transfer that took place, with what it was for. */
export interface SlipTransfer {
  readonly payment: Payment;
  readonly transactionId: string;
  readonly amountSatang: number;
  readonly paidAt: string;
}

/** The transfer of that id; null when its money has not moved, or the book has forgotten it. */
export function findTransfer(book: BookView, transactionId: string): SlipTransfer | null {
  const booked = book.paymentOf(transactionId);
  return transfersOf(booked).find((transfer) => transfer.transactionId === transactionId) ?? null;
}

/** The transfers of a payment: none before it is settled, none when it was declined. */
export function transfersOf(booked: ReturnType<BookView['payment']>): SlipTransfer[] {
  if (booked === null || booked.settledAt === null) return [];
  const { payment, settledAt: paidAt } = booked;
  return payment.outcomes.flatMap(({ transfer }) =>
    transfer === null ? [] : [{ payment, ...transfer, paidAt }],
  );
}
