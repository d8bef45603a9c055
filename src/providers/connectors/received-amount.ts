import { z } from 'zod';
import { decimalBahtToSatang } from '../../kernel/rules/money';
import { MOVEMENT_MAX_SATANG } from '../../ledger/rules/movement';

/** Baht as a number or as plain decimal text. More than 0, converted to satang. */
export const receivedAmount = z
  .union([z.number(), z.string().regex(/^\d{1,13}(?:\.\d{1,2})?$/)])
  .transform((baht) => decimalBahtToSatang(Number(baht)) ?? 0)
  .refine((satang) => satang > 0 && satang <= MOVEMENT_MAX_SATANG);
