import type { Facts, OrderFact } from '../../chaos/verdict/facts';

const order = (fact: Partial<OrderFact> & Pick<OrderFact, 'id' | 'kind'>): OrderFact => ({
  method: fact.kind === 'payment' ? 'qr' : null,
  merchantId: 'mer_1',
  status: 'succeeded',
  amountSatang: 10_000,
  ref: null,
  mark: `mark of ${fact.id}`,
  overdueMs: null,
  inSatang: 0,
  outSatang: 0,
  ...fact,
});

const orders: readonly OrderFact[] = [
  order({ id: 'pay_1', kind: 'payment', ref: 'REF1', inSatang: 10_000, overdueMs: -60_000 }),
  order({ id: 'pay_2', kind: 'payment', ref: 'REF2', status: 'pending', overdueMs: -60_000 }),
  order({ id: 'pay_3', kind: 'payment', method: 'token', inSatang: 10_000 }),
  order({ id: 'w_1', kind: 'withdrawal', outSatang: 10_000 }),
  order({ id: 're_1', kind: 'refund', status: 'failed' }),
];

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

/** What a small run leaves in which all went well: each test breaks one thing of it. */
export function soundFacts(): Facts {
  return {
    asked: orders.map(({ id, kind, mark, merchantId, amountSatang }) => ({
      mark: mark ?? '',
      kind,
      merchantId,
      amountSatang,
      key: `key of ${id}`,
      accepted: [{ orderId: id, body: `{"id":"${id}"}` }],
      refused: [],
      silent: 0,
    })),
    told: [{ orderId: 'pay_1', heard: 'succeeded', transactionId: 'T1', amountSatang: 10_000 }],
    ended: new Map(),
    released: new Set(),
    amiss: [],
    orders,
    callbacks: [
      { orderId: 'pay_1', heard: 'succeeded', transactionId: 'T1', amountSatang: 10_000 },
      { orderId: 're_1', heard: 'failed', transactionId: 'T2', amountSatang: 10_000 },
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
      transfers: [{ orderId: 'REF1', amountSatang: 10_000 }],
      requests: [
        { kind: 'charge', orderId: 'pay_3', amountSatang: 10_000, state: 'succeeded' },
        { kind: 'payout', orderId: 'w_1', amountSatang: 10_000, state: 'succeeded' },
        { kind: 'refund', orderId: 're_1', amountSatang: 10_000, state: 'failed' },
      ],
    },
    leftovers: {
      dispatches: [],
      callbacks: [],
      deliveries: [],
      requests: [],
      slips: [],
      bankCallbacks: 0,
    },
    workflows: [{ id: 'pay_2', status: 'running' }],
    violations: [],
  };
}

/** The same, but for one order. */
export function withOrder(facts: Facts, id: string, change: Partial<OrderFact>): Facts {
  const changed = facts.orders.map((each) => (each.id === id ? { ...each, ...change } : each));
  return { ...facts, orders: changed };
}
