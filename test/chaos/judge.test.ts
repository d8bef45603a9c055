import type { Facts, FindingKind } from '../../chaos/verdict/facts';
import { checks, judge } from '../../chaos/verdict/judge';
import { soundFacts, withMerchant, withOrder } from './sound-facts';

type CheckName = keyof typeof checks;

/** What is planted, and what must be found: the kind, and the id to look for. */
interface Plant {
  readonly what: string;
  readonly check: CheckName;
  readonly kind: FindingKind;
  readonly subject: string;
  readonly plant: (facts: Facts) => Facts;
}

const askedOf = (facts: Facts, id: string, change: object): Facts => ({
  ...facts,
  requested: facts.requested.map((each) =>
    each.mark === `mark of ${id}` ? { ...each, ...change } : each,
  ),
});
const without = (facts: Facts, id: string): Facts => ({
  ...facts,
  orders: facts.orders.filter((order) => order.id !== id),
});
const leaving = (facts: Facts, left: Partial<Facts['leftovers']>): Facts => ({
  ...facts,
  leftovers: { ...facts.leftovers, ...left },
});
const withSubscriber = (facts: Facts, change: Partial<Facts['subscribers'][number]>): Facts => ({
  ...facts,
  subscribers: facts.subscribers.map((each) => ({ ...each, ...change })),
});
const transfer = (orderId: string, amountSatang: number) => (facts: Facts) => ({
  ...facts,
  book: {
    ...facts.book,
    transfers: [...facts.book.transfers, { transactionId: 'T9', orderId, amountSatang }],
  },
});
type Booked = Facts['booked'][number];
const rebooked = (facts: Facts, to: (booked: Booked) => readonly Booked[]): Facts => ({
  ...facts,
  booked: facts.booked.flatMap(to),
});
const isBookedFor = (orderId: string) => (booked: Booked) => booked.orderId === orderId;

const plants: readonly Plant[] = [
  {
    what: 'an accepted order that is not there',
    check: 'acceptedOrdersExist',
    kind: 'lost',
    subject: 'pay_2',
    plant: (facts) => without(facts, 'pay_2'),
  },
  {
    what: 'an order with another amount than was asked for',
    check: 'acceptedOrdersExist',
    kind: 'lost',
    subject: 'pay_2',
    plant: (facts) => withOrder(facts, 'pay_2', { amountSatang: 10_100 }),
  },
  {
    what: "another merchant's order under the id that was answered",
    check: 'acceptedOrdersExist',
    kind: 'lost',
    subject: 'pay_2',
    plant: (facts) => withOrder(facts, 'pay_2', { merchantId: 'mer_2' }),
  },
  {
    what: 'two orders of one request',
    check: 'atMostOneOrder',
    kind: 'duplicated',
    subject: 'mark of pay_2',
    plant: (facts) => {
      const twin = facts.orders.flatMap((order) =>
        order.id === 'pay_2' ? [{ ...order, id: 'pay_9', ref: 'REF9' }] : [],
      );
      return { ...facts, orders: [...facts.orders, ...twin] };
    },
  },
  {
    what: 'two answers under one key',
    check: 'oneResponsePerKey',
    kind: 'duplicated',
    subject: 'mark of pay_1',
    plant: (facts) =>
      askedOf(facts, 'pay_1', {
        accepted: [
          { orderId: 'pay_1', body: '{"id":"pay_1"}' },
          { orderId: 'pay_1', body: '{"id": "pay_1"}' },
        ],
      }),
  },
  {
    what: 'an order of a request that was refused',
    check: 'noUnrequestedOrders',
    kind: 'duplicated',
    subject: 'pay_2',
    plant: (facts) => askedOf(facts, 'pay_2', { accepted: [], refused: [403] }),
  },
  {
    what: 'an answer that nobody should be given',
    check: 'noUnexpectedResponses',
    kind: 'misanswered',
    subject: 'pay_1',
    plant: (facts) => ({
      ...facts,
      unexpectedResponses: [{ what: 'answered 500', subject: 'pay_1' }],
    }),
  },
  {
    what: 'an accepted callback that was not kept',
    check: 'acceptedCallbacksAreStored',
    kind: 'lost',
    subject: 'pay_1',
    plant: (facts) => ({ ...facts, callbacks: facts.callbacks.slice(1) }),
  },
  {
    what: 'a callback that was accepted twice and kept once',
    check: 'acceptedCallbacksAreStored',
    kind: 'lost',
    subject: 'pay_1',
    plant: (facts) => ({
      ...facts,
      acceptedCallbacks: [...facts.acceptedCallbacks, ...facts.acceptedCallbacks],
    }),
  },
  {
    what: 'money credited twice',
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T1',
    plant: (facts) =>
      rebooked(facts, (each) => (isBookedFor('pay_1')(each) ? [each, each] : [each])),
  },
  {
    what: 'a payout that the bank made and the ledger does not know of, by a satang',
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T5',
    plant: (facts) =>
      rebooked(facts, (each) => [
        { ...each, amountSatang: each.amountSatang - (isBookedFor('w_1')(each) ? 1 : 0) },
      ]),
  },
  {
    what: "all payments of one merchant, in another's balance",
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T1',
    plant: astray,
  },
  {
    what: "all payments of one merchant, in another's balance, by the balances alone",
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_2',
    plant: (facts) => ({ ...astray(facts), booked: facts.booked }),
  },
  {
    what: "a short payment that is the merchant's at once",
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_1',
    plant: (facts) =>
      withMerchant(facts, 'mer_1', {
        availableSatang: 64_000,
        suspendedSatang: 0,
        exceptedSatang: 0,
      }),
  },
  {
    what: 'money in suspense that no exception of its merchant has',
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_1',
    plant: (facts) => withMerchant(facts, 'mer_1', { exceptedSatang: 0 }),
  },
  {
    what: "one bank transfer that two orders' ledgers have",
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T1',
    plant: (facts) =>
      rebooked(facts, (each) =>
        isBookedFor('pay_1')(each) ? [each, { ...each, orderId: 'pay_2' }] : [each],
      ),
  },
  {
    what: 'a refund that left though the bank refused it',
    check: 'bookingsHaveMovements',
    kind: 'unbalanced',
    subject: 're_1',
    plant: (facts) =>
      rebooked(facts, (each) =>
        isBookedFor('w_1')(each)
          ? [each, { ...each, orderId: 're_1', transactionId: 'T2' }]
          : [each],
      ),
  },
  {
    what: 'a second payout that nobody booked',
    check: 'decisionsFollowTheBank',
    kind: 'unbalanced',
    subject: 'w_2',
    plant: (facts) => rebooked(facts, (each) => (each.transactionId === 'T7' ? [] : [each])),
  },
  {
    what: 'a second payout whose exception is still open',
    check: 'decisionsFollowTheBank',
    kind: 'unbalanced',
    subject: 'w_2',
    plant: (facts) => ({
      ...facts,
      open: [
        {
          id: 'exc_1',
          kind: 'duplicate_payout',
          merchantId: 'mer_1',
          about: 'w_2',
          suspendedSatang: 0,
        },
      ],
    }),
  },
  {
    what: 'money of an unknown order that was dropped',
    check: 'unassignedMoneyIsInSuspense',
    kind: 'unbalanced',
    subject: 'nobody',
    plant: (facts) => ({ ...facts, unownedSatang: 0 }),
  },
  {
    what: 'money that is held for a payout that has ended',
    check: 'heldMatchesOpenPayouts',
    kind: 'unbalanced',
    subject: 'mer_1',
    plant: (facts) => withMerchant(facts, 'mer_1', { availableSatang: 50_000, heldSatang: 10_000 }),
  },
  {
    what: 'money at the bank for an order that is not there',
    check: 'bankOrdersExist',
    kind: 'lost',
    subject: 'REF8',
    plant: transfer('REF8', 500),
  },
  {
    what: 'sums that differ',
    check: 'sumsAgree',
    kind: 'unbalanced',
    subject: 'all orders',
    plant: transfer('REF1', 1),
  },
  {
    what: 'a violation that was found (test/db/chaos-facts.test.ts finds one)',
    check: 'invariantsHold',
    kind: 'unbalanced',
    subject: '[{"merchant_id":"mer_1"}]',
    plant: (facts) => ({
      ...facts,
      violations: [{ invariant: 'the postings sum to zero', rows: [{ merchant_id: 'mer_1' }] }],
    }),
  },
  {
    what: 'a paid order that is still pending',
    check: 'statesAreExplained',
    kind: 'stuck',
    subject: 'pay_1',
    plant: (facts) => withOrder(facts, 'pay_1', { status: 'pending' }),
  },
  {
    what: 'a success that nobody paid',
    check: 'statesAreExplained',
    kind: 'stuck',
    subject: 'pay_2',
    plant: (facts) => withOrder(facts, 'pay_2', { status: 'succeeded' }),
  },
  {
    what: 'a payout that the bank never heard of',
    check: 'statesAreExplained',
    kind: 'stuck',
    subject: 'w_1',
    plant: (facts) => ({
      ...facts,
      book: {
        ...facts.book,
        requests: facts.book.requests.filter(({ orderId }) => orderId !== 'w_1'),
      },
    }),
  },
  {
    what: 'an event that never came',
    check: 'eventsArrived',
    kind: 'lost',
    subject: 'evt_1',
    plant: (facts) =>
      withSubscriber(facts, { receipts: facts.subscribers[0]?.receipts.slice(1) ?? [] }),
  },
  {
    what: 'another event under the same id',
    check: 'eventsAreAuthentic',
    kind: 'duplicated',
    subject: 'evt_1',
    plant: (facts) =>
      withSubscriber(facts, {
        receipts: [
          ...(facts.subscribers[0]?.receipts ?? []),
          { eventId: 'evt_1', body: '{"id":"evt_1"}' },
        ],
      }),
  },
  {
    what: 'an event whose signature does not verify',
    check: 'eventsAreAuthentic',
    kind: 'misanswered',
    subject: 'evt_2',
    plant: (facts) => withSubscriber(facts, { unsigned: ['evt_2'] }),
  },
  {
    what: 'two events of one step',
    check: 'eventsAreUnique',
    kind: 'duplicated',
    subject: 'payment.succeeded of pay_1',
    plant: (facts) => {
      const again = facts.events.slice(0, 1).map((event) => ({ ...event, id: 'evt_9' }));
      return { ...facts, events: [...facts.events, ...again] };
    },
  },
  ...(['dispatches', 'callbacks', 'deliveries', 'requests', 'slips'] as const).map(
    (name): Plant => ({
      what: `${name} that wait for ever`,
      check: 'nothingIsPending',
      kind: 'stuck',
      subject: 'id_1',
      plant: (facts) => leaving(facts, { [name]: ['id_1'] }),
    }),
  ),
  {
    what: 'callbacks that the bank cannot get rid of',
    check: 'nothingIsPending',
    kind: 'stuck',
    subject: 'the bank',
    plant: (facts) => leaving(facts, { bankCallbacks: 1 }),
  },
  {
    what: 'an open order that no workflow looks after',
    check: 'workflowsMatchOrders',
    kind: 'stuck',
    subject: 'pay_2',
    plant: (facts) => ({ ...facts, workflows: [] }),
  },
  {
    what: 'a workflow of an order that has ended',
    check: 'workflowsMatchOrders',
    kind: 'stuck',
    subject: 'w_1',
    plant: (facts) => ({
      ...facts,
      workflows: [...facts.workflows, { id: 'w_1', status: 'running' }],
    }),
  },
  {
    what: 'a workflow that failed',
    check: 'workflowsMatchOrders',
    kind: 'stuck',
    subject: 'pay_2',
    plant: (facts) => ({
      ...facts,
      workflows: [...facts.workflows, { id: 'pay_2', status: 'failed' }],
    }),
  },
];

/** Every credit goes to another merchant; nothing else changes. */
function astray(facts: Facts): Facts {
  const gone = rebooked(facts, (each) => [
    isBookedFor('pay_1')(each) || isBookedFor('pay_3')(each)
      ? { ...each, merchantId: 'mer_2' }
      : each,
  ]);
  const waitForRequest = withMerchant(gone, 'mer_1', { availableSatang: 40_000 });
  return withMerchant(waitForRequest, 'mer_2', { availableSatang: 20_000 });
}

describe('verdict', () => {
  it('has no findings for consistent facts', () => {
    expect(judge(soundFacts())).toEqual([]);
  });

  it.each(plants)('finds $what', ({ check, kind, subject, plant }) => {
    expect(judge(plant(soundFacts()))).toContainEqual(
      expect.objectContaining({ check, kind, subject }),
    );
  });

  it('has a planted violation for every check', () => {
    const planted = new Set<string>(plants.map(({ check }) => check));
    expect(Object.keys(checks).filter((check) => !planted.has(check))).toEqual([]);
  });

  it('accepts an unanswered request with and without an order', () => {
    const unanswered = askedOf(soundFacts(), 'pay_2', { key: null, accepted: [], unanswered: 1 });
    expect(judge(unanswered)).toEqual([]);
    expect(judge({ ...without(unanswered, 'pay_2'), workflows: [] })).toEqual([]);
  });

  it('accepts a running workflow of a payment that its merchant expired', () => {
    const ended = withOrder(soundFacts(), 'pay_2', { status: 'expired' });
    expect(judge({ ...ended, ended: new Map([['pay_2', true]]) })).toEqual([]);
  });
});
