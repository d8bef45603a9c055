import { z } from 'zod';

const account = {
  bank_name: z.string().nullable().describe('The name of the bank. Null if unknown.'),
  bank_code: z.string().nullable().meta({ description: 'Three digits. Null for an unknown name.' }),
  account_number: z.string().nullable().meta({ description: 'Masked.' }),
};

const description =
  'Who paid, as reported by the bank. Null until the money was credited, and when the bank ' +
  'reports no payer.';

export const payer = z
  .object({
    name: z.string().nullable().describe('The holder of the account. Null if unknown.'),
    ...account,
  })
  .nullable()
  .meta({ description });

/** Events are stored unencrypted, so they omit the payer's name. */
export const eventPayer = z
  .object(account)
  .nullable()
  .meta({ description: `${description} Its name is in the payment or deposit.` });
