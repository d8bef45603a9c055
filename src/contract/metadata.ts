import { z } from 'zod';
import { says } from './fields';
import { LONG_INTEGER } from './json-body';

const BYTES_MAX = 16 * 1024;
const LEVELS_MAX = 8;

/**
 * An object that can be stored and returned unchanged: at most 16 KB as JSON, at most 8 levels
 * deep, with finite numbers and text that Postgres can store.
 */
function isMetadata(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return isKeepable(value, LEVELS_MAX) && Buffer.byteLength(JSON.stringify(value)) <= BYTES_MAX;
}

function isKeepable(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Math.abs(value) < LONG_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  if (levelsLeft === 0) return false;
  return Object.entries(value).every(
    ([name, member]) => isStorable(name) && isKeepable(member, levelsLeft - 1),
  );
}

/** Line breaks are allowed in metadata. Postgres stores neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

export const metadata = z
  .custom<Readonly<Record<string, unknown>>>(isMetadata, says('invalid_metadata'))
  .meta({
    type: 'object',
    description:
      'At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a ' +
      'double cannot represent exactly: send longer ones as text. Returned with the same members ' +
      'and values; JSON objects have no order.',
  });
