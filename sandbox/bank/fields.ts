import { z } from 'zod';
import { decimalBahtToSatang } from '../../src/kernel/rules/money';

/** Zod fields of request bodies. */
export const text = z.string().trim().min(1).max(100);

const NAME_LENGTH_MAX = 250;

/** A name of the gateway: it may join two of 100 characters, and counts code points. */
export const name = z
  .string()
  .trim()
  .refine(
    (value) => Array.from(value).length <= NAME_LENGTH_MAX,
    `must have at most ${NAME_LENGTH_MAX} characters`,
  );

/** Baht in the request, satang in the output. */
export const baht = z.number().transform((number, context) => {
  const satang = decimalBahtToSatang(number);
  if (satang !== null) return satang;
  context.addIssue({ code: 'custom', message: 'must be baht with at most two decimals' });
  return z.NEVER;
});

/** Spaces and dashes are removed. */
export const accountNumber = z
  .string()
  .transform((digits) => digits.replace(/[\s-]/g, ''))
  .refine((digits) => /^\d{6,15}$/.test(digits), 'must have 6 to 15 digits');
