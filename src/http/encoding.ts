import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';

const compressors: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

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

/**
 * Compresses content once per encoding. Only for content that never changes and is the same for
 * everyone: the length of a compressed page with a secret beside a visitor's input reveals the
 * secret (BREACH).
 */
export class CompressedOnce {
  private readonly done = new Map<string, Promise<Buffer>>();

  compress(name: string, content: string | Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${name}`;
    const kept = this.done.get(key) ?? compressors[encoding](Buffer.from(content));
    this.done.set(key, kept);
    return kept;
  }
}
