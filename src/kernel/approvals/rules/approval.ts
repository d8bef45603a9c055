import type { Payee } from '../../rules/banks';
import type { Realm } from '../../rules/realm';

/** Can need another person's approval. Stored: a name never changes. */
export const merchantActs = [
  'withdrawal',
  'refund',
  'key',
  'member',
  'member_role',
  'rules',
] as const;
export type MerchantAct = (typeof merchantActs)[number];

/** Of merchants and operators. Stored: a name never changes. */
export type ApprovalAct = string;

/**
 * `withdrawn`: the proposer withdrew it, or the API key that proposed it was revoked. `failed`: its
 * act was no longer possible when it was approved, or its order ended before a decision.
 */
export const approvalStatuses = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'withdrawn',
  'failed',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Shown on the approval's page, which requires a confirmation before it approves. */
export type ApprovalWarning = 'key_revoked' | 'proposer_left';

/** A member requested the payout, possibly one who has left the team since. */
export const isPayoutOfMember = ({ act, proposer }: Pick<Approval, 'act' | 'proposer'>): boolean =>
  (act === 'withdrawal' || act === 'refund') && proposer.kind === 'user';

/** A proposal without a decision ends after this time. */
export const APPROVAL_HOURS = 72;

/** For the people who decide. Contains no secrets. */
export type ApprovalDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface ApprovalRules {
  /** Withdrawals and refunds of at least this amount; null: none. */
  readonly fromSatang: number | null;
  /**
   * Sum of the payouts within 24 hours without an approval, from which each further payout needs
   * one, so that a payout cannot be split. Null: none.
   */
  readonly daySatang: number | null;
  /**
   * Payouts of at least this amount that an API key requests need two approvals: one of the two
   * people may be the unknown holder of the key. Null: none.
   */
  readonly keysFromSatang: number | null;
  /** Maximum sum of payouts of API keys that await an approval; null: not limited. */
  readonly keysWaitingSatang: number | null;
  /** Payouts to an account, or of an amount, that no earlier approval has covered. */
  readonly newPayees: boolean;
  /** Accounts that are never new. */
  readonly payees: readonly Payee[];
  /** Keys with `withdrawals:write`. */
  readonly withdrawKeys: boolean;
}

export const noApprovalRules: ApprovalRules = {
  fromSatang: null,
  daySatang: null,
  keysFromSatang: null,
  keysWaitingSatang: null,
  newPayees: false,
  payees: [],
  withdrawKeys: false,
};

/** True when anything needs an approval. Then so does a new member who may act. */
export const isRuled = (rules: ApprovalRules): boolean =>
  rules.fromSatang !== null ||
  rules.daySatang !== null ||
  rules.keysFromSatang !== null ||
  rules.newPayees ||
  rules.withdrawKeys;

const isRaised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

const isSamePayee = (one: Payee, other: Payee): boolean =>
  one.bankName === other.bankName && one.accountNumber === other.accountNumber;

/**
 * A change that weakens the rules needs an approval itself. So does a newly listed account, which
 * one person could otherwise list alone.
 */
export const isLowered = (before: ApprovalRules, after: ApprovalRules): boolean =>
  (before.newPayees && !after.newPayees) ||
  (before.withdrawKeys && !after.withdrawKeys) ||
  isRaised(before.fromSatang, after.fromSatang) ||
  isRaised(before.daySatang, after.daySatang) ||
  isRaised(before.keysFromSatang, after.keysFromSatang) ||
  isRaised(before.keysWaitingSatang, after.keysWaitingSatang) ||
  after.payees.some((payee) => !before.payees.some((listed) => isSamePayee(payee, listed)));

const isFrom = (limitSatang: number | null, amountSatang: number): boolean =>
  limitSatang !== null && amountSatang >= limitSatang;

/** Depends on the amount alone, not on the payee. */
export function approvalsOfAmount(
  rules: ApprovalRules,
  amountSatang: number,
  isByKey: boolean,
): 0 | 1 | 2 {
  if (isByKey && isFrom(rules.keysFromSatang, amountSatang)) return 2;
  return isFrom(rules.fromSatang, amountSatang) ? 1 : 0;
}

/** `id` is the Unix user for a `command`. */
export interface Proposer {
  readonly kind: 'user' | 'operator' | 'command' | 'key';
  readonly id: string;
}

/**
 * True when a member of the merchant's team made the key. Otherwise nobody can be excluded from
 * approving what the key proposes: its maker is unknown, or gave it to an unknown person.
 */
export const isTeamKey = (maker: Pick<Proposer, 'kind'> | null): boolean => maker?.kind === 'user';

/** Null where an order needs none. */
export interface OrderApproval {
  readonly id: string;
  readonly status: ApprovalStatus;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Nobody may approve a proposal of an unknown person. */
export const isAnonymous = ({ proposer, personId }: Pick<Approval, 'proposer' | 'personId'>) =>
  proposer.kind === 'key' && personId === null;

export interface Approval {
  readonly id: string;
  readonly realm: Realm;
  /** Null: the operators alone. */
  readonly merchantId: string | null;
  readonly act: ApprovalAct;
  /** The id of the act's object. */
  readonly subject: string;
  readonly detail: ApprovalDetail;
  readonly proposer: Proposer;
  /** The proposer, or the maker of the proposing key. Null: unknown. */
  readonly personId: string | null;
  /** People who have to approve. */
  readonly needs: 1 | 2;
  /** The first of two people; null before. */
  readonly firstBy: string | null;
  readonly status: ApprovalStatus;
  /** The code of a problem that prevented the approved act. */
  readonly problem: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  /** Null: the sweeper. */
  readonly decidedBy: string | null;
}
