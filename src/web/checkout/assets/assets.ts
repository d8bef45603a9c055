import { asset } from '../../../http/asset';
import type { Assets } from '../../../http/asset';
import { icon } from './icon';
import { script } from './script';
import { stylesheet } from './stylesheet';

/** All that the pages load beside themselves. */
export const assets = {
  'page.css': asset('text/css; charset=utf-8', stylesheet),
  'page.js': asset('text/javascript; charset=utf-8', script),
  'page.svg': asset('image/svg+xml', icon),
} as const satisfies Assets;

/** An address that changes with the content, so that it can be kept for ever. */
export const assetAddress = (name: keyof typeof assets): string =>
  `/pay-assets/${name}?v=${assets[name].version}`;
