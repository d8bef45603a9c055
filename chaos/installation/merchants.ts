import { provisionMerchant } from '../../src/merchants/provision-merchant';
import { commandAudit, type CommandDeps } from '../../src/commands/wiring';
import { readBands, readVatRates } from '../../src/fees/rules/price-text';
import { changeVatRates, setPrice } from '../../src/fees/set-price';
import { setRule } from '../../src/maturity/set-rule';
import { DEFAULT_ACCOUNT } from '../../src/providers/store/provider-accounts';
import { bankDays } from '../plan/bank-days';
import { prices, VAT, type PricedMethod, type Prices } from '../plan/prices';
import { merchantNames, type MerchantName } from '../plan/operation';

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

export async function createMerchants(deps: CommandDeps, hasBankDays: boolean): Promise<Merchants> {
  await changeVatRates(deps, commandAudit(), { rates: readVatRates(VAT) ?? [] });
  const merchants = await Promise.all(
    merchantNames.map(async (name): Promise<[MerchantName, TestMerchant]> => {
      const openingSatang = OPENING_SATANG[name];
      const { merchantId, apiKey } = await provisionMerchant(deps, commandAudit(), {
        name: `${name} merchant`,
        openingSatang,
        key: { name: 'chaos', permissions: ['withdraw'] },
      });
      await setPrices(deps, { name, merchantId }, prices);
      if (hasBankDays && bankDays[name] > 0) {
        const rule = { merchantId, accountId: DEFAULT_ACCOUNT, days: bankDays[name] };
        await setRule(deps, commandAudit(), rule);
      }
      return [name, { name, merchantId, apiKey, openingSatang }];
    }),
  );
  return Object.fromEntries(merchants) as Record<MerchantName, TestMerchant>;
}

/** From now on. */
export async function setPrices(
  deps: Pick<CommandDeps, 'db' | 'vault'>,
  { name, merchantId }: Pick<TestMerchant, 'name' | 'merchantId'>,
  to: Prices,
): Promise<void> {
  for (const [method, price] of Object.entries(to[name])) {
    const bands = readBands(price) ?? [];
    const setting = { merchantId, method: method as PricedMethod, bands, validFrom: null };
    await setPrice(deps, commandAudit(), setting);
  }
}
