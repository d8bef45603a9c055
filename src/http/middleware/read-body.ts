import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { demandJson, isPlain, parseJsonObject } from '../../contract/json-body';
import { Problem } from '../../kernel/rules/problem';
import { hasFewParts } from './form-parts';

/** Sufficient for every JSON body without an image. */
const BODY_BYTES_MAX = 256 * 1024;
const FIELDS_BYTES_MAX = 64 * 1024;
/** Called before the bytes are parsed. */
export type CheckBytes = (bytes: Buffer) => Promise<void>;

/**
 * Throws Problem `unsupported_media_type`, `payload_too_large`, `invalid_json`, or
 * `invalid_request` for JSON that is not an object.
 */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
  check: CheckBytes | null = null,
): Promise<Readonly<Record<string, unknown>>> {
  demandJson(request.headers);
  const bytes = await readBytes(request, bytesMax);
  if (check !== null) await check(bytes);
  return parseJsonObject(bytes);
}

export interface ReceivedBody {
  /** Empty when reading failed. */
  readonly bytes: Buffer;
  /** `payload_too_large` or `invalid_request`. Answered only to an authenticated sender. */
  readonly problem: Problem | null;
}

export const noBody: ReceivedBody = { bytes: Buffer.alloc(0), problem: null };

/** Accepts any media type. Runs before the sender is authenticated. */
export async function receiveBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
): Promise<ReceivedBody> {
  try {
    return { bytes: await readBytes(request, bytesMax), problem: null };
  } catch (error) {
    if (error instanceof Problem) return { ...noBody, problem: error };
    throw error;
  }
}

/**
 * The whole form is in memory. Throws Problem `unsupported_media_type`, `payload_too_large`, or
 * `invalid_request` for a malformed form.
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
    const body = bytes as Uint8Array<ArrayBuffer>;
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw noForm();
  }
}

/**
 * Throws Problem `unsupported_media_type`, `payload_too_large`, or `invalid_request` for a
 * truncated body.
 */
export async function readFieldsBody(
  request: IncomingMessage,
  bytesMax = FIELDS_BYTES_MAX,
): Promise<URLSearchParams> {
  refuseOtherMedia(fieldsMedia, request.headers);
  const bytes = await readBytes(request, bytesMax);
  return new URLSearchParams(bytes.toString('utf8'));
}

const fieldsMedia = {
  name: 'application/x-www-form-urlencoded',
  form: /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i,
};
const formMedia = { name: 'multipart/form-data', form: /^multipart\/form-data\s*;/i };

function refuseOtherMedia(media: typeof formMedia, headers: IncomingHttpHeaders): void {
  if (isPlain(media.form, headers)) return;
  throw new Problem('unsupported_media_type', {
    message: `The request body must be ${media.name}.`,
  });
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = request.headers['content-length'] ?? null;
  try {
    return await getRawBody(request, { limit, length });
  } catch (error) {
    // Discards the rest of the body within the request timeout: a client that sends the whole body
    // before it reads the response still gets the response.
    request.resume();
    const { type } = error as getRawBody.RawBodyError;
    if (type === 'entity.too.large') throw new Problem('payload_too_large');
    if (endedEarly.has(type)) {
      throw new Problem('invalid_request', { message: 'The body is incomplete.' });
    }
    throw error;
  }
}

/** Of a truncated body. The last code is that of a connection that failed before the read. */
const endedEarly: ReadonlySet<string> = new Set([
  'request.aborted',
  'request.size.invalid',
  'stream.not.readable',
]);
