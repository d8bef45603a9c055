import { z } from 'zod';

/**
 * What the bank's journal holds, one entry a line. An entry is a fact: it is never changed, and
 * the book is what all of them amount to. Amounts are satang, times ISO 8601 in UTC.
 */
const satang = z.int().positive();
const time = z.iso.datetime();

export const paymentModes = ['pay', 'decline', 'short', 'over', 'twice', 'late'] as const;
export type PaymentMode = (typeof paymentModes)[number];

const payer = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
});

/** What one callback tells: of a transfer, or (null) that the customer's bank declined. */
const outcome = z.object({
  callbackId: z.string(),
  transfer: z.object({ transactionId: z.string(), amountSatang: satang }).nullable(),
});

const payment = z.object({
  paymentId: z.string(),
  /** What makes a repeated request the same payment; null when the caller sent nothing. */
  onceKey: z.string().nullable(),
  mode: z.enum(paymentModes),
  /** The reference in the QR code, by which the gateway knows its order. */
  orderId: z.string(),
  billedSatang: satang,
  payer,
  acceptedAt: time,
  /** When the money will move; null when it moves at once. */
  dueAt: time.nullable(),
  outcomes: z.array(outcome).min(1).max(2),
});

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), payment }),
  z.object({ kind: z.literal('settled'), payment, settledAt: time }),
  z.object({ kind: z.literal('delivered'), callbackId: z.string(), at: time }),
  z.object({
    kind: z.literal('undelivered'),
    callbackId: z.string(),
    at: time,
    reason: z.string(),
  }),
  z.object({ kind: z.literal('reopened'), callbackId: z.string(), at: time }),
]);

export type Payer = Readonly<z.output<typeof payer>>;
export type Outcome = Readonly<z.output<typeof outcome>>;
export type Payment = Readonly<z.output<typeof payment>>;
export type Entry = z.output<typeof entry>;

/** Throws when a line of the journal is not an entry. */
export function parseEntry(line: unknown): Entry {
  return entry.parse(line);
}
