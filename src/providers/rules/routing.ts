/** A refund keeps the account of its payment. */
export type RoutedKind = 'qr' | 'payout' | 'charge';
export const routedKinds: readonly RoutedKind[] = ['qr', 'payout', 'charge'];

/** Derived from the calls to an account. Routing chooses a `down` account last. */
export type AccountHealth = 'up' | 'degraded' | 'down';

/** May take a new order. */
export interface Candidate {
  readonly accountId: string;
  readonly status: 'on' | 'paused' | 'off';
  /** The smallest is preferred. */
  readonly priority: number;
  readonly health: AccountHealth;
  /** In satang, both inclusive; null: not supported. */
  readonly amounts: Readonly<Record<RoutedKind, readonly [min: number, max: number] | null>>;
}

export interface RoutedOrder {
  readonly kind: RoutedKind;
  readonly amountSatang: number;
  /** The payee's; null for other kinds than payouts and an unknown bank. */
  readonly bankCode: string | null;
  /** In Bangkok, 0 to 23. */
  readonly hour: number;
}

/** A preference of a merchant for some of its orders. */
export interface RoutingRule {
  readonly when: {
    readonly kind?: RoutedKind;
    /** Inclusive. */
    readonly minSatang?: number;
    readonly maxSatang?: number;
    readonly bankCode?: string;
    /** From an hour until before another; [22, 6] spans midnight. */
    readonly hours?: readonly [from: number, until: number];
  };
  readonly accountId: string;
}

/** Why an account was not chosen. */
export type FellOut =
  | 'tried' // an earlier attempt of the order failed there
  | 'not_on' // paused or off
  | 'unsupported'
  | 'amount'
  | 'down'
  | 'not_funded' // no rule names it for payouts
  | 'rule' // a rule names the chosen account
  | 'priority';

export interface RoutingDecision {
  /** Null when no account can take the order. */
  readonly accountId: string | null;
  /** The rule that names the account; null when its priority decided. */
  readonly rule: RoutingRule | null;
  /** In the order of their ids. */
  readonly others: readonly { readonly accountId: string; readonly because: FellOut }[];
}

/** A decision as stored with the order. */
export interface RoutingStep extends RoutingDecision {
  /** ISO 8601. */
  readonly at: string;
  /** The account before and why it failed; null for the first decision. */
  readonly after: { readonly accountId: string; readonly failure: string } | null;
}

export interface FailoverState {
  /** The accounts on which the order has failed. */
  readonly tried: readonly string[];
  /** Only accounts that a rule names for payouts: the rule states that they hold money. */
  readonly onlyFunded: boolean;
}

const noFailover: FailoverState = { tried: [], onlyFunded: false };

/**
 * Chooses the account of an order among the candidates that can take it: first by the rules, in
 * their order, then by priority and id. A `down` candidate is chosen only when all that can take
 * the order are down. The same arguments give the same decision. Pure.
 *
 * A charge needs the account that issued its token: health does not count, and a rule whose account
 * cannot take the charge now leaves no account.
 */
export function route(
  order: RoutedOrder,
  candidates: readonly Candidate[],
  rules: readonly RoutingRule[],
  failover: FailoverState = noFailover,
): RoutingDecision {
  const isCharge = order.kind === 'charge';
  const matching = rules.filter(({ when }) => matches(when, order));
  const obstacles = new Map(
    candidates.map((candidate) => [candidate, obstacleOf(candidate, order, rules, failover)]),
  );
  const able = candidates.filter((candidate) => obstacles.get(candidate) === null);
  const healthy = able.filter(({ health }) => health !== 'down');
  const eligible = (isCharge || healthy.length === 0 ? able : healthy).toSorted(byPriority);
  const named = isCharge ? candidates.filter(({ amounts }) => amounts.charge !== null) : eligible;
  const rule = matching.find(({ accountId }) => named.some((each) => each.accountId === accountId));
  const chosen =
    rule === undefined ? eligible[0] : eligible.find((each) => each.accountId === rule.accountId);
  const accountId = chosen?.accountId ?? null;
  const others = candidates
    .filter((candidate) => candidate.accountId !== accountId)
    .map((candidate) => ({
      accountId: candidate.accountId,
      because:
        obstacles.get(candidate) ??
        (eligible.includes(candidate) ? (rule === undefined ? 'priority' : 'rule') : 'down'),
    }))
    .toSorted((one, other) => compare(one.accountId, other.accountId));
  return { accountId, rule: rule ?? null, others };
}

/** Null when the candidate can take the order. */
function obstacleOf(
  { accountId, status, amounts }: Candidate,
  { kind, amountSatang }: RoutedOrder,
  rules: readonly RoutingRule[],
  { tried, onlyFunded }: FailoverState,
): FellOut | null {
  if (tried.includes(accountId)) return 'tried';
  if (status !== 'on') return 'not_on';
  const limits = amounts[kind];
  if (limits === null) return 'unsupported';
  if (amountSatang < limits[0] || amountSatang > limits[1]) return 'amount';
  return onlyFunded && !isFunded(accountId, rules) ? 'not_funded' : null;
}

const isFunded = (accountId: string, rules: readonly RoutingRule[]): boolean =>
  rules.some((rule) => rule.when.kind === 'payout' && rule.accountId === accountId);

function matches(when: RoutingRule['when'], order: RoutedOrder): boolean {
  const { kind, minSatang = 0, maxSatang = Infinity, bankCode, hours } = when;
  return (
    (kind === undefined || kind === order.kind) &&
    order.amountSatang >= minSatang &&
    order.amountSatang <= maxSatang &&
    (bankCode === undefined || bankCode === order.bankCode) &&
    (hours === undefined || isWithin(order.hour, hours))
  );
}

const isWithin = (hour: number, [from, until]: readonly [number, number]): boolean =>
  from < until ? hour >= from && hour < until : hour >= from || hour < until;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const byPriority = (one: Candidate, other: Candidate): number =>
  one.priority - other.priority || compare(one.accountId, other.accountId);
