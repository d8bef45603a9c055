import type { Logger } from '../../../src/lib/log';
import type { Book } from '../book/book';
import type { Payment } from '../book/entry';
import type { CallbackSender } from '../callbacks/callback-sender';

/** Payments that wait for their time. The book remembers them; this only holds the timers. */
export interface DuePayments {
  add(payment: Payment): void;
  /** Stops the timers and waits for the payment that is being booked. */
  close(): Promise<void>;
}

export interface DuePaymentsDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly clock: () => number;
  readonly log: Logger;
}

export function createDuePayments({ book, sender, clock, log }: DuePaymentsDeps): DuePayments {
  const timers = new Map<string, NodeJS.Timeout>();
  const settling = new Set<Promise<void>>();

  async function settle(payment: Payment): Promise<void> {
    timers.delete(payment.paymentId);
    try {
      await book.settle(payment, new Date(clock()).toISOString());
      sender.sendAll(payment.outcomes);
    } catch (error) {
      // The book stays unwritten, and the payment scheduled: the next start of the bank pays it.
      log.error({ err: error, paymentId: payment.paymentId }, 'a due payment was not booked');
    }
  }

  return {
    add(payment) {
      if (payment.dueAt === null) return;
      const delayMs = Math.max(0, Date.parse(payment.dueAt) - clock());
      const timer = setTimeout(() => {
        const work = settle(payment).finally(() => settling.delete(work));
        settling.add(work);
      }, delayMs);
      timers.set(payment.paymentId, timer);
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(settling);
    },
  };
}
