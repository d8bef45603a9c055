import path from 'node:path';
import { assetOperation, readAsset, type Assets } from '../../http/asset';

const folder = path.join(__dirname, '../../pages/assets');

export const assets = {
  'checkout.css': readAsset(
    folder,
    'tokens.css',
    'base.css',
    'checkout/layout.css',
    'checkout/controls.css',
    'checkout/content.css',
  ),
  'checkout.js': readAsset(folder, 'checkout.js'),
  'icon.svg': readAsset(folder, 'icon.svg'),
} as const satisfies Assets;

/** The URL changes with the content, so browsers may cache it without a limit. */
export const assetAddress = (name: keyof typeof assets): string =>
  `/pay-assets/${name}?v=${assets[name].version}`;

export const assetOperations = [
  assetOperation(
    {
      name: 'readPageAsset',
      summary: 'Stylesheet, script and icon of the checkout',
      family: 'page',
      path: '/pay-assets/:name',
      contentTypes: ['text/css', 'text/javascript', 'image/svg+xml'],
    },
    assets,
  ),
];
