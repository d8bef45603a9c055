import { z } from 'zod';

/** The URL of the page of a payment, by the token of the page. */
export const checkoutUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/pay/${token}`;

export const checkoutLink = z.url().meta({
  description:
    'The page on which the payer pays and sees the outcome, in Thai and English. Anyone with the ' +
    'link can open it.',
});

export const previousPaymentId = z
  .string()
  .nullable()
  .meta({
    description:
      'The expired or failed payment that this one replaces: its payer asked for a code on its ' +
      'checkout, or you named it.',
  });
