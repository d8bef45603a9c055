import { addKey, type IssuedKey, type NewKey } from './api-keys';
import { createMerchant, firstDayLimit } from './create-merchant';
import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';

/** Both audit logs record it. */
export async function provisionMerchant(
  deps: Pick<Deps, 'config' | 'db' | 'vault'>,
  audit: AuditContext,
  { name, openingSatang, key }: { name: string; openingSatang: number; key: NewKey },
): Promise<IssuedKey & { readonly merchantId: string }> {
  return deps.db.transaction(async (trx) => {
    const limitSatang = firstDayLimit(deps.config);
    const { merchantId } = await createMerchant(trx, name, openingSatang, limitSatang);
    const detail = { name, ...(limitSatang === null ? {} : { limitSatang }) };
    await recordAuditEvent(deps, trx, audit, 'merchant.opened', {
      subject: merchantId,
      detail,
      merchant: { id: merchantId, detail },
    });
    return { merchantId, ...(await addKey(deps, trx, audit, merchantId, key)) };
  });
}
