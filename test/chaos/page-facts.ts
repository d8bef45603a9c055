import type { Facts } from '../../chaos/verdict/facts';
import { booked, order, request } from './fact-builders';

const ofShop = { merchantId: 'mer_3', overdueMs: -60_000 };
const linked = { ...ofShop, kind: 'payment', mark: null, paymentLinkId: 'pl_1' } as const;
const chained = { ...ofShop, kind: 'payment', mark: 'cart', chainId: 'pay_c1' } as const;

/**
 * A link with one place and three payers: one is credited, one has an exception, and the money of
 * one is returned. And a checkout whose code was renewed before it was paid.
 */
const orders = [
  order({ ...linked, id: 'pay_l1', ref: 'REFL1' }),
  order({ ...linked, id: 'pay_l2', ref: 'REFL2', status: 'pending' }),
  order({ ...linked, id: 'pay_l3', ref: 'REFL3', status: 'pending' }),
  order({ id: 're_l3', kind: 'refund', merchantId: 'mer_3', mark: null, refundOf: 'pay_l3' }),
  order({ ...chained, id: 'pay_c1', ref: 'REFC1', status: 'expired', overdueMs: 60_000 }),
  order({ ...chained, id: 'pay_c2', ref: 'REFC2' }),
];

const transfers = [
  { transactionId: 'T11', id: 'pay_l1', orderId: 'REFL1' },
  { transactionId: 'T12', id: 'pay_l2', orderId: 'REFL2' },
  { transactionId: 'T13', id: 'pay_l3', orderId: 'REFL3' },
  { transactionId: 'T15', id: 'pay_c2', orderId: 'REFC2' },
];

/** Adds the payments of a merchant through pages. */
export const withPages = (facts: Facts): Facts => ({
  ...facts,
  requested: [
    ...facts.requested,
    {
      mark: 'cart',
      kind: 'payment',
      merchantId: 'mer_3',
      amountSatang: 10_000,
      key: 'key of the cart',
      accepted: [{ orderId: 'pay_c1', body: '{"id":"pay_c1"}' }],
      refused: [],
      unanswered: 0,
    },
  ],
  orders: [...facts.orders, ...orders],
  links: [
    {
      linkId: 'pl_1',
      merchantId: 'mer_3',
      placesMax: 1,
      isReturned: false,
      presses: ['pay_l1', 'pay_l2', 'pay_l3'].map((id) => ({
        visitor: `visitor of ${id}`,
        amountSatang: 10_000,
        qrCodeIds: new Set([`qr of ${id}`]),
        isReplaced: false,
      })),
      succeeded: 1,
    },
  ],
  pages: [
    { qrCodeId: 'qr of pay_l1', shown: ['waiting', 'paid'], state: 'paid' },
    { qrCodeId: 'qr of pay_l2', shown: ['waiting', 'beyond_link'], state: 'beyond_link' },
    { qrCodeId: 'qr of pay_c1', shown: ['waiting', 'expired', 'paid'], state: 'paid' },
  ],
  renewed: new Set(['pay_c1']),
  returned: [
    { exceptionId: 'exc_l3', orderId: 'pay_l3', merchantId: 'mer_3', amountSatang: 10_000 },
  ],
  book: {
    transfers: [
      ...facts.book.transfers,
      ...transfers.map(({ transactionId, orderId }) => {
        return { accountId: 'default', transactionId, orderId, amountSatang: 10_000 };
      }),
    ],
    requests: [
      ...facts.book.requests,
      request('T14', { kind: 'refund', orderId: 're_l3', state: 'succeeded' }),
    ],
  },
  booked: [
    ...facts.booked,
    ...transfers.map(({ transactionId, id }) => {
      return booked('in', transactionId, { orderId: id, merchantId: 'mer_3' });
    }),
    booked('out', 'T14', { orderId: 're_l3', merchantId: 'mer_3' }),
  ],
  open: [
    ...facts.open,
    {
      id: 'exc_l2',
      kind: 'beyond_link',
      merchantId: 'mer_3',
      about: 'pay_l2',
      suspendedSatang: 10_000,
    },
  ],
  merchants: [
    ...facts.merchants,
    {
      merchantId: 'mer_3',
      name: 'routed',
      openingSatang: 0,
      availableSatang: 20_000,
      heldSatang: 0,
      pendingSatang: 0,
      suspendedSatang: 10_000,
      exceptedSatang: 10_000,
    },
  ],
  workflows: [
    ...facts.workflows,
    ...['pay_l2', 'pay_l3'].map((id) => ({ id, status: 'running' as const })),
  ],
});
