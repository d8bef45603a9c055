import { createHash } from 'node:crypto';
import { icon } from './icon';
import { script } from './script';
import { stylesheet } from './stylesheet';

export interface Asset {
  readonly type: string;
  readonly text: string;
  /** Changes with the text. */
  readonly version: string;
}

const asset = (type: string, text: string): Asset => ({
  type,
  text,
  version: createHash('sha256').update(text).digest('hex').slice(0, 12),
});

/** All that the pages load beside themselves. */
export const assets = {
  'page.css': asset('text/css; charset=utf-8', stylesheet),
  'page.js': asset('text/javascript; charset=utf-8', script),
  'page.svg': asset('image/svg+xml', icon),
} as const satisfies Record<string, Asset>;

/** An address that changes with the content, so that it can be kept for ever. */
export const assetAddress = (name: keyof typeof assets): string =>
  `/pay-assets/${name}?v=${assets[name].version}`;
