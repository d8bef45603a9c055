import { findDayLimit, holdPayouts, setDayLimit } from '../ledger/store/balances';
import {
  decideMerchant,
  findMerchant,
  setQuotas,
  type Merchant,
  type Quotas,
} from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { notifyOwners } from '../people/send-mail';

type Doing = Pick<Deps, 'db' | 'vault'>;

/**
 * The merchant's own audit log records the event without the reason. Throws Problem
 * `merchant_not_found`, or `state_conflict` when the status is unchanged.
 */
export async function setMerchantStatus(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  { status, reason }: { readonly status: Merchant['status']; readonly reason: string },
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const before = await decideMerchant(trx, merchantId, status, reason);
    if (before === null) throw new Problem('merchant_not_found');
    if (before === status) {
      throw new Problem('state_conflict', { message: `The merchant is already ${status}.` });
    }
    const act = status === 'active' ? 'merchant.enabled' : 'merchant.disabled';
    await recordAuditEvent(deps, trx, audit, act, {
      subject: merchantId,
      detail: { reason },
      merchant: { id: merchantId, detail: {} },
    });
  });
}

/**
 * Limits withdrawals and refunds per day; null removes the limit. Raising or removing it requires
 * the role admin, notifies the owners and holds payouts for 24 hours (decision 26). Throws Problem
 * `merchant_not_found` or `not_permitted`.
 */
export async function setMerchantLimit(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  { limitSatang, isAdmin }: { readonly limitSatang: number | null; readonly isAdmin: boolean },
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const merchant = await findMerchant(trx, merchantId);
    const former = await setDayLimit(trx, merchantId, limitSatang);
    if (merchant === null || former === null) throw new Problem('merchant_not_found');
    const isLifted = isAbove(limitSatang, former.before);
    if (isLifted) {
      if (!isAdmin) throw new Problem('not_permitted');
      await holdPayouts(trx, merchantId);
      const { name: merchantName } = merchant;
      await notifyOwners(deps, trx, merchantId, {
        kind: 'limit_lifted',
        merchantName,
        limitSatang,
      });
    }
    const detail = { limitSatang, ...(isLifted ? { payoutsHeld: true } : {}) };
    await recordAuditEvent(deps, trx, audit, 'merchant.limit_set', {
      subject: merchantId,
      detail,
      merchant: { id: merchantId, detail },
    });
  });
}

/** True when the new limit raises or removes the present one. */
export const liftsLimit = async (
  { db }: Pick<Doing, 'db'>,
  merchantId: string,
  limitSatang: number | null,
): Promise<boolean> => isAbove(limitSatang, await findDayLimit(db, merchantId));

/** `null` means no limit. */
const isAbove = (limitSatang: number | null, before: number | null): boolean =>
  before !== null && (limitSatang === null || limitSatang > before);

/** Absent quotas stay unchanged. Returns all. Throws Problem `merchant_not_found`. */
export async function setMerchantQuotas(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  changed: Partial<Quotas>,
): Promise<Quotas> {
  return deps.db.transaction(async (trx) => {
    const quotas = orProblem(await setQuotas(trx, merchantId, changed), 'merchant_not_found');
    await recordAuditEvent(deps, trx, audit, 'merchant.quota_set', {
      subject: merchantId,
      detail: { ...changed },
      merchant: { id: merchantId, detail: { ...changed } },
    });
    return quotas;
  });
}
