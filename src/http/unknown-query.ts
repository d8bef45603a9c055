import type { z } from 'zod';
import { Problem } from '../kernel/rules/problem';
import { editsBetween } from '../platform/edits-between';

/** The longest name that a message repeats, in characters. */
const SHOWN_LENGTH_MAX = 40;

/** Throws Problem `invalid_parameters`: ignoring a misspelled filter would return other rows. */
export function refuseUnknownQuery(
  schema: z.ZodType | undefined,
  query: Readonly<Record<string, unknown>>,
): void {
  const known = namesOf(schema);
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestOf(unknown, known);
  const param = unknown.slice(0, SHOWN_LENGTH_MAX);
  const hint =
    nearest !== null
      ? `Did you mean ${nearest}?`
      : `It has ${known.length === 0 ? 'none' : known.join(', ')}.`;
  throw new Problem('invalid_parameters', {
    param,
    message: `${JSON.stringify(param)} is not a query parameter of this operation. ${hint}`,
  });
}

const namesOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema !== undefined && 'shape' in schema ? Object.keys(schema.shape as object) : [];

/** The known name of the fewest edits, without case and punctuation; null when all are far. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const written = plain(name.slice(0, SHOWN_LENGTH_MAX));
  const ranked = known
    .map((each) => ({ each, edits: editsBetween(written, plain(each)) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.floor(plain(best.each).length / 3)
    ? best.each
    : null;
}
