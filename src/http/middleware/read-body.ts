import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { Problem } from '../../domain/problem';
import { hasFewParts } from './form-parts';

export interface JsonBody {
  /** As it came. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Enough for any JSON that carries no picture. */
const BODY_BYTES_MAX = 256 * 1024;
const FIELDS_BYTES_MAX = 64 * 1024;
/** Deeper than any request we know; shallow enough for whatever walks through it afterwards. */
const LEVELS_MAX = 64;

/** By its headers alone. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/**
 * Reads the JSON object that a request carries. Throws Problem `unsupported_media_type`,
 * `payload_too_large`, `invalid_json` or, for JSON that is not an object, `invalid_request`.
 */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
): Promise<JsonBody> {
  const { headers } = request;
  if (hasNoBody(request)) {
    throw new Problem('invalid_json', { message: 'The request has no body.' });
  }
  refuseOtherMedia(jsonMedia, headers);
  const bytes = await readBytes(request, bytesMax);
  if (!isUtf8(bytes)) throw new Problem('invalid_json', { message: 'The body is not UTF-8.' });
  if (levelsOf(bytes) > LEVELS_MAX) {
    throw new Problem('invalid_request', {
      message: `The body is nested deeper than ${LEVELS_MAX} levels.`,
    });
  }
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid_request', { message: 'The body must be a JSON object.' });
  }
  return { text, value: value as Record<string, unknown> };
}

/**
 * Reads the multipart form that a request carries, whole. Throws Problem `unsupported_media_type`,
 * `payload_too_large` or, for what is no such form, `invalid_request`.
 */
export async function readFormBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
): Promise<FormData> {
  const { headers } = request;
  refuseOtherMedia(formMedia, headers);
  const bytes = await readBytes(request, bytesMax);
  const contentType = headers['content-type'] ?? '';
  const noForm = () =>
    new Problem('invalid_request', { message: 'The body is not a multipart form.' });
  if (!hasFewParts(contentType, bytes)) throw noForm();
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw noForm();
  }
}

/**
 * Reads the fields of a page's form. Throws Problem `unsupported_media_type`, `payload_too_large`
 * or, for what ends too early, `invalid_request`.
 */
export async function readFieldsBody(
  request: IncomingMessage,
  bytesMax = FIELDS_BYTES_MAX,
): Promise<URLSearchParams> {
  refuseOtherMedia(fieldsMedia, request.headers);
  const bytes = await readBytes(request, bytesMax);
  return new URLSearchParams(bytes.toString('utf8'));
}

const jsonMedia = {
  name: 'application/json',
  form: /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i,
};
const fieldsMedia = {
  name: 'application/x-www-form-urlencoded',
  form: /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i,
};
const formMedia = { name: 'multipart/form-data', form: /^multipart\/form-data\s*;/i };

function refuseOtherMedia(media: typeof jsonMedia, headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (plain && media.form.test(headers['content-type']?.trim() ?? '')) return;
  throw new Problem('unsupported_media_type', {
    message: `The request body must be ${media.name}.`,
  });
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = request.headers['content-length'] ?? null;
  try {
    return await getRawBody(request, { limit, length });
  } catch (error) {
    // The rest is read and thrown away, for as long as the server gives a request, so that a client
    // that sends before it listens still reads the answer.
    request.resume();
    const { type } = error as getRawBody.RawBodyError;
    if (type === 'entity.too.large') throw new Problem('payload_too_large');
    if (endedEarly.has(type)) {
      throw new Problem('invalid_request', { message: 'The body ended too early.' });
    }
    throw error;
  }
}

/** The last: it broke before we came to read it, as when it was not HTTP any more. */
const endedEarly: ReadonlySet<string> = new Set([
  'request.aborted',
  'request.size.invalid',
  'stream.not.readable',
]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('invalid_json');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deep the brackets of a JSON text go. Reads bytes: all of JSON's own characters are ASCII. */
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
