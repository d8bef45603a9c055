import { readOperation } from '../../http/read-operation';
import { findPrices } from '../find-prices';
import { presentPrices } from './present';
import { priceList } from './schema';

export const priceOperations = [
  readOperation({
    name: 'listPrices',
    summary: 'List what you pay for your orders, and from when on',
    family: 'qr',
    path: '/Thai/v1/prices',
    permission: 'balance:read',
    schema: priceList,
    example: {
      prices: [
        {
          price_id: 'price_01kbxwq2zs8k6f8xkq0r7v3c1d',
          method: 'qr' as const,
          valid_from: '2026-12-01T00:00:00.000Z',
          returned_with_refunds: false,
          dispute: 300,
          kept_after_dispute: false,
          bands: [{ from: 0, percent: 1.65, flat: 0, min: null, max: 200 }],
        },
      ],
      vat_percent: 7,
    },
    async read(deps, { caller }) {
      const nowMs = Date.now();
      return presentPrices(await findPrices(deps, caller.id, nowMs), nowMs);
    },
  }),
];
