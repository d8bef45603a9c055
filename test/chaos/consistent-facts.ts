import { booked, order, request, requested } from './fact-builders';
import { withPages } from './page-facts';
import { withPending } from './pending-facts';
import type { RecordedMovement } from '../../chaos/load/run-log';
import type { Facts, MerchantFact, OrderFact, SubmissionFact } from '../../chaos/verdict/facts';

const orders: readonly OrderFact[] = [
  order({ id: 'pay_1', kind: 'payment', ref: 'REF1', overdueMs: -60_000 }),
  order({ id: 'pay_2', kind: 'payment', ref: 'REF2', status: 'pending', overdueMs: -60_000 }),
  order({ id: 'pay_4', kind: 'payment', ref: 'REF4', status: 'expired', overdueMs: 200_000 }),
  order({ id: 'pay_3', kind: 'payment', method: 'token' }),
  order({ id: 'w_1', kind: 'withdrawal' }),
  order({ id: 'w_2', kind: 'withdrawal' }),
  order({ id: 're_1', kind: 'refund', status: 'failed' }),
  // Accounts `one` and `two`: `one` has refused the payout, and has issued the QR code.
  order({
    id: 'w_3',
    kind: 'withdrawal',
    accountId: 'two',
    routing: [
      { accountId: 'one', after: null },
      { accountId: 'two', after: 'one' },
    ],
  }),
  order({
    id: 'pay_5',
    kind: 'payment',
    ref: 'REF5',
    overdueMs: -60_000,
    accountId: 'one',
    routing: [{ accountId: 'one', after: null }],
    isInquired: true,
  }),
];

const moved = (
  facts: Pick<RecordedMovement, 'transactionId' | 'orderId'> & Partial<RecordedMovement>,
): RecordedMovement => ({ direction: 'in', merchantId: 'mer_1', amountSatang: 10_000, ...facts });

const eventOf = (id: string, name: string, orderId: string) => ({
  id,
  merchantId: 'mer_1',
  name,
  body: JSON.stringify({ id, event: name, data: { payment_id: orderId } }),
});
const events = [
  eventOf('evt_1', 'payment.succeeded', 'pay_1'),
  eventOf('evt_2', 'payment.pending', 'pay_2'),
];

/** The facts of a small run without a violation. Each test changes one of them. */
export const consistentFacts = (): Facts => withPending(withPages(factsOfOrders()));

function factsOfOrders(): Facts {
  return {
    requested: orders.map(requested),
    acceptedCallbacks: [
      { orderId: 'pay_1', outcome: 'succeeded', transactionId: 'T1', amountSatang: 10_000 },
    ],
    ended: new Map(),
    released: new Set(),
    links: [],
    pages: [],
    renewed: new Set(),
    returned: [],
    repriced: { fromMs: 1_000, toMs: 2_000 },
    unexpectedResponses: [],
    orders,
    callbacks: [
      { orderId: 'pay_1', outcome: 'succeeded', transactionId: 'T1', amountSatang: 10_000 },
      { orderId: 're_1', outcome: 'failed', transactionId: 'T2', amountSatang: 10_000 },
    ],
    events,
    subscribers: [
      {
        name: 'steady',
        webhookId: 'wh_1',
        merchantId: 'mer_1',
        events: ['payment.pending', 'payment.succeeded'],
        receipts: events.map(({ id, body }) => ({ eventId: id, body })),
        unsigned: [],
      },
    ],
    book: {
      transfers: [
        { accountId: 'default', transactionId: 'T1', orderId: 'REF1', amountSatang: 10_000 },
        // A short payment: the order stays unpaid.
        { accountId: 'default', transactionId: 'T3', orderId: 'REF4', amountSatang: 4_000 },
        // A provider that issues QR codes has the order id.
        { accountId: 'one', transactionId: 'T10', orderId: 'pay_5', amountSatang: 10_000 },
      ],
      requests: [
        request('T4', { kind: 'charge', orderId: 'pay_3', state: 'succeeded' }),
        request('T5', { kind: 'payout', orderId: 'w_1', state: 'succeeded' }),
        request('T6', { kind: 'payout', orderId: 'w_2', state: 'succeeded' }),
        request('T2', { kind: 'refund', orderId: 're_1', state: 'failed' }),
        request('T9', { kind: 'payout', orderId: 'w_3', state: 'succeeded', accountId: 'two' }),
      ],
    },
    submissions: [
      { accountId: 'one', call: 'payout', orderId: 'w_3', result: 'refused' },
      { accountId: 'one', call: 'qr', orderId: 'pay_5', result: 'taken' },
      { accountId: 'two', call: 'payout', orderId: 'w_3', result: 'taken' },
    ],
    booked: [
      booked('in', null, { orderId: null, amountSatang: 70_000, accountId: null }),
      booked('in', 'T8', { orderId: null, merchantId: null, amountSatang: 100 }),
      booked('out', 'T9', { orderId: 'w_3', accountId: 'two' }),
      booked('in', 'T10', { orderId: 'pay_5', accountId: 'one' }),
      booked('in', 'T1', { orderId: 'pay_1' }),
      booked('in', 'T3', { orderId: 'pay_4', amountSatang: 4_000 }),
      booked('in', 'T4', { orderId: 'pay_3' }),
      booked('out', 'T5', { orderId: 'w_1' }),
      booked('out', 'T6', { orderId: 'w_2' }),
      booked('out', 'T7', { orderId: 'w_2' }),
    ],
    // A payout that the bank made twice, which operators charged, and money for an unknown order.
    moved: [
      moved({ direction: 'out', transactionId: 'T7', orderId: 'w_2' }),
      moved({ transactionId: 'T8', orderId: 'nobody', merchantId: null, amountSatang: 100 }),
    ],
    decisions: new Map([
      ['w_2', { merchantId: 'mer_1', status: 'succeeded', creditedSatang: 0, ways: [] }],
    ]),
    open: [],
    unownedSatang: 100,
    merchants: [
      {
        merchantId: 'mer_1',
        name: 'routed',
        openingSatang: 70_000,
        availableSatang: 60_000,
        heldSatang: 0,
        pendingSatang: 0,
        suspendedSatang: 4_000,
        exceptedSatang: 4_000,
      },
      {
        merchantId: 'mer_2',
        name: 'routed',
        openingSatang: 0,
        availableSatang: 0,
        heldSatang: 0,
        pendingSatang: 0,
        suspendedSatang: 0,
        exceptedSatang: 0,
      },
    ],
    transfers: [],
    lots: [],
    holidays: { days: [], enteredMs: null, today: '2026-11-24' },
    leftovers: {
      messages: [],
      callbacks: [],
      deliveries: [],
      requests: [],
      slips: [],
      bankCallbacks: 0,
    },
    workflows: ['pay_2', 'pay_5'].map((id) => ({ id, status: 'running' })),
    violations: [],
  };
}

/** The facts with changes to one order. */
export function withOrder(facts: Facts, id: string, change: Partial<OrderFact>): Facts {
  const changed = facts.orders.map((each) => (each.id === id ? { ...each, ...change } : each));
  return { ...facts, orders: changed };
}

/** The facts with changes to one merchant's money. */
export function withMerchant(facts: Facts, id: string, change: Partial<MerchantFact>): Facts {
  const merchants = facts.merchants.map((each) =>
    each.merchantId === id ? { ...each, ...change } : each,
  );
  return { ...facts, merchants };
}

/** The facts with changes to the submissions of one order. */
export function withSubmissions(
  facts: Facts,
  id: string,
  change: (submission: SubmissionFact) => readonly SubmissionFact[],
): Facts {
  const submissions = facts.submissions.flatMap((each) =>
    each.orderId === id ? change(each) : [each],
  );
  return { ...facts, submissions };
}
