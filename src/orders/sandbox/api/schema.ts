import { z } from 'zod';
import { deadline, orderAmount, paymentStatus } from '../../../contract/described-fields';
import { incomingKinds } from '../../rules/kinds';
import { paymentMachine } from '../../rules/kinds/payment';

export const openPayments = z
  .object({
    payments: z
      .array(
        z.object({
          payment_id: z.string().describe('The id of the payment or deposit.'),
          kind: z.enum(incomingKinds).describe('Payment or deposit.'),
          qr_data: z.string().describe('The text of its QR code.'),
          amount: z.number().describe(orderAmount),
          reference: z.string().nullable().describe("The merchant's order number, if any."),
          merchant: z.string().describe('The name of the merchant.'),
          expires_at: deadline,
          status: z.enum(paymentMachine.states).describe(paymentStatus),
        }),
      )
      .describe('Newest first.'),
  })
  .meta({ id: 'OpenPayments' });
