import type { OrderKind } from '../../orders/rules/kinds';
import type { Role } from '../../kernel/rules/role';

/** Mailed when they happen. The names are stored. */
export const occasionKinds = ['webhook_failing', 'exception', 'refund_failed'] as const;
export type OccasionKind = (typeof occasionKinds)[number];

/** Mails that each member of a team turns on or off. */
export const memberMailKinds = [...occasionKinds, 'payment_received', 'daily_summary'] as const;
export type MemberMailKind = (typeof memberMailKinds)[number];

/**
 * A kind is on for these roles until the member decides. The kinds with a timetable have none: the
 * rows of choices are their timetable.
 */
export const defaultRoles: Readonly<Record<MemberMailKind, readonly Role[]>> = {
  webhook_failing: ['owner', 'developer'],
  exception: ['owner', 'bookkeeper'],
  refund_failed: ['owner', 'bookkeeper'],
  payment_received: [],
  daily_summary: [],
};

/** `chosen`: null without a choice of the member. */
export const isOn = (kind: MemberMailKind, role: Role, chosen: boolean | null): boolean =>
  chosen ?? defaultRoles[kind].includes(role);

/** What one mail of an occasion lists. */
export interface Occasions {
  readonly webhook_failing: { readonly id: string; readonly url: string };
  readonly exception: {
    readonly event: 'opened' | 'decided' | 'corrected';
    /** Both null for an exception without an order. */
    readonly orderId: string | null;
    readonly orderKind: OrderKind | null;
  };
  readonly refund_failed: { readonly orderId: string };
}

interface ToMember {
  readonly userId: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

export type OccasionMail<K extends OccasionKind = OccasionKind> = {
  readonly [Kind in K]: {
    readonly kind: Kind;
    /** The first ones. */
    readonly items: readonly Occasions[Kind][];
    /** Further ones, which the mail does not list. */
    readonly more: number;
  };
}[K];

export interface Received {
  readonly count: number;
  readonly satang: number;
  /** There were more than the counted ones. */
  readonly isMore: boolean;
}

interface Sum {
  readonly count: number;
  readonly satang: number;
}

/** `day` and its sums; the rest is the state at the time of the mail. */
export interface Summary {
  /** In Bangkok, as `2026-11-28`. */
  readonly day: string;
  readonly received: Sum;
  readonly paidOut: Sum;
  /** Webhooks that fail, or were disabled for it. */
  readonly webhooks: number;
  /** Orders with an open exception. */
  readonly underReview: number;
  /** Open exceptions without an order. */
  readonly unmatched: number;
  readonly suspendedSatang: number;
  /** Approvals that the team has not decided. */
  readonly approvals: number;
}

/** Stored sealed until the mail is sent. */
export type MemberMail = ToMember &
  (
    | OccasionMail
    | (Received & { readonly kind: 'payment_received' })
    | (Summary & { readonly kind: 'daily_summary' })
  );
