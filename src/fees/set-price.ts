import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { ApprovalDetail } from '../kernel/approvals/rules/approval';
import { findMerchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import { isPayout, type Band, type PricedMethod, type VatRate } from './rules/price';
import { describeBands, describeVatRates, hasTermsOfIncoming } from './rules/price-text';
import { insertPrice, setVatRates } from './store/prices';

export interface PriceSetting {
  readonly merchantId: string;
  readonly method: PricedMethod;
  readonly bands: readonly Band[];
  /** ISO 8601, as proposals store it. Null: from the moment it is set. */
  readonly validFrom: string | null;
}

export const priceDetail = ({ method, bands, validFrom }: PriceSetting): ApprovalDetail => ({
  method,
  price: describeBands(bands),
  validFrom,
});

/**
 * Adds a version of a merchant's price. Throws Problem `merchant_not_found`, `invalid_request` for
 * a payout with terms of incoming money, or `price_not_future` when its time has passed or has a
 * version already.
 */
export async function setPrice(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  setting: PriceSetting,
): Promise<void> {
  const [first] = setting.bands;
  if (first !== undefined && hasTermsOfIncoming(first) && isPayout(setting.method)) {
    throw new Problem('invalid_request', { param: 'price' });
  }
  await deps.db.transaction(async (trx) => {
    orProblem(await findMerchant(trx, setting.merchantId), 'merchant_not_found');
    const validFrom = setting.validFrom === null ? null : new Date(setting.validFrom);
    const isSet = await insertPrice(trx, { ...setting, id: newId('price_'), validFrom });
    if (!isSet) throw new Problem('price_not_future');
    await recordAuditEvent(deps, trx, audit, 'price.set', {
      subject: setting.merchantId,
      detail: priceDetail(setting),
      merchant: { id: setting.merchantId, detail: priceDetail(setting) },
    });
  });
}

/** The subject of audit events and proposals about the rates. */
export const VAT = 'vat';

export interface VatSetting {
  /** In the order of their ends; empty: the operator is not registered for VAT. */
  readonly rates: readonly VatRate[];
}

export const vatDetail = ({ rates }: VatSetting): ApprovalDetail => ({
  rates: describeVatRates(rates),
});

/** Replaces the table of VAT rates. What has been booked keeps its rate. */
export async function changeVatRates(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  setting: VatSetting,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await setVatRates(trx, setting.rates);
    await recordAuditEvent(deps, trx, audit, 'vat.set', {
      subject: VAT,
      detail: vatDetail(setting),
    });
  });
}
