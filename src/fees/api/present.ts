import type { z } from 'zod';
import { satangToBaht } from '../../kernel/rules/money';
import type { PriceList } from '../find-prices';
import { vatRateAt } from '../rules/price';
import type { priceList } from './schema';

const percentOf = (rate: number): number => rate / 10_000;
const bahtOrNull = (satang: number | null) => (satang === null ? null : satangToBaht(satang));

export const presentPrices = (
  { versions, vatRates }: PriceList,
  nowMs: number,
): z.input<typeof priceList> => ({
  prices: versions.map(({ id, method, validFrom, bands }) => ({
    price_id: id,
    method,
    valid_from: validFrom.toISOString(),
    returned_with_refunds: bands[0]?.isReturned === true,
    dispute: satangToBaht(bands[0]?.disputeSatang ?? 0),
    kept_after_dispute: bands[0]?.isKept === true,
    bands: bands.map((band) => ({
      from: satangToBaht(band.fromSatang),
      percent: percentOf(band.rate),
      flat: satangToBaht(band.flatSatang),
      min: bahtOrNull(band.minSatang),
      max: bahtOrNull(band.maxSatang),
    })),
  })),
  vat_percent: percentOf(vatRateAt(vatRates, new Date(nowMs))),
});
