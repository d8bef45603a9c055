import { z } from 'zod';
import { metadata } from '../../../contract/metadata';
import { refund, refundAmount, refundStatus } from '../../../contract/refund';
import { accountNumber, filled, id, optional, says, text } from '../../../contract/fields';
import { pageFields, pageQuery } from '../../../http/pagination';

const REASON_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 100;

export const refundRequest = z
  .object({
    payment_id: filled(100),
    amount: optional(refundAmount),
    reason: optional(text(REASON_LENGTH_MAX)),
    metadata: optional(metadata),
    destination: optional(
      z.object(
        {
          bank_name: filled(NAME_LENGTH_MAX),
          account_number: accountNumber,
          account_name: filled(NAME_LENGTH_MAX),
        },
        says('invalid_request'),
      ),
    ),
  })
  .meta({ id: 'RefundRequest' });

export const refundParams = z.object({ id: id('re_', 'refund_not_found') });

export const refundsQuery = pageQuery.extend({
  status: refundStatus.optional(),
  payment_id: id('pay_', 'invalid_parameters').optional(),
});
export const refundPage = z
  .object({ refunds: z.array(refund), ...pageFields })
  .meta({ id: 'RefundPage' });
