import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../kernel/rules/problem';

/** Deeper than any documented request. Bounds the recursion of the code that walks the value. */
const LEVELS_MAX = 64;

/** A `charset` has no effect (RFC 8259, section 11): the bytes are checked to be UTF-8. */
const jsonMedia = /^application\/json\s*(?:;.*)?$/i;

export function hasNoBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/** Whether the body is uncompressed and its media type matches. */
export function isPlain(media: RegExp, headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity';
  return plain && media.test(headers['content-type']?.trim() ?? '');
}

/** Throws Problem `invalid_json` without a body, `unsupported_media_type` for anything but JSON. */
export function demandJson(headers: IncomingHttpHeaders): void {
  if (hasNoBody(headers)) {
    throw new Problem('invalid_json', { message: 'The request has no body.' });
  }
  if (isPlain(jsonMedia, headers)) return;
  throw new Problem('unsupported_media_type', {
    message: 'The request body must be application/json.',
  });
}

/** Throws Problem `invalid_json`, or `invalid_request` for JSON that is not an object. */
export function parseJsonObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (!isUtf8(bytes)) throw new Problem('invalid_json', { message: 'The body is not UTF-8.' });
  if (levelsOf(bytes) > LEVELS_MAX) {
    throw new Problem('invalid_request', {
      message: `The body is nested deeper than ${LEVELS_MAX} levels.`,
    });
  }
  const value = parse(decodeJson(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid_request', { message: 'The body must be a JSON object.' });
  }
  return value as Record<string, unknown>;
}

/** Removes the byte order mark, which RFC 8259 lets a reader ignore. */
const decodeJson = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

function parse(text: string): unknown {
  try {
    return JSON.parse(refusingRounding(text));
  } catch {
    throw new Problem('invalid_json');
  }
}

/** A double represents every shorter number exactly. */
const mayBeRounded = /[\d.]{16}/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Replaces an integer that a double cannot represent. No field accepts it. */
export const LONG_INTEGER = Number.MAX_VALUE;
/** Replaces a fraction. `JSON.parse` reads it as Infinity, which no field accepts. */
const LONG_FRACTION = '1e999';

/** Replaces numbers that a double would round, such as 580161234567890123. */
function refusingRounding(text: string): string {
  if (!mayBeRounded.test(text)) return text;
  return text.replace(stringOrNumber, (token) =>
    token.startsWith('"') || isExact(token) ? token : standInFor(token),
  );
}

function standInFor(token: string): string {
  if (!/^-?\d+$/.test(token)) return LONG_FRACTION;
  return String(token.startsWith('-') ? -LONG_INTEGER : LONG_INTEGER);
}

const isExact = (token: string): boolean => decimalOf(token) === decimalOf(String(Number(token)));

/** Digits and a power of ten: equal for all notations of one value. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Nesting depth. Reads bytes, because JSON's structural characters are all ASCII. */
function levelsOf(bytes: Buffer): number {
  let level = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++level);
    else if (byte === 0x7d || byte === 0x5d) level--;
  }
  return deepest;
}
