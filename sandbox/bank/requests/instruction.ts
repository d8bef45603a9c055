import { z } from 'zod';
import { accountNumber, baht, name } from '../fields';
import type { Instruction, RequestKind } from '../records';

const account = z.object({
  bankCode: z
    .string()
    .regex(/^\d{3}$/, 'must be three digits or null')
    .nullable(),
  bankName: name.refine((value) => value !== '', 'must not be empty'),
  accountNumber,
  /** The gateway does not always know it. */
  accountName: name.nullable().transform((known) => known ?? ''),
});

const reference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -');
const fields = z.object({
  orderId: reference,
  amount: baht.refine((satang) => satang > 0, 'must be positive'),
  currency: z.literal('THB'),
});

/** The request bodies of the provider's contract. */
export const instructions: Readonly<Record<RequestKind, z.ZodType<Instruction>>> = {
  payout: fields.extend(account.shape).transform((body) => {
    const { orderId, amount: amountSatang, bankCode, bankName, accountName } = body;
    const to = { bankCode, bankName, accountNumber: body.accountNumber, accountName };
    return { kind: 'payout', orderId, amountSatang, account: to };
  }),
  refund: fields
    .extend({ paymentId: reference, account: account.nullable() })
    .transform(({ orderId, amount: amountSatang, paymentId, account: to }) => {
      return { kind: 'refund', orderId, amountSatang, paymentId, account: to };
    }),
  charge: fields
    .extend({ token: z.string().max(255) })
    .transform(({ orderId, amount: amountSatang, token }) => {
      return { kind: 'charge', orderId, amountSatang, token };
    }),
};
