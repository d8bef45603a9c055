import { z } from 'zod';
import { pageFields, requestBankName } from '../../../contract/described-fields';
import { metadata } from '../../../contract/metadata';
import { refund, refundAmount, refundStatus } from '../../../contract/refund';
import { accountNumber, filled, id, optional, says, text } from '../../../contract/fields';
import { pageQuery } from '../../../http/pagination';

const REASON_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 100;

export const refundRequest = z
  .object({
    payment_id: filled(100).describe('The payment, or the `orderId` of the deposit, to refund.'),
    amount: optional(refundAmount.describe('In baht. Absent: all that is left to refund.')),
    reason: optional(text(REASON_LENGTH_MAX).describe('Why. The payer does not see it.')),
    metadata: optional(metadata),
    destination: optional(
      z
        .object(
          {
            bank_name: filled(NAME_LENGTH_MAX).describe(requestBankName),
            account_number: accountNumber.describe(
              '6 to 15 digits; spaces and dashes are ignored.',
            ),
            account_name: filled(NAME_LENGTH_MAX).describe('The holder of the account.'),
          },
          says('invalid_request'),
        )
        .describe(
          'The account to pay to, where the account that paid is unknown. Not for a payment ' +
            'whose `refund_method` is `native`.',
        ),
    ),
  })
  .meta({ id: 'RefundRequest' });

export const refundParams = z.object({
  id: id('re_', 'refund_not_found').describe('The `refund_id` of the refund.'),
});

export const refundsQuery = pageQuery.extend({
  status: refundStatus.optional().describe('Only refunds with this status.'),
  payment_id: id('pay_', 'invalid_parameters').optional().describe('Only those of the payment.'),
});
export const refundPage = z
  .object({ refunds: z.array(refund).describe('Newest first.'), ...pageFields })
  .meta({ id: 'RefundPage' });
