import { z } from 'zod';
import { decimalBahtToSatang } from '../../../src/domain/money';

/** What the bodies of requests to the bank have in common. */
export const text = z.string().trim().min(1).max(100);

const NAME_LENGTH_MAX = 250;

/** The gateway's names, two of a hundred characters joined among them. It counts code points. */
export const name = z
  .string()
  .trim()
  .refine(
    (written) => Array.from(written).length <= NAME_LENGTH_MAX,
    `write at most ${NAME_LENGTH_MAX} characters`,
  );

/** Baht, read as satang. */
export const baht = z.number().transform((number, context) => {
  const satang = decimalBahtToSatang(number);
  if (satang !== null) return satang;
  context.addIssue({ code: 'custom', message: 'write baht with at most two decimals' });
  return z.NEVER;
});

/** Read as 6 to 15 digits, without the spaces and dashes between them. */
export const accountNumber = z
  .string()
  .transform((digits) => digits.replace(/[\s-]/g, ''))
  .refine((digits) => /^\d{6,15}$/.test(digits), 'write 6 to 15 digits');
