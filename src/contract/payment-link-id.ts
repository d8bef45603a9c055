import { z } from 'zod';

export const paymentLinkId = z
  .string()
  .nullable()
  .meta({ description: 'The payment link on whose page the payer started the payment.' });
