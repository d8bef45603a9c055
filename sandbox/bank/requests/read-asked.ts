import { z } from 'zod';
import type { Asked, RequestKind } from '../book/entry';
import { accountNumber, baht, name } from '../http/fields';
import { readAs } from '../http/read-as';

const account = z.object({
  bankCode: z
    .string()
    .regex(/^\d{3}$/, 'write three digits, or null')
    .nullable(),
  bankName: name.refine((written) => written !== '', 'write a name'),
  accountNumber,
  /** The gateway does not always know it. */
  accountName: name.nullable().transform((known) => known ?? ''),
});

const reference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'write 1 to 64 of A-Z a-z 0-9 _ -');
const asked = z.object({
  orderId: reference,
  amount: baht.refine((satang) => satang > 0, 'write more than nothing'),
  currency: z.literal('THB'),
});

const bodies: Readonly<Record<RequestKind, z.ZodType<Asked>>> = {
  payout: asked.extend(account.shape).transform((body) => {
    const { orderId, amount, bankCode, bankName, accountNumber: number, accountName } = body;
    const to = { bankCode, bankName, accountNumber: number, accountName };
    return { kind: 'payout', orderId, amountSatang: amount, account: to };
  }),
  refund: asked
    .extend({ paymentId: reference, account: account.nullable() })
    .transform(({ orderId, amount, paymentId, account: to }) => {
      return { kind: 'refund', orderId, amountSatang: amount, paymentId, account: to };
    }),
  charge: asked.extend({ token: z.string().max(255) }).transform(({ orderId, amount, token }) => {
    return { kind: 'charge', orderId, amountSatang: amount, token };
  }),
};

/** What a body of the provider's contract asks for. Throws a 400 Refusal when it cannot be read. */
export function readAsked(kind: RequestKind, body: unknown): Asked {
  return readAs(bodies[kind], body);
}
