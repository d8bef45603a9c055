import type { MoneyInEvidence, PayoutEvidence } from '../evidence/evidence';

/** What a run does, life by life of an order. Each flow is a file in `load/`. */
export const flows = ['payment', 'token', 'deposit', 'withdrawal', 'refund'] as const;
export type Flow = (typeof flows)[number];

/** One has money from the start; the other pays out only what it was paid. */
export const shopNames = ['rich', 'modest'] as const;
export type ShopName = (typeof shopNames)[number];

/**
 * How a request that creates is made: under a key until it is answered; twice at once under one
 * key; or once without a key, whatever comes of it.
 */
export type Asking = 'keyed' | 'twins' | 'unkeyed';

/** What is asked under the key of a request that has long been answered. */
export type AskedLater = 'nothing' | 'the same' | 'something else';

/** What a customer does about a QR code, and what its merchant does. */
export type Act =
  | 'pay'
  | 'decline'
  | 'short'
  | 'over'
  | 'twice'
  | 'late' // the bank books it some seconds later
  | 'leave' // nobody ever pays
  | 'deadline' // nobody ever pays, and the code dies within the run
  | 'end' // the merchant ends it, and nobody pays
  | 'end and pay'; // the merchant ends it, and somebody pays all the same

/**
 * What is sent to the callbacks' endpoints beside what the bank sends. The first four prove
 * themselves wrongly or are about nothing, and must do nothing. The others come under the
 * provider's key and are made of what the bank itself says of the order: all money goes through
 * the bank, so its book stays the measure.
 */
export const disturbances = [
  'forged', // success, under a key that nobody was given
  'stranger', // success, under the key of another merchant
  'unknown', // success, for an order that does not exist
  'malformed', // a status that is no word
  'repeat', // the bank's own words again
  'burst', // the bank's own words five times at once
  'bare', // success without amount and id, of what was paid in full
  'contradiction', // the opposite of what the bank says
  'altered', // the bank's words with another amount, of what has been booked
  'stale', // the bank's own words again, many seconds later
] as const;
export type Disturbance = (typeof disturbances)[number];

/** One life of an order. Each flow reads what concerns it. */
export interface Operation {
  readonly number: number;
  readonly flow: Flow;
  readonly shop: ShopName;
  /** By which its order is found when no answer told its id. */
  readonly mark: string;
  readonly amountSatang: number;
  readonly asking: Asking;
  readonly askedLater: AskedLater;
  readonly act: Act;
  /** What somebody at the bank decides, where it does not decide by itself. */
  readonly decision: 'succeed' | 'fail';
  readonly token: string;
  /** Whether the customer hands in a picture. */
  readonly hasSlip: boolean;
  /** Two refunds at once that only one can have. */
  readonly isContested: boolean;
  readonly disturbances: readonly Disturbance[];
  /** Contradictory evidence that is reported of it; null in most operations. */
  readonly evidence: MoneyInEvidence | null;
  readonly payoutEvidence: PayoutEvidence | null;
}
