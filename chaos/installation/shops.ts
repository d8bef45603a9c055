import { createApiKey, createMerchant } from '../../src/application/merchants/create-merchant';
import type { Db } from '../../src/db/postgres/connect';
import { shopNames } from '../plan/operation';
import type { ShopName } from '../plan/operation';

export interface Shop {
  readonly name: ShopName;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly openingSatang: number;
}

/** A hundred million baht: no run pays out so much. */
const OPENING_SATANG: Readonly<Record<ShopName, number>> = { rich: 10_000_000_000, modest: 0 };

export type Shops = Readonly<Record<ShopName, Shop>>;

export async function openShops(db: Db): Promise<Shops> {
  const shops = await Promise.all(
    shopNames.map(async (name): Promise<[ShopName, Shop]> => {
      const openingSatang = OPENING_SATANG[name];
      const { merchantId } = await createMerchant(db, `${name} shop`, openingSatang);
      const { apiKey } = await createApiKey(db, 'sandbox', merchantId, 'chaos', 'withdraw');
      return [name, { name, merchantId, apiKey, openingSatang }];
    }),
  );
  return Object.fromEntries(shops) as Record<ShopName, Shop>;
}
