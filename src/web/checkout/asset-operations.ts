import { assetOperation } from '../../http/asset';
import { assets } from './assets/assets';

export const assetOperations = [
  assetOperation(
    {
      name: 'readPageAsset',
      summary: 'Style, script and icon of the pages',
      family: 'page',
      path: '/pay-assets/:name',
      contentTypes: ['text/css', 'text/javascript', 'image/svg+xml'],
    },
    assets,
  ),
];
