import path from 'node:path';
import { asset, readAsset, type Assets } from '../../http/asset';

const folder = path.join(__dirname, '../assets');

/**
 * Sarabun has Thai and Latin glyphs of one design. Few devices have it installed. Subsets
 * (docs/dependencies.md): other characters are in a font of the device.
 */
const fonts = {
  'sarabun-400.woff2': readAsset(folder, 'fonts/sarabun-400.woff2'),
  'sarabun-600.woff2': readAsset(folder, 'fonts/sarabun-600.woff2'),
} as const satisfies Assets;

const addressOf = (name: string, { version }: { readonly version: string }): string =>
  `/dashboard-assets/${name}?v=${version}`;

const fontFaces = Object.entries(fonts).map(
  ([name, file]) => `@font-face { font-family: Sarabun; font-weight: ${name.slice(8, 11)};
  font-display: swap; src: url("${addressOf(name, file)}") format("woff2"); }\n`,
);

const styles = readAsset(
  folder,
  'tokens.css',
  'base.css',
  'kit/layout.css',
  'kit/controls.css',
  'kit/content.css',
  'kit/timeline.css',
  'kit/print.css',
);

export const assets = {
  ...fonts,
  'kit.css': asset(styles.type, fontFaces.join('') + styles.content.toString()),
  'kit.js': readAsset(folder, 'kit.js'),
  'passkey.js': readAsset(folder, 'passkey.js'),
  'icon.svg': readAsset(folder, 'icon.svg'),
} as const satisfies Assets;

/** The URL changes with the content, so browsers may cache it without a limit. */
export const assetAddress = (name: keyof typeof assets): string => addressOf(name, assets[name]);
