import {
  route,
  type Candidate,
  type RoutedOrder,
  type RoutingRule,
  type RoutingStep,
} from './routing';

/** Gives an order to an account. */
export type OpeningCall = 'qr' | 'charge' | 'payout' | 'refund';

/** The ways in which an opening call does not succeed. */
export type CallFailure =
  /** The account did not process the call, and will not. */
  | 'unreachable'
  /** Final, for a reason that another account need not have. */
  | 'refused_here'
  /** Final, for a reason that every account has. */
  | 'refused'
  /** The account may have processed the call. */
  | 'unknown';

export type AfterFailure =
  /** Try the next account, if there is one. */
  | 'next'
  /** Try the next account that holds money for payouts. */
  | 'next_funded'
  /** Try the same account again later. */
  | 'same'
  | 'fail'
  /** An operator carries it out; it fails when no account to pay to is known. */
  | 'manual'
  /** Another account might pay a second time. */
  | 'inquire';

/**
 * Refunds and charges never change their account: only the account that issued a token knows it.
 */
const table: Readonly<Record<OpeningCall, Readonly<Record<CallFailure, AfterFailure>>>> = {
  qr: { unreachable: 'next', refused_here: 'next', refused: 'fail', unknown: 'inquire' },
  charge: { unreachable: 'same', refused_here: 'fail', refused: 'fail', unknown: 'inquire' },
  payout: { unreachable: 'next_funded', refused_here: 'next', refused: 'fail', unknown: 'inquire' },
  refund: { unreachable: 'same', refused_here: 'manual', refused: 'fail', unknown: 'inquire' },
};

export const afterFailure = (call: OpeningCall, failure: CallFailure): AfterFailure =>
  table[call][failure];

/** The answer to an opening call. Refusals have a code. */
export interface CallAnswer {
  readonly kind: string;
  readonly code?: string;
}

/** `elsewhere` has the codes of refusals that concern the account. Null: the call did not fail. */
export function failureOf(
  { kind, code = '' }: CallAnswer,
  elsewhere: readonly string[],
): CallFailure | null {
  if (kind === 'unreachable' || kind === 'unknown') return kind;
  if (kind !== 'refused') return null;
  return elsewhere.includes(code) ? 'refused_here' : 'refused';
}

/** The provider refused the account's credentials. */
const credentialReasons: readonly string[] = [
  'HTTP 401',
  'HTTP 403',
  'credentials',
  'authentication_error',
  'key_of_other_mode',
  'host_of_other_mode',
  'environment_of_other_mode',
];

/** A provider that refuses our credentials is not down, and refuses a retry too. */
export const areCredentialsRefused = (answer: { readonly kind: string }): boolean =>
  answer.kind === 'unreachable' &&
  'reason' in answer &&
  credentialReasons.includes(String(answer.reason));

/** A refusal of the credentials is no outage, and no repetition helps. */
export const causeOf = (answer: CallAnswer): string => {
  if (answer.kind === 'refused') return answer.code ?? answer.kind;
  return areCredentialsRefused(answer) ? 'credentials_refused' : answer.kind;
};

/** An order that an account did not take. */
export interface FailedOrder extends RoutedOrder {
  readonly accountId: string;
  /** The cause, for operators. */
  readonly failure: string;
  /** Null when there was no choice. */
  readonly routing: readonly RoutingStep[] | null;
  /** Restricts the choice to accounts that a rule names for payouts. */
  readonly onlyFunded: boolean;
}

/** In the order of the failovers, without the present account. */
export const formerAccounts = (routing: readonly RoutingStep[] | null): readonly string[] =>
  routing?.flatMap(({ after }) => after?.accountId ?? []) ?? [];

/** Each account gets an order once; null when none is left. */
export function nextStep(
  { routing, failure, onlyFunded, ...order }: FailedOrder,
  routes: { readonly candidates: readonly Candidate[]; readonly rules: readonly RoutingRule[] },
  at: Date,
): (RoutingStep & { readonly accountId: string }) | null {
  const tried = [...formerAccounts(routing), order.accountId];
  const decision = route(order, routes.candidates, routes.rules, { tried, onlyFunded });
  const { accountId } = decision;
  if (accountId === null) return null;
  const after = { accountId: order.accountId, failure };
  return { ...decision, accountId, at: at.toISOString(), after };
}
