import type { Facts, TransferFact } from '../../chaos/verdict/facts';
import { booked, order, request, requested } from './fact-builders';

const ofShop = { merchantId: 'mer_4', overdueMs: -60_000 };
// 100 baht: the minimum of 5 baht and VAT.
const priced = { ...ofShop, kind: 'payment', feeSatang: 535 } as const;
const refund = { ...ofShop, kind: 'refund', overdueMs: null } as const;

/**
 * A merchant with a bank day: money of Thursday that was released on Friday, and money of Tuesday,
 * today, of which a refund has taken what was pending, and another one has given it back.
 */
const orders = [
  order({ ...priced, id: 'pay_m1', ref: 'REFM1' }),
  order({ ...priced, id: 'pay_m2', ref: 'REFM2' }),
  order({ ...priced, id: 'pay_m3', ref: 'REFM3' }),
  order({ ...refund, id: 're_m2', refundOf: 'pay_m2', feeSatang: 214 }),
  order({ ...refund, id: 're_m3', refundOf: 'pay_m3', status: 'failed' }),
];
const [thursday, tuesday] = ['2026-11-19', '2026-11-24'];
const paid = [
  { transactionId: 'T16', id: 'pay_m1', orderId: 'REFM1' },
  { transactionId: 'T17', id: 'pay_m2', orderId: 'REFM2' },
  { transactionId: 'T18', id: 'pay_m3', orderId: 'REFM3' },
];

type Line = readonly [kind: string, orderId: string | null, amountSatang: number, day?: string];
const credited = (id: string, day: string): readonly Line[] => [
  ['receive', id, 10_000],
  ['fee', id, 500],
  ['fee_vat', id, 35],
  ['defer', id, 9_465, day],
];
const held = (id: string): readonly Line[] => [
  ['recall', id, 9_465, tuesday],
  ['hold', id, 10_000],
  ['hold_fee', id, 214],
];
const lines: readonly Line[] = [
  ...credited('pay_m1', thursday),
  ['mature', null, 9_465, thursday],
  ...credited('pay_m2', tuesday),
  ...credited('pay_m3', tuesday),
  ...held('re_m2'),
  ...held('re_m3'),
  ['void', 're_m3', 10_000],
  ['release_fee', 're_m3', 214],
  ['defer_again', 're_m3', 9_465, tuesday],
  // 11 baht of an unknown order, which operators assigned: the minimum and VAT.
  ['credit', null, 1_100],
  ['fee', null, 500],
  ['fee_vat', null, 35],
];
const transfers = lines.map(([kind, orderId, amountSatang, day], index): TransferFact => ({
  id: index + 1,
  kind,
  merchantId: 'mer_4',
  orderId,
  amountSatang,
  lot: day === undefined ? null : { day, days: 1 },
  atMs: Date.parse('2026-11-20T09:00:00+07:00'),
}));

/** Adds the payments of a merchant whose money is pending for a bank day, and assigned money. */
export const withPending = (facts: Facts): Facts => ({
  ...facts,
  requested: [...facts.requested, ...orders.map(requested)],
  orders: [...facts.orders, ...orders],
  book: {
    transfers: [
      ...facts.book.transfers,
      ...paid.map(({ transactionId, orderId }) => {
        return { accountId: 'default', transactionId, orderId, amountSatang: 10_000 };
      }),
    ],
    requests: [
      ...facts.book.requests,
      request('T19', { kind: 'refund', orderId: 're_m2', state: 'succeeded' }),
      request('T20', { kind: 'refund', orderId: 're_m3', state: 'failed' }),
    ],
  },
  booked: [
    ...facts.booked,
    ...paid.map(({ transactionId, id }) => {
      return booked('in', transactionId, { orderId: id, merchantId: 'mer_4' });
    }),
    booked('out', 'T19', { orderId: 're_m2', merchantId: 'mer_4' }),
    booked('in', 'T21', { orderId: null, merchantId: null, amountSatang: 1_100 }),
  ],
  moved: [
    ...facts.moved,
    {
      direction: 'in',
      transactionId: 'T21',
      orderId: 'gone',
      merchantId: null,
      amountSatang: 1_100,
    },
  ],
  decisions: new Map([
    ...facts.decisions,
    ['gone', { merchantId: 'mer_4', status: null, creditedSatang: 1_100, ways: [] }],
  ]),
  merchants: [
    ...facts.merchants,
    {
      merchantId: 'mer_4',
      name: 'rich',
      openingSatang: 0,
      availableSatang: 9_281,
      heldSatang: 0,
      pendingSatang: 9_465,
      suspendedSatang: 0,
      exceptedSatang: 0,
    },
  ],
  transfers,
  lots: [
    { merchantId: 'mer_4', day: thursday, days: 1, isOpen: false },
    { merchantId: 'mer_4', day: tuesday, days: 1, isOpen: true },
  ],
  holidays: { days: [], enteredMs: 0, today: tuesday },
});
