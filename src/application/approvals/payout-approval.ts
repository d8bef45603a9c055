import { lockKeyMaker } from '../../db/accounts/api-keys';
import { findApprovalRules, isBeyondDayRule } from '../../db/approvals/approval-rules';
import { hasPaid } from '../../db/orders/provider-requests';
import type { Db } from '../../db/postgres/connect';
import { isTeamKey, payoutNeedsApproval } from '../../domain/approval';
import type { Approval, ApprovalDetail, ApprovalRules } from '../../domain/approval';
import { Problem } from '../../domain/problem';
import type { BankAccount } from '../../lib/request-subject';
import type { Vault } from '../../lib/vault';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import { requestApproval } from './request-approval';

interface Payout {
  readonly kind: 'withdrawal' | 'refund';
  readonly merchantId: string;
  readonly orderId: string;
  readonly detail: ApprovalDetail & { readonly amountSatang: number };
  /** Of the account that is paid; null when the provider returns the money to the payer. */
  readonly payeeDigest: string | null;
}

/** Identifies a payee. Digests are stored, so its form never changes. */
export const payeeDigestOf = (
  vault: Vault,
  { bankCode, bankName, accountNumber }: BankAccount,
): string =>
  vault.digest(`${bankCode ?? bankName.toLowerCase()} ${accountNumber}`, 'provider_requests.payee');

/**
 * Whether the merchant's rules demand that another person approves a payout: for its amount, for
 * the sum of payouts without an approval, or because the merchant has never paid its payee.
 * `isPayer` is asked whether a refund goes to the account that paid, which is never new. Throws
 * Problem `permission_denied` when it needs an approval and is requested by a key that nobody of
 * the team made, and `unauthorized` for a key that has ended meanwhile.
 */
export async function awaitsApproval(
  trx: Db,
  audit: AuditContext,
  payout: Payout,
  isPayer: () => Promise<boolean>,
): Promise<boolean> {
  if (!(await isRuledPayout(trx, payout, isPayer))) return false;
  if (audit.actor.kind === 'key') await demandTeamKey(trx, audit.actor.id);
  return true;
}

/** The holder of a key that nobody of the team made is unknown, and might approve its payouts. */
async function demandTeamKey(trx: Db, keyId: string): Promise<void> {
  const maker = await lockKeyMaker(trx, keyId);
  if (maker === undefined) throw new Problem('unauthorized');
  if (isTeamKey(maker)) return;
  const message =
    'The payout needs an approval, and nobody of your team made this API key, so its holder ' +
    'could approve it as well. Rotate the key on the dashboard.';
  throw new Problem('permission_denied', { message });
}

async function isRuledPayout(
  trx: Db,
  { merchantId, detail, payeeDigest }: Payout,
  isPayer: () => Promise<boolean>,
): Promise<boolean> {
  const rules = await findApprovalRules(trx, merchantId);
  if (payoutNeedsApproval(rules, detail.amountSatang)) return true;
  if (await isNewPayee(trx, rules, { merchantId, payeeDigest }, isPayer)) return true;
  return rules.daySatang !== null && isBeyondDayRule(trx, merchantId, detail.amountSatang);
}

async function isNewPayee(
  trx: Db,
  rules: ApprovalRules,
  { merchantId, payeeDigest }: Pick<Payout, 'merchantId' | 'payeeDigest'>,
  isPayer: () => Promise<boolean>,
): Promise<boolean> {
  if (!rules.newPayees || payeeDigest === null || (await isPayer())) return false;
  return !(await hasPaid(trx, merchantId, payeeDigest));
}

/** Requests the approval of a payout that `awaitsApproval`, in the transaction that creates it. */
export const requestPayoutApproval = (
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  { kind, merchantId, orderId, detail }: Payout,
): Promise<Approval> =>
  requestApproval(deps, trx, audit, {
    realm: 'merchant',
    merchantId,
    act: kind,
    subject: orderId,
    detail,
  });
