import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from '@koa/router';

const read = (file: string): string => readFileSync(path.join(__dirname, 'assets', file), 'utf8');

const assets = {
  stylesheet: { path: '/bank.css', type: 'text/css; charset=utf-8', text: read('bank.css') },
  script: { path: '/bank.js', type: 'text/javascript; charset=utf-8', text: read('bank.js') },
  icon: { path: '/bank.svg', type: 'image/svg+xml', text: read('icon.svg') },
};

const versioned = (asset: { readonly path: string; readonly text: string }) =>
  `${asset.path}?v=${createHash('sha256').update(asset.text).digest('hex').slice(0, 12)}`;

/** Addresses with a hash of the content, so that browsers may cache them forever. */
export const assetPaths = {
  stylesheet: versioned(assets.stylesheet),
  script: versioned(assets.script),
  icon: versioned(assets.icon),
};

export function assetRoutes(): Router {
  const router = new Router();
  for (const { path: address, type, text } of Object.values(assets)) {
    router.get(address, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = text;
    });
  }
  return router;
}
