import { insist } from '../load/wire';
import type { Book, BookedRequest } from './facts';

interface BookPage {
  readonly totals: { readonly waiting: number; readonly scheduled: number };
  readonly transfers: Book['transfers'];
  readonly payouts: readonly Omit<BookedRequest, 'kind'>[];
  readonly refunds: readonly Omit<BookedRequest, 'kind'>[];
  readonly charges: readonly Omit<BookedRequest, 'kind'>[];
  readonly next: number;
  readonly hasMore: boolean;
}

/** All that the bank itself holds to have happened. */
export async function readBook(bankUrl: string): Promise<Book> {
  const transfers: Book['transfers'][number][] = [];
  const requests: BookedRequest[] = [];
  for (let since = 0, hasMore = true; hasMore;) {
    const page = await readPage(bankUrl, since);
    transfers.push(...page.transfers);
    requests.push(
      ...page.payouts.map((payout) => ({ ...payout, kind: 'payout' as const })),
      ...page.refunds.map((refund) => ({ ...refund, kind: 'refund' as const })),
      ...page.charges.map((charge) => ({ ...charge, kind: 'charge' as const })),
    );
    since = page.next;
    ({ hasMore } = page);
  }
  return { transfers, requests };
}

/** Callbacks that the bank has still to deliver, and payments that it has still to book. */
export async function countWaiting(bankUrl: string): Promise<number> {
  const { totals } = await readPage(bankUrl, 0);
  return totals.waiting + totals.scheduled;
}

async function readPage(bankUrl: string, since: number): Promise<BookPage> {
  const url = `${bankUrl}/api/book?since=${since}`;
  const { status, body } = await insist({ url, method: 'GET', key: null });
  if (status !== 200) throw new Error(`the bank's book answered ${status}: ${body}`);
  return JSON.parse(body) as BookPage;
}
