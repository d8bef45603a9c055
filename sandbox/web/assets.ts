import { createHash } from 'node:crypto';
import { Router } from '@koa/router';
import { script } from './script';
import { stylesheet } from './stylesheet';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b5d4f"/>
<path fill="#fff" d="M16 6 6 11.500V14h20v-2.500zM8 15.500h2.500V22H8z
M14.750 15.500h2.500V22h-2.500zM21.500 15.500H24V22h-2.500zM6 23.500h20V26H6z"/></svg>`;

const assets = {
  stylesheet: { path: '/bank.css', type: 'text/css; charset=utf-8', text: stylesheet },
  script: { path: '/bank.js', type: 'text/javascript; charset=utf-8', text: script },
  icon: { path: '/bank.svg', type: 'image/svg+xml', text: icon },
};

const versioned = ({ path, text }: { path: string; text: string }) =>
  `${path}?v=${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

/** Addresses with a hash of the content, so that browsers may cache them forever. */
export const assetPaths = {
  stylesheet: versioned(assets.stylesheet),
  script: versioned(assets.script),
  icon: versioned(assets.icon),
};

export function assetRoutes(): Router {
  const router = new Router();
  for (const { path, type, text } of Object.values(assets)) {
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = text;
    });
  }
  return router;
}
