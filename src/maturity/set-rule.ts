import type { Deps } from '../deps';
import type { ApprovalDetail } from '../kernel/approvals/rules/approval';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { findMerchant, type Merchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { insertRule, listRules, setHolidays, type MaturityRule } from './store/bank-days';

export interface RuleSetting {
  readonly merchantId: string;
  /** At the provider. */
  readonly accountId: string;
  /** Bank days; 0: available at once. */
  readonly days: number;
}

export const ruleDetail = ({ accountId, days }: RuleSetting): ApprovalDetail => ({
  account: accountId,
  days,
});

/**
 * Of what is credited from now on; money that is pending keeps its days. Throws Problem
 * `merchant_not_found` or `provider_account_not_found`, also for a merchant's own account, whose
 * money never comes to us.
 */
export async function setRule(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  setting: RuleSetting,
): Promise<void> {
  const { merchantId, accountId, days } = setting;
  await deps.db.transaction(async (trx) => {
    orProblem(await findMerchant(trx, merchantId), 'merchant_not_found');
    const isSet = await insertRule(trx, merchantId, accountId, days);
    if (!isSet) throw new Problem('provider_account_not_found');
    const detail = ruleDetail(setting);
    const merchant = { id: merchantId, detail: { days } };
    await recordAuditEvent(deps, trx, audit, 'maturity.set', {
      subject: merchantId,
      detail,
      merchant,
    });
  });
}

/** The subject of audit events and proposals about bank holidays. */
export const HOLIDAYS = 'bank holidays';

export interface HolidaySetting {
  readonly year: number;
  /** Days of the year. */
  readonly days: readonly string[];
}

export const holidayDetail = ({ year, days }: HolidaySetting): ApprovalDetail => ({
  year,
  holidays: days.join(' '),
});

/** Replaces the bank holidays of a year. What has matured stays available. */
export async function changeHolidays(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  setting: HolidaySetting,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await setHolidays(trx, setting.year, setting.days);
    await recordAuditEvent(deps, trx, audit, 'bank_holidays.set', {
      subject: HOLIDAYS,
      detail: holidayDetail(setting),
    });
  });
}

export interface MerchantRules {
  readonly merchant: Pick<Merchant, 'id' | 'name'>;
  readonly rules: readonly MaturityRule[];
}

/** Throws Problem `merchant_not_found`. */
export async function findRules(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<MerchantRules> {
  const merchant = orProblem(await findMerchant(db, merchantId), 'merchant_not_found');
  return { merchant, rules: await listRules(db, merchantId) };
}
