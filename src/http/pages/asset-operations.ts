import { Problem } from '../../domain/problem';
import { operation } from '../operation';
import { assets } from './assets/assets';
import type { Asset } from './assets/assets';
import { assetParams, assetQuery } from './schema';

const known: ReadonlyMap<string, Asset> = new Map(Object.entries(assets));

export const assetOperations = [
  operation({
    name: 'readPageAsset',
    summary: 'Style, script and icon of the pages',
    family: 'page',
    method: 'GET',
    path: '/pay-assets/:name',
    auth: 'none',
    described: false,
    params: assetParams,
    query: assetQuery,
    success: { status: 200, contentTypes: ['text/css', 'text/javascript', 'image/svg+xml'] },
    errors: ['not_found'],
    respond(_deps, { params, query }) {
      const asset = known.get(params.name);
      if (asset === undefined) throw new Problem('not_found');
      // While an old version gives way to a new one, either may be asked for the other's. Such an
      // answer must not be kept under an address that is not its own.
      const isOwn = query.v === asset.version;
      const kept = isOwn ? 'public, max-age=31536000, immutable' : 'no-store';
      return {
        status: 200,
        contentType: asset.type,
        body: asset.text,
        headers: { 'Cache-Control': kept, 'Cross-Origin-Resource-Policy': 'same-origin' },
      };
    },
  }),
];
