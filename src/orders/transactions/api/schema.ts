import { z } from 'zod';
import { createdAt, currency, pageFields } from '../../../contract/described-fields';
import { transactionStatuses, transactionTypes } from '../rules/transaction';
import { pageQuery } from '../../../http/pagination';

const type = z.enum(transactionTypes).describe('Money in, or money back.');
const status = z
  .enum(transactionStatuses)
  .describe('`refunded`: a payment of which nothing is left to refund.');

export const transactionsQuery = pageQuery.extend({
  status: status.optional().describe('Only transactions with this status.'),
  type: type.optional().describe('Only transactions of this type.'),
});

export const transactionPage = z
  .object({
    transactions: z
      .array(
        z
          .object({
            transaction_id: z.string().describe('The id of the transaction.'),
            payment_id: z.string().describe('The payment; for a refund, the refunded payment.'),
            type,
            status,
            amount: z
              .number()
              .describe(
                'In baht, negative for a refund. Has decimals where the bank moved satang.',
              ),
            currency,
            created_at: createdAt,
          })
          .meta({ id: 'Transaction' }),
      )
      .describe('Newest first.'),
    ...pageFields,
  })
  .meta({ id: 'TransactionPage' });
