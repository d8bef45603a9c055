export const TITLE_LENGTH_MAX = 80;
export const DESCRIPTION_LENGTH_MAX = 500;
/** The largest limit of a link. */
export const PAYMENTS_MAX = 1_000_000;

/** Amounts that the payer may choose, both inclusive. */
export interface AmountBounds {
  readonly minSatang: number;
  readonly maxSatang: number;
}

/** Decides which payments a link takes. */
export interface LinkTerms {
  /** Succeeded payments that the link takes; null: not limited. */
  readonly paymentsMax: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export interface PaymentLink extends LinkTerms {
  readonly id: string;
  readonly merchantId: string;
  /** In the address of the page. */
  readonly token: string;
  readonly title: string;
  readonly description: string | null;
  /** An open amount has bounds. */
  readonly amount: number | AmountBounds;
  /** Where the checkouts of its payments lead back to. */
  readonly returnUrl: string | null;
  /** Of each payment. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Succeeded payments. A refund does not reduce them. */
  readonly paid: number;
  readonly stoppedAt: Date | null;
  /** Whose link of a month it is; null for others. */
  readonly monthlyMailId: string | null;
  readonly createdAt: Date;
}

/** By precedence: the first one that applies is the state of the link. */
export const linkStates = ['stopped', 'sold_out', 'ended', 'scheduled', 'active'] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * Whether payments can be started. A payment that was started before `endsAt` can be paid until its
 * own deadline. Pure.
 */
export function linkStateAt(
  link: LinkTerms & Pick<PaymentLink, 'paid' | 'stoppedAt'>,
  at: Date,
): LinkState {
  const { stoppedAt, paymentsMax, paid, endsAt, startsAt } = link;
  if (stoppedAt !== null) return 'stopped';
  if (paymentsMax !== null && paid >= paymentsMax) return 'sold_out';
  if (endsAt !== null && endsAt <= at) return 'ended';
  return startsAt !== null && startsAt > at ? 'scheduled' : 'active';
}

/** Null when the payer may not pay the amount. `asked`: null without a choice. Pure. */
export function amountOf({ amount }: PaymentLink, asked: number | null): number | null {
  if (typeof amount === 'number') return amount;
  if (asked === null || asked < amount.minSatang || asked > amount.maxSatang) return null;
  return asked;
}
