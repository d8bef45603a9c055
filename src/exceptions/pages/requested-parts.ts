import {
  resolutions,
  wholeOf,
  type OpenException,
  type Part,
  type Resolution,
} from '../rules/exception';
import { readBaht } from '../../kernel/rules/money';

export type AmountField = `amount_${Resolution}`;
export const amountField = (way: Resolution): AmountField => `amount_${way}`;

export const amountFields: readonly AmountField[] = resolutions.map(amountField);

/**
 * Of a form or a URL: the filled-in amounts, or the whole amount by one resolution. One invalid
 * amount makes the whole resolution invalid.
 */
export function requestedParts(
  exception: OpenException,
  way: Resolution,
  values: Readonly<Record<string, unknown>>,
): readonly Part[] {
  const parts = resolutions.flatMap((as) => {
    const written = values[amountField(as)];
    if (typeof written !== 'string' || written.trim() === '') return [];
    return [{ as, amountSatang: readBaht(written) ?? Number.NaN }];
  });
  return parts.length === 0 ? wholeOf(exception, way) : parts;
}
