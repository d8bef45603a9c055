import type { Deps } from '../deps';
import type { ApprovalDetail } from '../kernel/approvals/rules/approval';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import type { CostTerms, PricedMethod } from './rules/price';
import { describeCost } from './rules/price-text';
import { insertExpectedCost } from './store/expected-costs';

export interface CostSetting {
  /** At the provider. */
  readonly accountId: string;
  readonly method: PricedMethod;
  readonly terms: CostTerms;
  /** ISO 8601, as proposals store it. Null: from the moment it is set. */
  readonly validFrom: string | null;
}

export const costDetail = ({
  accountId,
  method,
  terms,
  validFrom,
}: CostSetting): ApprovalDetail => ({
  account: accountId,
  method,
  cost: describeCost(terms),
  validFrom,
});

/**
 * Adds a version. Throws Problem `provider_account_not_found`, also for a merchant's own account,
 * whose costs are the merchant's, or `price_not_future` when its time has passed or has a version.
 */
export async function setExpectedCost(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  setting: CostSetting,
): Promise<void> {
  const { validFrom: from, ...given } = setting;
  const validFrom = from === null ? null : new Date(from);
  await deps.db.transaction(async (trx) => {
    const { isKnown, isSet } = await insertExpectedCost(trx, {
      ...given,
      id: newId('xcost_'),
      validFrom,
    });
    if (!isKnown) throw new Problem('provider_account_not_found');
    if (!isSet) throw new Problem('price_not_future');
    await recordAuditEvent(deps, trx, audit, 'expected_cost.set', {
      subject: setting.accountId,
      detail: costDetail(setting),
    });
  });
}
