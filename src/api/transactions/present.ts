import type { z } from 'zod';
import type { Page, Transaction } from '../../application/orders/list-orders';
import { transactionIdOf } from '../../domain/events';
import { satangToBaht } from '../../domain/money';
import { presentPage } from '../../http/pagination';
import type { transactionPage, transactionsQuery } from './schema';

export function presentTransactionPage(
  page: Page<Transaction>,
  query: z.output<typeof transactionsQuery>,
): z.input<typeof transactionPage> {
  const transactions = page.items.map((row) => ({
    transaction_id: transactionIdOf(row.id),
    payment_id: row.paymentId,
    type: row.type,
    status: row.status,
    amount: satangToBaht(row.amountSatang),
    currency: 'THB' as const,
    created_at: row.createdAt.toISOString(),
  }));
  return { transactions, ...presentPage(page, query) };
}
