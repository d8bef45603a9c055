import { readFileSync } from 'node:fs';
import { asset } from '../../../http/asset';
import type { Assets } from '../../../http/asset';
import { icon } from '../../checkout/assets/icon';
import { script } from './script';
import { stylesheet } from './stylesheet';

/** Thai and Latin letters of one hand, which few machines have; kept for ever by a browser. */
const font = (weight: string) =>
  asset(
    'font/ttf',
    readFileSync(require.resolve(`@expo-google-fonts/sarabun/${weight}/Sarabun_${weight}.ttf`)),
  );

const fonts = {
  'sarabun-400.ttf': font('400Regular'),
  'sarabun-600.ttf': font('600SemiBold'),
} as const satisfies Assets;

const addressOf = (name: string, { version }: { readonly version: string }): string =>
  `/dashboard-assets/${name}?v=${version}`;

const faces = Object.entries(fonts).map(
  ([name, file]) => `@font-face { font-family: Sarabun; font-weight: ${name.slice(8, 11)};
  font-display: swap; src: url("${addressOf(name, file)}") format("truetype"); }\n`,
);

/** All that the pages of the dashboard load beside themselves. */
export const assets = {
  ...fonts,
  'dashboard.css': asset('text/css; charset=utf-8', faces.join('') + stylesheet),
  'dashboard.js': asset('text/javascript; charset=utf-8', script),
  'dashboard.svg': asset('image/svg+xml', icon),
} as const satisfies Assets;

/** An address that changes with the content, so that it can be kept for ever. */
export const assetAddress = (name: keyof typeof assets): string => addressOf(name, assets[name]);
