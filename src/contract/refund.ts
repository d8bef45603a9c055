import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, bahtToSatang } from '../kernel/rules/money';
import { refundMachine } from '../orders/rules/kinds/refund';
import { refundMethods } from '../orders/refund/rules/refund-method';
import { orderApproval } from './approval';
import {
  completedAt,
  createdAt,
  currency,
  failure,
  payoutReversed,
  payoutStatus,
} from './described-fields';
import { bahtBetween } from './fields';
import { feeFields } from './fee';
import { metadata } from './metadata';

/** Parsed to satang. Has decimals only if the payment was credited with satang. */
export const refundAmount = bahtBetween(1, bahtToSatang(QR_AMOUNT_MAX_BAHT));

export const refundStatus = z.enum(refundMachine.states).describe(payoutStatus);

export const refundMethod = z.enum(refundMethods).meta({
  description:
    '`native`: the provider returns the money to the payer. `push`: the provider pays it out to ' +
    'a bank account. `manual`: an operator of the gateway transfers it to a bank account.',
});

export const refund = z
  .object({
    refund_id: z.string().describe('The id of the refund.'),
    payment_id: z.string().describe('The refunded payment or deposit.'),
    transaction_id: z.string().describe('The id of the refund in the list of transactions.'),
    amount: z.number().describe('In baht. Has decimals if the payment was credited with satang.'),
    amount_reversed: payoutReversed,
    ...feeFields,
    currency,
    status: refundStatus,
    method: refundMethod,
    reason: z.string().nullable().describe('The reason, as you sent it.'),
    destination: z
      .object({
        type: z
          .enum(['bank_account', 'token', 'payer'])
          .describe(
            '`token`: the card or wallet of the token. `payer`: by the provider, to the payer.',
          ),
        bank_name: z.string().nullable().describe('Of a `bank_account`.'),
        account_number: z.string().nullable().describe('Of a `bank_account`, masked.'),
      })
      .describe('Where the money goes.'),
    failure,
    approval: orderApproval,
    metadata: metadata.nullable(),
    created_at: createdAt,
    completed_at: completedAt,
  })
  .meta({ id: 'Refund' });
