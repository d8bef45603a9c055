import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../domain/problem';
import { operation } from './operation';
import type { Operation } from './operation';

/** What pages load beside themselves. */
export interface Asset {
  readonly type: string;
  readonly content: string | Buffer;
  /** Changes with the content. */
  readonly version: string;
}

export const asset = (type: string, content: string | Buffer): Asset => ({
  type,
  content,
  version: createHash('sha256').update(content).digest('hex').slice(0, 12),
});

export type Assets = Readonly<Record<string, Asset>>;

const assetParams = z.object({ name: z.string() });
const assetQuery = z.object({ v: z.string().optional().catch(undefined) });

/** Serves assets below a path, each under an address that changes with its content. */
export function assetOperation(
  facts: Pick<Operation, 'name' | 'summary' | 'family'> & {
    readonly path: `/${string}/:name`;
    readonly contentTypes: readonly string[];
  },
  assets: Assets,
): Operation {
  const known: ReadonlyMap<string, Asset> = new Map(Object.entries(assets));
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
    respond(_deps, { params, query }) {
      const found = known.get(params.name);
      if (found === undefined) throw new Problem('not_found');
      // While an old version gives way to a new one, either may be asked for the other's. Such an
      // answer must not be kept under an address that is not its own.
      const isOwn = query.v === found.version;
      const kept = isOwn ? 'public, max-age=31536000, immutable' : 'no-store';
      return {
        status: 200,
        contentType: found.type,
        body: found.content,
        headers: { 'Cache-Control': kept, 'Cross-Origin-Resource-Policy': 'same-origin' },
      };
    },
  });
}
