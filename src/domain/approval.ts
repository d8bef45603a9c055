import type { Payee } from './banks';
import type { Realm } from './realm';

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
 * `withdrawn`: its proposer took it back, or it ended with the revoked key that proposed it.
 * `failed`: it was approved when its act was no longer
 * possible, or its order ended without it.
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

/** The page of an approval asks again for these, and approves only after it has. */
export type ApprovalWarning = 'key_revoked' | 'proposer_left';

/** A person of the merchant's team requested the payout, and can have left it since. */
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
   * The sum of payouts without an approval within 24 hours, from which on each further one needs an
   * approval, so that a payout cannot be split; null: none.
   */
  readonly daySatang: number | null;
  /**
   * Payouts requested by an API key of at least this amount need the approvals of two people, since
   * the holder of a key is not known: one of the two is another person. Null: none.
   */
  readonly keysFromSatang: number | null;
  /** The sum of payouts of API keys that wait for an approval, at most; null: not limited. */
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
 * A change that takes a protection away needs an approval itself. An account that one person could
 * list alone would protect nobody.
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
 * A member of the merchant's team made the key. Otherwise nobody can be excluded from the approval
 * of what the key proposes: its maker is unknown, or handed it to an unknown person.
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
