import { lockKeyMaker } from '../store/api-keys';
import {
  findApprovalRules,
  isApprovedPayee,
  sumUnapproved,
  sumWaitingOfKeys,
} from '../../kernel/approvals/store/approval-rules';
import type { Db } from '../../platform/postgres/connect';
import {
  approvalsOfAmount,
  isTeamKey,
  type Approval,
  type ApprovalDetail,
  type ApprovalRules,
} from '../../kernel/approvals/rules/approval';
import { findBankCode } from '../../kernel/rules/banks';
import { formatBaht } from '../../kernel/rules/money';
import { Problem } from '../../kernel/rules/problem';
import type { BankAccount } from '../../platform/observe/request-subject';
import type { Vault } from '../../platform/crypto/vault';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { requestApproval } from '../../kernel/approvals/request-approval';

interface Payout {
  readonly kind: 'withdrawal' | 'refund';
  readonly merchantId: string;
  readonly orderId: string;
  readonly detail: ApprovalDetail & { readonly amountSatang: number };
  /** Identifies the account that is paid; null for a refund to the account that paid. */
  readonly payeeDigest: string | null;
}

/** Digests are stored, so the form of their input never changes. */
export const payeeDigestOf = (
  vault: Vault,
  { bankCode, bankName, accountNumber }: Omit<BankAccount, 'accountName'>,
): string =>
  vault.digest(`${bankCode ?? bankName.toLowerCase()} ${accountNumber}`, 'provider_requests.payee');

/**
 * Returns the number of people who have to approve a payout by the merchant's rules: for its
 * amount, for the sum of payouts without an approval, or because no approval has covered its payee.
 * Throws Problem `permission_denied` when a key that nobody of the team made requests a payout that
 * needs an approval, `payout_limit_exceeded` when too many payouts of keys wait, and `unauthorized`
 * for a key that has ended meanwhile.
 */
export async function approvalsOf(
  { vault }: Pick<Deps, 'vault'>,
  trx: Db,
  { actor }: AuditContext,
  payout: Payout,
): Promise<0 | 1 | 2> {
  const rules = await findApprovalRules(trx, vault, payout.merchantId);
  const { amountSatang } = payout.detail;
  const isByKey = actor.kind === 'key';
  const ofAmount = approvalsOfAmount(rules, amountSatang, isByKey);
  if (ofAmount === 0 && !(await isNewPayee(vault, trx, rules, payout))) {
    if (!(await isBeyondDay(trx, rules, payout))) return 0;
  }
  if (isByKey) {
    await demandTeamKey(trx, actor.id);
    await demandFewWaiting(trx, rules, payout);
  }
  return ofAmount === 2 ? 2 : 1;
}

/** The holder of a key that nobody of the team made is unknown, and might approve its payouts. */
async function demandTeamKey(trx: Db, keyId: string): Promise<void> {
  const maker = await lockKeyMaker(trx, keyId);
  // Null: the maker is unknown.
  if (maker === undefined) throw new Problem('unauthorized');
  if (isTeamKey(maker)) return;
  const message =
    'The payout needs an approval, and nobody of your team made this API key, so its holder ' +
    'could approve it as well. Rotate the key on the dashboard.';
  throw new Problem('permission_denied', { message });
}

/** A leaked key could hold the whole balance by payouts that nobody approves. */
async function demandFewWaiting(
  trx: Db,
  { keysWaitingSatang }: ApprovalRules,
  { merchantId, detail: { amountSatang } }: Payout,
): Promise<void> {
  if (keysWaitingSatang === null) return;
  if ((await sumWaitingOfKeys(trx, merchantId)) + amountSatang <= keysWaitingSatang) return;
  const message =
    'The payout needs an approval, and payouts of API keys that wait for one would hold more ' +
    `than the ${formatBaht(keysWaitingSatang)} baht that your team has set.`;
  throw new Problem('payout_limit_exceeded', { message });
}

async function isNewPayee(
  vault: Vault,
  trx: Db,
  { newPayees, payees }: ApprovalRules,
  { merchantId, payeeDigest, detail: { amountSatang } }: Payout,
): Promise<boolean> {
  if (!newPayees || payeeDigest === null) return false;
  const isListed = payees.some(
    (payee) =>
      payeeDigestOf(vault, { ...payee, bankCode: findBankCode(payee.bankName) }) === payeeDigest,
  );
  return !isListed && !(await isApprovedPayee(trx, merchantId, payeeDigest, amountSatang));
}

const isBeyondDay = async (
  trx: Db,
  { daySatang }: ApprovalRules,
  { merchantId, detail: { amountSatang } }: Payout,
): Promise<boolean> =>
  daySatang !== null && (await sumUnapproved(trx, merchantId)) + amountSatang > daySatang;

/** Part of the transaction that creates the payout. */
export const requestPayoutApproval = (
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  { kind, merchantId, orderId, detail }: Payout,
  needs: 1 | 2,
): Promise<Approval> =>
  requestApproval(deps, trx, audit, {
    realm: 'merchant',
    merchantId,
    act: kind,
    subject: orderId,
    detail,
    needs,
  });
