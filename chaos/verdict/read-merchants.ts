import type { Db } from '../../src/db/connect';
import type { Field } from '../load/field';
import type { MerchantFact } from './facts';
import { readSuspense } from './read-database';

/** The money of every merchant: its balance as its own API key reads it. */
export async function readMerchants(
  db: Db,
  { apiUrl, ask, shops }: Field,
): Promise<readonly MerchantFact[]> {
  const suspense = await readSuspense(db);
  return Promise.all(
    Object.values(shops).map(async ({ merchantId, apiKey, openingSatang }) => {
      const call = { url: `${apiUrl}/Thai/v1/balance`, method: 'GET', key: apiKey } as const;
      const { status, body } = await ask(call);
      const its = suspense.find((each) => each.merchantId === merchantId);
      if (status !== 200 || its === undefined) {
        throw new Error(`the balance of ${merchantId} was answered ${status}: ${body}`);
      }
      const { available, held } = JSON.parse(body) as Readonly<
        Record<'available' | 'held', number>
      >;
      return {
        ...its,
        openingSatang,
        availableSatang: Math.round(available * 100),
        heldSatang: Math.round(held * 100),
      };
    }),
  );
}
