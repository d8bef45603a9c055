import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { demandJson, isPlain, parseJsonObject } from '../../contract/json-body';
import { Problem } from '../../domain/problem';
import { hasFewParts } from './form-parts';

/** Enough for any JSON that carries no picture. */
const BODY_BYTES_MAX = 256 * 1024;
const FIELDS_BYTES_MAX = 64 * 1024;
/**
 * Reads the JSON object that a request carries. Throws Problem `unsupported_media_type`,
 * `payload_too_large`, `invalid_json` or, for JSON that is not an object, `invalid_request`.
 */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
): Promise<Readonly<Record<string, unknown>>> {
  demandJson(request.headers);
  return parseJsonObject(await readBytes(request, bytesMax));
}

/** A body that the operation parses itself. */
export interface ReceivedBody {
  /** Empty when it could not be read. */
  readonly bytes: Buffer;
  /** `payload_too_large` or `invalid_request`. Answered only to an authenticated sender. */
  readonly problem: Problem | null;
}

export const noBody: ReceivedBody = { bytes: Buffer.alloc(0), problem: null };

/** Reads a body of any media type, before the sender is authenticated. */
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
    // The rest is read and thrown away, for as long as the server gives a request, so that a client
    // that sends before it listens still reads the answer.
    request.resume();
    const { type } = error as getRawBody.RawBodyError;
    if (type === 'entity.too.large') throw new Problem('payload_too_large');
    if (endedEarly.has(type)) {
      throw new Problem('invalid_request', { message: 'The body is incomplete.' });
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
