import { bankAccounts, type Accounts } from '../accounts/accounts';
import { requestWithRetry } from '../load/http';
import type { Book, BookedRequest, BookedTransfer, SubmissionFact } from './facts';

type Entry<Booked> = Omit<Booked, 'accountId' | 'kind'>;

interface BookAnswer {
  readonly totals: { readonly waiting: number; readonly scheduled: number };
  readonly transfers: readonly Entry<BookedTransfer>[];
  readonly payouts: readonly Entry<BookedRequest>[];
  readonly refunds: readonly Entry<BookedRequest>[];
  readonly charges: readonly Entry<BookedRequest>[];
}

/** The account of the environment. */
const PLATFORM = 'default';

interface Banks {
  /** The platform's bank. */
  readonly bankUrl: string;
  readonly accounts: Accounts;
}

/** The records of the money that the banks moved. */
export async function readBooks({ bankUrl, accounts }: Banks): Promise<Book> {
  const { ids, banks, stripe } = accounts;
  const books = await Promise.all([
    readBook(bankUrl, PLATFORM),
    ...bankAccounts.map((name) => readBook(banks[name].bankUrl, ids[name])),
  ]);
  const paid = [...stripe.intents.values()].filter(({ status }) => status === 'succeeded');
  const transfers = paid.map(({ id, amount_received: amountSatang, metadata }): BookedTransfer => {
    const orderId = metadata['saphan_order_id'] ?? '';
    return { accountId: ids.stripe, transactionId: id, orderId, amountSatang };
  });
  return {
    transfers: [...books.flatMap((book) => book.transfers), ...transfers],
    requests: books.flatMap((book) => book.requests),
  };
}

async function readBook(bankUrl: string, accountId: string): Promise<Book> {
  const { transfers, payouts, refunds, charges } = await readAnswer(bankUrl);
  const requestsOf = (kind: BookedRequest['kind'], entries: readonly Entry<BookedRequest>[]) =>
    entries.map((entry) => ({ ...entry, kind, accountId }));
  return {
    transfers: transfers.map((transfer) => ({ ...transfer, accountId })),
    requests: [
      ...requestsOf('payout', payouts),
      ...requestsOf('refund', refunds),
      ...requestsOf('charge', charges),
    ],
  };
}

/** The calls that arrived at the accounts behind lines. */
export const submissionsAt = ({ ids, lines }: Accounts): readonly SubmissionFact[] =>
  lines.submissions.map(({ account, ...submission }) => {
    return { ...submission, accountId: ids[account] };
  });

/** Callbacks that the banks have not delivered, and payments that they have not settled. */
export async function countWaiting({ bankUrl, accounts: { banks } }: Banks): Promise<number> {
  const urls = [bankUrl, ...bankAccounts.map((name) => banks[name].bankUrl)];
  const totals = await Promise.all(urls.map(async (url) => (await readAnswer(url)).totals));
  return totals.reduce((sum, { waiting, scheduled }) => sum + waiting + scheduled, 0);
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
