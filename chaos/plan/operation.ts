import type { MoneyInEvidence, PayoutEvidence } from '../evidence/evidence';

/** The flows of operations. Each is a file in `load/`. */
export const flows = [
  'payment',
  'token',
  'deposit',
  'withdrawal',
  'refund',
  'checkout',
  'link',
] as const;
export type Flow = (typeof flows)[number];

/**
 * `rich` has an opening balance; `modest` pays out what it has received. `routed` has an opening
 * balance and the provider accounts `accountNames`; the others are on the account of the platform.
 */
export const merchantNames = ['rich', 'modest', 'routed'] as const;
export type MerchantName = (typeof merchantNames)[number];

/** By priority. Each is reached over a line (`accounts/line.ts`). */
export const accountNames = ['stripe', 'first', 'second'] as const;
export type AccountName = (typeof accountNames)[number];

/**
 * How a create request is sent: `keyed` retries with an idempotency key, `twins` sends two
 * concurrent requests with one key, `unkeyed` sends one request without a key.
 */
export type RequestMode = 'keyed' | 'twins' | 'unkeyed';

/** The request that repeats an idempotency key after its response. */
export type RepeatMode = 'nothing' | 'the same' | 'something else';

/** What the customer and the merchant do with a QR code. */
export type PaymentAction =
  | 'pay'
  | 'decline'
  | 'short'
  | 'over'
  | 'twice'
  | 'late' // the bank settles it some seconds later
  | 'leave' // no payment
  | 'deadline' // no payment, and the QR code expires within the run
  | 'end' // the merchant expires it, no payment
  | 'end and pay'; // the merchant expires it, and the customer pays

/**
 * Additional callbacks beside the bank's. The first four have an invalid key, order or body and
 * must have no effect. The others have the provider key and repeat or vary the bank's own
 * callbacks; all money still moves through the bank, so its book stays the reference.
 */
export const disturbances = [
  'forged', // success, with an unknown key
  'stranger', // success, with the key of another merchant
  'unknown', // success, for an order that does not exist
  'malformed', // an unknown status
  'repeat', // the bank's callback again
  'burst', // the bank's callback five times concurrently
  'bare', // success without amount and id, after a full payment
  'contradiction', // the opposite of the bank's callback
  'altered', // the bank's callback with another amount, after booking
  'stale', // the bank's callback again, seconds later
  'misdirected', // the bank's callback, to another account of the merchant; has no effect
] as const;
export type Disturbance = (typeof disturbances)[number];

/** On the page of a payment. `renewed`: its code expires, and its payer presses *New code*. */
export const checkoutScenes = ['paid', 'renewed', 'renewed, both paid'] as const;
export type CheckoutScene = (typeof checkoutScenes)[number];

/** What payers do on the page of a payment link. */
export const linkScenes = [
  'limited', // more payers than places, at once
  'stopped', // its merchant stops it before the last payers pay
  'open', // payers choose the amount, and another one
] as const;
export type LinkScene = (typeof linkScenes)[number];

/** An order and what happens to it. Each flow uses some of the fields. */
export interface Operation {
  readonly number: number;
  readonly flow: Flow;
  readonly merchant: MerchantName;
  /** Identifies the order when no response had its id. */
  readonly mark: string;
  readonly amountSatang: number;
  readonly requestMode: RequestMode;
  readonly repeat: RepeatMode;
  readonly action: PaymentAction;
  /** The decision of a person at the bank. */
  readonly decision: 'succeed' | 'fail';
  readonly token: string;
  /** Whether the customer uploads a slip. */
  readonly hasSlip: boolean;
  /** Two concurrent refunds of which one can succeed. */
  readonly isContested: boolean;
  readonly disturbances: readonly Disturbance[];
  /** Of the flows `checkout` and `link`, otherwise null. */
  readonly scene: CheckoutScene | LinkScene | null;
  /** Contradictory evidence. Null for most operations. */
  readonly evidence: MoneyInEvidence | null;
  readonly payoutEvidence: PayoutEvidence | null;
}
