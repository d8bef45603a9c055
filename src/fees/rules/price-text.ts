import { formatBaht, readBaht } from '../../kernel/rules/money';
import { RATE_WHOLE, type Band, type CostTerms, type VatRate } from './price';

/*
 * Prices and rates as operators type and read them: `1.65% + 5.00 min 10.00 max 200.00; from
 * 50000.00: 1.2%`. The first band may end with `dispute 300.00 kept returned`: the fee of a
 * charge-back, that it leaves the payment's fee, and that refunds return their share of that.
 * `dispute kept` is without a fee of charge-backs.
 * What a provider keeps is `1.65% + 5.00 vat 7%`, or includes its VAT without the last part.
 */

const PERCENT_DIGITS = 4;
const BANDS_MAX = 10;
/** 2,000,000 baht, the highest amount of an order. */
const FEE_MAX_SATANG = 200_000_000;

const baht = String.raw`([\d,]+(?:\.\d{1,2})?)`;
const percent = String.raw`(\d{1,3}(?:\.\d{1,4})?)\s*%`;
const bandText = new RegExp(
  String.raw`^(?:from\s+${baht}\s*:\s*)?(?=\S)(?:${percent})?(?:\s*\+?\s*${baht})?` +
    String.raw`(?:\s+min\s+${baht})?(?:\s+max\s+${baht})?` +
    String.raw`(?:\s+dispute(?=\s+[\dk])(?:\s+${baht})?(\s+kept)?)?(\s+returned)?$`,
  'i',
);

/** Null for a text that is no price: each band begins above the band before it. */
export function readBands(typed: string): readonly Band[] | null {
  const parts = typed.split(';').map((part) => part.trim());
  if (parts.length > BANDS_MAX) return null;
  const bands: Band[] = [];
  for (const [index, part] of parts.entries()) {
    const band = readBand(part);
    const before = bands.at(-1);
    if (band === null || (index === 0) !== (band.fromSatang === 0)) return null;
    if (index > 0 && hasTermsOfIncoming(band)) return null;
    if (before !== undefined && band.fromSatang <= before.fromSatang) return null;
    bands.push(band);
  }
  return bands;
}

/** On the first band of a price that no payout has. */
export const hasTermsOfIncoming = (band: Band): boolean =>
  band.isReturned === true || band.isKept === true || band.disputeSatang !== undefined;

function readBand(part: string): Band | null {
  const [match, from, rate, flat, min, max, dispute, kept, returned] = bandText.exec(part) ?? [];
  if (match === undefined || (rate === undefined && flat === undefined)) return null;
  const band = {
    fromSatang: amountOf(from) ?? 0,
    rate: rate === undefined ? 0 : readRate(rate),
    flatSatang: amountOf(flat) ?? 0,
    minSatang: amountOf(min),
    maxSatang: amountOf(max),
    ...(dispute !== undefined && { disputeSatang: amountOf(dispute) ?? 0 }),
    ...(kept !== undefined && ({ isKept: true } as const)),
    ...(returned !== undefined && ({ isReturned: true } as const)),
  };
  const { fromSatang, flatSatang, minSatang, maxSatang, disputeSatang = 0 } = band;
  const amounts = [fromSatang, flatSatang, minSatang ?? 0, maxSatang ?? 0, disputeSatang];
  if (band.rate === null || amounts.some((amount) => !(amount <= FEE_MAX_SATANG))) return null;
  if ((band.minSatang ?? 0) > (band.maxSatang ?? Infinity)) return null;
  return { ...band, rate: band.rate };
}

/** Null when there is none; NaN, which is no amount, for one that cannot be read. */
const amountOf = (typed: string | undefined): number | null =>
  typed === undefined ? null : (readBaht(typed) ?? NaN);

/** In 1/10,000 percent: `1.65` is 16,500. Null above 100 percent, and for another text. */
function readRate(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(typed.trim());
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const rate = Number(whole + fraction.padEnd(PERCENT_DIGITS, '0'));
  return rate <= RATE_WHOLE ? rate : null;
}

/** `1.65%` */
export function describeRate(rate: number): string {
  const digits = String(rate).padStart(PERCENT_DIGITS + 1, '0');
  const fraction = digits.slice(-PERCENT_DIGITS).replace(/0+$/, '');
  const whole = digits.slice(0, -PERCENT_DIGITS);
  return `${whole}${fraction === '' ? '' : `.${fraction}`}%`;
}

/** As `readBands` reads it. */
export const describeBands = (bands: readonly Band[]): string => bands.map(describe).join('; ');

function describe(band: Band): string {
  const { fromSatang, rate, flatSatang, minSatang, maxSatang, disputeSatang } = band;
  return [
    ...(fromSatang > 0 ? [`from ${formatBaht(fromSatang)}:`] : []),
    describeShare(rate, flatSatang),
    ...(minSatang === null ? [] : [`min ${formatBaht(minSatang)}`]),
    ...(maxSatang === null ? [] : [`max ${formatBaht(maxSatang)}`]),
    ...(disputeSatang === undefined && !band.isKept ? [] : ['dispute']),
    ...(disputeSatang === undefined ? [] : [formatBaht(disputeSatang)]),
    ...(band.isKept ? ['kept'] : []),
    ...(band.isReturned ? ['returned'] : []),
  ].join(' ');
}

const costText = new RegExp(
  String.raw`^(?=[\d])(?:${percent})?(?:\s*\+?\s*${baht})?(?:\s+vat\s+${percent})?$`,
  'i',
);

/** Null for a text that is no cost. */
export function readCost(typed: string): CostTerms | null {
  const [match, rateText = '0', flat = '0', vat = '0'] = costText.exec(typed.trim()) ?? [];
  const rate = readRate(rateText);
  const flatSatang = readBaht(flat);
  const vatRate = readRate(vat);
  if (match === undefined || rate === null || flatSatang === null || vatRate === null) return null;
  return flatSatang <= FEE_MAX_SATANG ? { rate, flatSatang, vatRate } : null;
}

/** As `readCost` reads it. */
export const describeCost = ({ rate, flatSatang, vatRate }: CostTerms): string =>
  `${describeShare(rate, flatSatang)}${vatRate > 0 ? ` vat ${describeRate(vatRate)}` : ''}`;

function describeShare(rate: number, flatSatang: number): string {
  const share = rate > 0 || flatSatang === 0 ? [describeRate(rate)] : [];
  return [...share, ...(flatSatang > 0 ? [formatBaht(flatSatang)] : [])].join(' + ');
}

/** `7% until 2026-09-30; 10% until 2027-09-30`. An empty text: none. Null for another text. */
export function readVatRates(typed: string): readonly VatRate[] | null {
  if (typed.trim() === '') return [];
  const rates: VatRate[] = [];
  for (const part of typed.split(';')) {
    const [, rateText = '', until = ''] =
      /^\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s+until\s+(\d{4}-\d{2}-\d{2})\s*$/i.exec(part) ?? [];
    const rate = readRate(rateText);
    const isDay = until !== '' && !Number.isNaN(Date.parse(`${until}T00:00:00Z`));
    if (rate === null || !isDay || until <= (rates.at(-1)?.until ?? '')) return null;
    rates.push({ rate, until });
  }
  return rates;
}

/** As `readVatRates` reads it. */
export const describeVatRates = (rates: readonly VatRate[]): string =>
  rates.map(({ rate, until }) => `${describeRate(rate)} until ${until}`).join('; ');
