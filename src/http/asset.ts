import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Problem } from '../kernel/rules/problem';
import { CompressedOnce, acceptedEncoding, encodingHeader } from './encoding';
import { operation, type Operation } from './operation';

export interface Asset {
  readonly type: string;
  readonly content: string | Buffer;
  readonly version: string;
}

export const asset = (type: string, content: string | Buffer): Asset => ({
  type,
  content,
  version: createHash('sha256').update(content).digest('hex').slice(0, 12),
});

/** By the extension of a file. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.tgz': 'application/gzip',
  '.zip': 'application/zip',
};

/** Concatenates several files, which must be of one type. */
export function readAsset(folder: string, ...files: readonly [string, ...string[]]): Asset {
  const type = contentTypes[path.extname(files[0])];
  if (type === undefined) throw new Error(`${files[0]} has no known content type`);
  return asset(type, Buffer.concat(files.map((file) => readFileSync(path.join(folder, file)))));
}

export type Assets = Readonly<Record<string, Asset>>;

const assetParams = z.object({ name: z.string() });
const assetQuery = z.object({ v: z.string().optional().catch(undefined) });

/** Each asset has a URL that changes with its content. */
export function assetOperation(
  facts: Pick<Operation, 'name' | 'summary' | 'family'> & {
    readonly path: `/${string}/:name`;
    readonly contentTypes: readonly string[];
  },
  assets: Assets,
): Operation {
  const known: ReadonlyMap<string, Asset> = new Map(Object.entries(assets));
  const compressed = new CompressedOnce();
  const { contentTypes, ...rest } = facts;
  return operation({
    ...rest,
    method: 'GET',
    auth: 'none',
    described: false,
    params: assetParams,
    query: assetQuery,
    success: { status: 200, contentTypes },
    errors: ['not_found'],
    async respond(_deps, { params, query, headers }) {
      const found = known.get(params.name);
      if (found === undefined) throw new Problem('not_found');
      // During a rollout, a process may receive a request for another version's URL. Its response
      // must not be cached under that URL.
      const isOwn = query.v === found.version;
      const caching = isOwn ? 'public, max-age=31536000, immutable' : 'no-store';
      // WOFF2 is compressed.
      const isFont = found.type === 'font/woff2';
      const encoding = isFont ? null : acceptedEncoding(headers['accept-encoding']);
      return {
        status: 200,
        contentType: found.type,
        body:
          encoding === null
            ? found.content
            : await compressed.compress(params.name, found.content, encoding),
        headers: {
          'Cache-Control': caching,
          'Cross-Origin-Resource-Policy': 'same-origin',
          Vary: 'Accept-Encoding',
          ...encodingHeader(encoding),
        },
      };
    },
  });
}
