import type { z } from 'zod';
import type { Transaction } from '../list-transactions';
import { transactionIdOf } from '../../../kernel/events/rules/event-bodies';
import { satangToBaht } from '../../../kernel/rules/money';
import type { transactionPage } from './schema';

export const presentTransaction = (
  row: Transaction,
): z.input<typeof transactionPage>['transactions'][number] => ({
  transaction_id: transactionIdOf(row.id),
  payment_id: row.paymentId,
  type: row.type,
  status: row.status,
  amount: satangToBaht(row.amountSatang),
  currency: 'THB',
  created_at: row.createdAt.toISOString(),
});
