import type { RunContext } from '../load/run-context';
import type { MerchantFact, OpenFact } from './facts';

/** The money of every merchant. The balance is read by its own API key. */
export async function readMerchants(
  { apiUrl, callGateway, merchants }: RunContext,
  suspense: ReadonlyMap<string | null, number>,
  open: readonly OpenFact[],
): Promise<readonly MerchantFact[]> {
  return Promise.all(
    Object.values(merchants).map(async ({ name, merchantId, apiKey, openingSatang }) => {
      const call = { url: `${apiUrl}/Thai/v1/balance`, method: 'GET', key: apiKey } as const;
      const { status, body } = await callGateway(call);
      if (status !== 200) throw new Error(`reading the balance: ${status} ${body}`);
      const { available, held, pending } = JSON.parse(body) as Readonly<
        Record<'available' | 'held' | 'pending', number>
      >;
      return {
        merchantId,
        name,
        openingSatang,
        availableSatang: Math.round(available * 100),
        heldSatang: Math.round(held * 100),
        pendingSatang: Math.round(pending * 100),
        suspendedSatang: suspense.get(merchantId) ?? 0,
        exceptedSatang: open
          .filter((each) => each.merchantId === merchantId)
          .reduce((sum, { suspendedSatang }) => sum + suspendedSatang, 0),
      };
    }),
  );
}
