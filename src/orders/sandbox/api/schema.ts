import { z } from 'zod';
import { incomingKinds } from '../../rules/kinds';
import { paymentMachine } from '../../rules/kinds/payment';

export const openPayments = z
  .object({
    payments: z.array(
      z.object({
        payment_id: z.string(),
        kind: z.enum(incomingKinds),
        qr_data: z.string(),
        amount: z.number(),
        reference: z.string().nullable(),
        merchant: z.string(),
        expires_at: z.iso.datetime(),
        status: z.enum(paymentMachine.states),
      }),
    ),
  })
  .meta({ id: 'OpenPayments' });
