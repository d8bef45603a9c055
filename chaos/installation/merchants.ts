import { createApiKey, createMerchant } from '../../src/application/merchants/create-merchant';
import { recordAuditEvent } from '../../src/application/accounts/record-audit-event';
import { commandAudit } from '../../src/commands/wiring';
import type { CommandDeps } from '../../src/commands/wiring';
import { merchantNames } from '../plan/operation';
import type { MerchantName } from '../plan/operation';

export interface TestMerchant {
  readonly name: MerchantName;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly openingSatang: number;
}

/** 100 million baht, more than any run pays out. */
const MUCH_SATANG = 10_000_000_000;
const OPENING_SATANG: Readonly<Record<MerchantName, number>> = {
  rich: MUCH_SATANG,
  modest: 0,
  routed: MUCH_SATANG,
};

export type Merchants = Readonly<Record<MerchantName, TestMerchant>>;

export async function createMerchants(deps: CommandDeps): Promise<Merchants> {
  const merchants = await Promise.all(
    merchantNames.map(async (name): Promise<[MerchantName, TestMerchant]> => {
      const openingSatang = OPENING_SATANG[name];
      const ids = await deps.db.transaction(async (trx) => {
        const { merchantId } = await createMerchant(trx, `${name} merchant`, openingSatang);
        await recordAuditEvent(deps, trx, commandAudit(), 'merchant.opened', {
          subject: merchantId,
          merchant: { id: merchantId, detail: {} },
        });
        const { apiKey } = await createApiKey(trx, 'sandbox', merchantId, 'chaos', 'withdraw');
        return { merchantId, apiKey };
      });
      return [name, { name, ...ids, openingSatang }];
    }),
  );
  return Object.fromEntries(merchants) as Record<MerchantName, TestMerchant>;
}
