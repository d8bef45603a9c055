import { demandPayoutAccount } from '../../business/bank-account';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Placed } from '../../kernel/idempotency/idempotency';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { Merchant } from '../../kernel/merchants/store';
import { maskAccount } from '../../kernel/rules/banks';
import { Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import { type CreatedWithdrawal, inTransaction, placeWithdrawal } from './create-withdrawal';

interface OwnWithdrawal {
  readonly amountSatang: number;
  /** The account of the business that the person has seen. */
  readonly accountId: string;
}

/**
 * A withdrawal to the bank account of the business, with the limits, holds and approvals of every
 * withdrawal. Throws the Problems of `createWithdrawal` and `demandPayoutAccount`, and
 * `state_conflict` when the account has changed since it was shown.
 */
export const withdrawToBusiness = (
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  { amountSatang, accountId }: OwnWithdrawal,
  claim: IdempotencyClaim,
): Promise<Placed<CreatedWithdrawal>> =>
  inTransaction(deps, async (trx) => {
    const { id, account } = await demandPayoutAccount(deps, trx, merchant.id);
    if (id !== accountId) throw new Problem('state_conflict');
    const payout = { amountSatang, username: merchant.name, account };
    const placed = await placeWithdrawal(deps, trx, audit, merchant, payout, claim);
    if (!placed.isReplay) {
      const { bankName: bank, accountNumber } = account;
      await recordAuditEvent(deps, trx, audit, 'withdrawal.created', {
        subject: placed.order.orderId,
        detail: { amountSatang, bank, account: maskAccount(accountNumber) },
      });
    }
    return placed;
  });
