import { z } from 'zod';
import { transactionStatuses, transactionTypes } from '../rules/transaction';
import { pageFields, pageQuery } from '../../../http/pagination';

const type = z.enum(transactionTypes);
const status = z.enum(transactionStatuses);

export const transactionsQuery = pageQuery.extend({
  status: status.optional(),
  type: type.optional(),
});

export const transactionPage = z
  .object({
    transactions: z.array(
      z.object({
        transaction_id: z.string(),
        /** For a refund, the refunded payment. */
        payment_id: z.string(),
        type,
        status,
        /** Negative for a refund. Has decimals where the bank moved satang. */
        amount: z.number(),
        currency: z.literal('THB'),
        created_at: z.iso.datetime(),
      }),
    ),
    ...pageFields,
  })
  .meta({ id: 'TransactionPage' });
