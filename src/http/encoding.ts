import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Reply } from './reply';

type Encoding = 'br' | 'gzip';

/** Levels of compression: the best, and one that takes about a millisecond for 40 kB. */
const efforts = {
  best: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  fast: { br: 4, gzip: constants.Z_DEFAULT_COMPRESSION },
} as const;

function compress(
  content: string | Buffer,
  encoding: Encoding,
  effort: keyof typeof efforts,
): Promise<Buffer> {
  const level = efforts[effort][encoding];
  const bytes = Buffer.from(content);
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { params });
}

/** The best encoding that the `Accept-Encoding` header names; null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null;
}

export const encodingHeader = (encoding: Encoding | null): Readonly<Record<string, string>> =>
  encoding === null ? {} : { 'Content-Encoding': encoding };

/** Compresses content once per encoding, for content that never changes. */
export class CompressedOnce {
  private readonly done = new Map<string, Promise<Buffer>>();

  compress(name: string, content: string | Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${name}`;
    const kept = this.done.get(key) ?? compress(content, encoding, 'best');
    this.done.set(key, kept);
    return kept;
  }
}

/**
 * Compresses a page that the browser requests by itself or from one of our pages. The length of a
 * compressed page reveals a secret beside text that somebody else chooses (BREACH), so a page that
 * another site requests is sent as it is. Browsers name the requesting site under https and on
 * localhost.
 */
export async function compressPage(reply: Reply, headers: IncomingHttpHeaders): Promise<Reply> {
  const { body, contentType = '' } = reply;
  const site = headers['sec-fetch-site'];
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const isOwn = site === 'same-origin' || site === 'none';
  if (!isOwn || encoding === null || typeof body !== 'string' || body === '') return reply;
  if (!contentType.startsWith('text/html')) return reply;
  return {
    ...reply,
    body: await compress(body, encoding, 'fast'),
    headers: { ...reply.headers, ...encodingHeader(encoding) },
  };
}
