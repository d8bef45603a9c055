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

/** What the gateway wants the money for: it says so in the QR code, and hears of it there. */
export const paymentPurposes = ['payment', 'deposit'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

const payment = z.object({
  paymentId: z.string(),
  /** What makes a repeated request the same payment; null when the caller sent nothing. */
  onceKey: z.string().nullable(),
  mode: z.enum(paymentModes),
  /** Books from before there were deposits do not say it. */
  purpose: z.enum(paymentPurposes).default('payment'),
  /** The reference in the QR code, by which the gateway knows its order. */
  orderId: z.string(),
  billedSatang: satang,
  payer,
  acceptedAt: time,
  /** When the money will move; null when it moves at once. */
  dueAt: time.nullable(),
  outcomes: z.array(outcome).min(1).max(2),
});

const failure = z.object({ code: z.string(), message: z.string() });

/** One callback about a request, as it was planned when the request was decided. */
const telling = z.object({
  callbackId: z.string(),
  /** What it says went wrong; null where it tells of success. */
  failure: failure.nullable(),
  /** Not before this time; null: at once. */
  dueAt: time.nullable(),
  /** Not before this other callback has ended; null: whenever. */
  afterId: z.string().nullable(),
  withWrongKey: z.boolean(),
});

/** Each kind of request with the word for several of it, as addresses and sums say it. */
export const requestPlurals = { payout: 'payouts', refund: 'refunds', charge: 'charges' } as const;
export const requestKinds = ['payout', 'refund', 'charge'] as const;
export type RequestKind = (typeof requestKinds)[number];
export type RequestPlural = (typeof requestPlurals)[RequestKind];

const account = z.object({
  bankCode: z.string().nullable(),
  bankName: z.string(),
  accountNumber: z.string(),
  /** Empty where the gateway does not know it. */
  accountName: z.string(),
});

const booked = {
  /** The gateway's reference, under which this bank acts once for each kind of request. */
  orderId: z.string(),
  amountSatang: satang,
  acceptedAt: time,
};
const payout = z.object({ kind: z.literal('payout'), ...booked, account });
const refund = z.object({
  kind: z.literal('refund'),
  ...booked,
  /** The order id of what was paid. */
  paymentId: z.string(),
  /** Null: back to the token that was charged. */
  account: account.nullable(),
});
const charge = z.object({ kind: z.literal('charge'), ...booked, token: z.string() });

/** What the gateway asks of this bank, to be decided by a person or by a rule. */
const gatewayRequest = z.discriminatedUnion('kind', [payout, refund, charge]);

/** A payout as it was written before there were other requests. */
const plainPayout = z
  .object({ ...booked, ...account.shape })
  .transform(({ orderId, amountSatang, acceptedAt, ...to }): z.output<typeof payout> => {
    return { kind: 'payout', orderId, amountSatang, acceptedAt, account: to };
  });

const decision = z.object({
  transactionId: z.string(),
  /** Why the money did not move; null where it did. */
  failure: failure.nullable(),
  decidedAt: time,
  tellings: z.array(telling).min(1).max(2),
});

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), payment }),
  z.object({ kind: z.literal('settled'), payment, settledAt: time }),
  z.object({ kind: z.literal('request_taken'), request: gatewayRequest }),
  z.object({ kind: z.literal('request_decided'), request: gatewayRequest, decision }),
  z
    .object({ kind: z.literal('payout_taken'), payout: plainPayout })
    .transform(({ payout: request }) => ({ kind: 'request_taken' as const, request })),
  z
    .object({ kind: z.literal('payout_decided'), payout: plainPayout, decision })
    .transform((old) => ({
      kind: 'request_decided' as const,
      request: old.payout,
      decision: old.decision,
    })),
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
export type Failure = Readonly<z.output<typeof failure>>;
export type Telling = Readonly<z.output<typeof telling>>;
export type Account = Readonly<z.output<typeof account>>;
export type GatewayRequest = Readonly<z.output<typeof gatewayRequest>>;
/** A request as the gateway makes it. */
export type Asked = Unbooked<GatewayRequest>;
type Unbooked<Request> = Request extends unknown ? Omit<Request, 'acceptedAt'> : never;
export type Decision = Readonly<z.output<typeof decision>>;
export type Entry = z.output<typeof entry>;

/** Throws when a line of the journal is not an entry. */
export function parseEntry(line: unknown): Entry {
  return entry.parse(line);
}
