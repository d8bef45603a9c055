import type { Installation } from '../installation/installation';
import { setPrices } from '../installation/merchants';
import { laterPrices } from '../plan/prices';
import { until } from '../until';
import type { PriceChange } from '../verdict/facts';
import type { Load } from './load';

/** Many operations in progress began before it, and few begin after it. */
const AT_SHARE = 0.25;
const SET_WITHIN_MS = 300_000;

/** Sets the later prices while the load runs. */
export async function changePrices(
  { db, vault, merchants }: Installation,
  load: Load,
): Promise<PriceChange> {
  await load.reach(AT_SHARE);
  const fromMs = Date.now();
  for (const merchant of Object.values(merchants)) {
    let lastError: unknown = null;
    const set = async () => {
      try {
        await setPrices({ db, vault }, merchant, laterPrices);
        return true;
      } catch (error) {
        // A fault keeps Postgres away. A version that was set before is set again.
        lastError = error;
        return false;
      }
    };
    await until(set, {
      describe: () => `the prices of ${merchant.name} are set: ${String(lastError)}`,
      timeoutMs: SET_WITHIN_MS,
    });
  }
  return { fromMs, toMs: Date.now() };
}
