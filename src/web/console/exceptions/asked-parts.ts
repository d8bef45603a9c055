import { resolutions, wholeOf } from '../../../domain/exception';
import type { OpenException, Part, Resolution } from '../../../domain/exception';
import { readBaht } from '../../../domain/money';

/** The field for the amount of one way. */
export type AmountField = `amount_${Resolution}`;
export const amountField = (way: Resolution): AmountField => `amount_${way}`;

/** The names of all such fields. */
export const amountFields: readonly AmountField[] = resolutions.map(amountField);

/**
 * The parts of a resolution that a form or an address asks for: the amounts that are filled in, or
 * all of the exception by one way. An amount that cannot be read fits nothing.
 */
export function askedParts(
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
