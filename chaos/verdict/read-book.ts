import { requestWithRetry } from '../load/http';
import type { Book, BookedRequest } from './facts';

interface BookAnswer {
  readonly totals: { readonly waiting: number; readonly scheduled: number };
  readonly transfers: Book['transfers'];
  readonly payouts: readonly Omit<BookedRequest, 'kind'>[];
  readonly refunds: readonly Omit<BookedRequest, 'kind'>[];
  readonly charges: readonly Omit<BookedRequest, 'kind'>[];
}

/** The bank's own record of the money it moved. */
export async function readBook(bankUrl: string): Promise<Book> {
  const { transfers, payouts, refunds, charges } = await readAnswer(bankUrl);
  const requests: BookedRequest[] = [
    ...payouts.map((payout) => ({ ...payout, kind: 'payout' as const })),
    ...refunds.map((refund) => ({ ...refund, kind: 'refund' as const })),
    ...charges.map((charge) => ({ ...charge, kind: 'charge' as const })),
  ];
  return { transfers, requests };
}

/** Callbacks that the bank has not delivered, and payments that it has not settled. */
export async function countWaiting(bankUrl: string): Promise<number> {
  const { totals } = await readAnswer(bankUrl);
  return totals.waiting + totals.scheduled;
}

async function readAnswer(bankUrl: string): Promise<BookAnswer> {
  const { status, body } = await requestWithRetry({
    url: `${bankUrl}/api/book`,
    method: 'GET',
    key: null,
  });
  if (status !== 200) throw new Error(`the bank's book answered ${status}: ${body}`);
  return JSON.parse(body) as BookAnswer;
}
