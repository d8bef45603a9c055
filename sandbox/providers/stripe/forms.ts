import { invalid } from './answer';
import type { Metadata } from './records';

/** The form without metadata. Throws on a field that the endpoint does not have. */
export function fieldsOf(form: URLSearchParams, names: readonly string[]): Map<string, string> {
  const fields = new Map([...form].filter(([name]) => !name.startsWith('metadata[')));
  for (const name of fields.keys()) {
    if (!names.includes(name)) throw invalid('parameter_unknown', `Unknown parameter: ${name}`);
  }
  return fields;
}

export const metadataOf = (form: URLSearchParams): Metadata =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );

/** Satang within the limits. */
export function amountOf(fields: ReadonlyMap<string, string>, min: number, max: number): number {
  const text = fields.get('amount') ?? '';
  if (!/^\d+$/.test(text)) throw invalid('parameter_invalid_integer', 'Invalid integer: amount');
  const amount = Number(text);
  if (amount < min) throw invalid('amount_too_small', 'Amount must be at least the minimum');
  if (amount > max) throw invalid('amount_too_large', 'Amount must be no more than the maximum');
  return amount;
}
