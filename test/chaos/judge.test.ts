import type { Facts, FindingKind } from '../../chaos/verdict/facts';
import { checks, judge } from '../../chaos/verdict/judge';
import { consistentFacts, withMerchant, withOrder, withSubmissions } from './consistent-facts';

type CheckName = keyof typeof checks;

/** A planted violation and the expected finding: its kind, and the id that it names. */
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
    transfers: [
      ...facts.book.transfers,
      { accountId: 'default', transactionId: 'T99', orderId, amountSatang },
    ],
  },
});
const payout = (accountId: string) => (facts: Facts) => ({
  ...facts,
  book: {
    ...facts.book,
    requests: facts.book.requests.flatMap((each) =>
      each.orderId === 'w_3' ? [each, { ...each, transactionId: 'T99', accountId }] : [each],
    ),
  },
});
type Booked = Facts['booked'][number];
const rebooked = (facts: Facts, to: (booked: Booked) => readonly Booked[]): Facts => ({
  ...facts,
  booked: facts.booked.flatMap(to),
});
const isBookedFor = (orderId: string) => (booked: Booked) => booked.orderId === orderId;

/** The transfers with others in place of those of a kind. */
const reposted = (
  facts: Facts,
  kind: string,
  to: (transfer: Facts['transfers'][number]) => readonly Facts['transfers'][number][],
): Facts => ({
  ...facts,
  transfers: facts.transfers.flatMap((each) => (each.kind === kind ? to(each) : [each])),
});
const released = 'mer_4 2026-11-19 1';

const afterChange = { createdMs: 4_000, chargedMs: 5_000 };

const plants: readonly Plant[] = [
  {
    what: 'pending money that is released twice',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: released,
    plant: (facts) => reposted(facts, 'mature', (each) => [each, { ...each, id: 99 }]),
  },
  {
    what: 'pending money that is released in part',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: released,
    plant: (facts) => reposted(facts, 'mature', (each) => [{ ...each, amountSatang: 9_464 }]),
  },
  {
    what: 'pending money that is released on its own day',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: released,
    plant: (facts) =>
      reposted(facts, 'mature', (each) => [{ ...each, atMs: each.atMs - 86_400_000 }]),
  },
  {
    what: 'pending money that is released on a bank holiday, its next day',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: released,
    plant: (facts) => ({ ...facts, holidays: { ...facts.holidays, days: ['2026-11-20'] } }),
  },
  {
    what: 'pending money that is released before the bank holidays are entered',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: released,
    plant: (facts) => ({ ...facts, holidays: { ...facts.holidays, enteredMs: Date.now() } }),
  },
  {
    what: 'pending money of another number of bank days',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'unbalanced',
    subject: 'mer_4 2026-11-24 2',
    plant: (facts) =>
      reposted(facts, 'defer', (each) => [
        { ...each, lot: { day: '2026-11-24', days: each.orderId === 'pay_m3' ? 2 : 1 } },
      ]),
  },
  {
    what: 'pending money that is due and stays',
    check: 'pendingMoneyIsReleasedOnce',
    kind: 'stuck',
    subject: 'mer_4',
    plant: (facts) => ({ ...facts, holidays: { ...facts.holidays, today: '2026-11-25' } }),
  },
  {
    what: 'a pending balance that the transfers do not explain',
    check: 'pendingMatchesOpenDays',
    kind: 'unbalanced',
    subject: 'mer_4',
    plant: (facts) => withMerchant(facts, 'mer_4', { availableSatang: 20_336, pendingSatang: 0 }),
  },
  {
    what: 'pending money that the balance has twice',
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_4',
    plant: (facts) => withMerchant(facts, 'mer_4', { availableSatang: 20_336 }),
  },
  {
    what: 'a payment that is available at once',
    check: 'refundsTakeWhatIsPending',
    kind: 'unbalanced',
    subject: 'pay_m1',
    plant: (facts) => reposted(facts, 'defer', (each) => (each.id === 4 ? [] : [each])),
  },
  {
    what: 'a refund that takes of the available balance what its payment has pending',
    check: 'refundsTakeWhatIsPending',
    kind: 'unbalanced',
    subject: 'pay_m2',
    plant: (facts) => reposted(facts, 'recall', (each) => (each.orderId === 're_m2' ? [] : [each])),
  },
  {
    what: 'a failed refund whose money is available at once',
    check: 'refundsTakeWhatIsPending',
    kind: 'unbalanced',
    subject: 'pay_m3',
    plant: (facts) => reposted(facts, 'defer_again', () => []),
  },
  {
    what: 'an accepted order that does not exist',
    check: 'acceptedOrdersExist',
    kind: 'lost',
    subject: 'pay_2',
    plant: (facts) => without(facts, 'pay_2'),
  },
  {
    what: 'an order with another amount than requested',
    check: 'acceptedOrdersExist',
    kind: 'lost',
    subject: 'pay_2',
    plant: (facts) => withOrder(facts, 'pay_2', { amountSatang: 10_100 }),
  },
  {
    what: "another merchant's order under the returned id",
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
    what: 'two responses for one key',
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
    what: 'an order of a rejected request',
    check: 'noUnrequestedOrders',
    kind: 'duplicated',
    subject: 'pay_2',
    plant: (facts) => askedOf(facts, 'pay_2', { accepted: [], refused: [403] }),
  },
  {
    what: 'an unexpected response',
    check: 'noUnexpectedResponses',
    kind: 'misanswered',
    subject: 'pay_1',
    plant: (facts) => ({
      ...facts,
      unexpectedResponses: [{ what: 'answered 500', subject: 'pay_1' }],
    }),
  },
  {
    what: 'an accepted callback that is not stored',
    check: 'acceptedCallbacksAreStored',
    kind: 'lost',
    subject: 'pay_1',
    plant: (facts) => ({ ...facts, callbacks: facts.callbacks.slice(1) }),
  },
  {
    what: 'a callback that was accepted twice and stored once',
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
    what: 'a payout that the bank made, booked with a satang less',
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T5',
    plant: (facts) =>
      rebooked(facts, (each) => [
        { ...each, amountSatang: each.amountSatang - (isBookedFor('w_1')(each) ? 1 : 0) },
      ]),
  },
  {
    what: 'all payments of one merchant booked for another',
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T1',
    plant: astray,
  },
  {
    what: "all payments of one merchant in another's balance only",
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_2',
    plant: (facts) => ({ ...astray(facts), booked: facts.booked }),
  },
  {
    what: 'a short payment that was credited immediately',
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
    what: 'money in suspense without an exception of its merchant',
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_1',
    plant: (facts) => withMerchant(facts, 'mer_1', { exceptedSatang: 0 }),
  },
  {
    what: 'one bank transfer booked for two orders',
    check: 'movementsAreBooked',
    kind: 'unbalanced',
    subject: 'T1',
    plant: (facts) =>
      rebooked(facts, (each) =>
        isBookedFor('pay_1')(each) ? [each, { ...each, orderId: 'pay_2' }] : [each],
      ),
  },
  {
    what: 'a booked refund that the bank rejected',
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
    what: 'a second payout that is not booked',
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
    what: 'money of an unknown order that is not in suspense',
    check: 'unassignedMoneyIsInSuspense',
    kind: 'unbalanced',
    subject: 'nobody',
    plant: (facts) => ({ ...facts, unownedSatang: 0 }),
  },
  {
    what: 'money held for a payout that has ended',
    check: 'heldMatchesOpenPayouts',
    kind: 'unbalanced',
    subject: 'mer_1',
    plant: (facts) => withMerchant(facts, 'mer_1', { availableSatang: 50_000, heldSatang: 10_000 }),
  },
  {
    what: 'money at the bank for an order that does not exist',
    check: 'bankOrdersExist',
    kind: 'lost',
    subject: 'REF8',
    plant: transfer('REF8', 500),
  },
  {
    what: 'ledger and bank sums that differ',
    check: 'sumsAgree',
    kind: 'unbalanced',
    subject: 'all orders',
    plant: transfer('REF1', 1),
  },
  {
    what: 'a violated invariant (test/reports/store/chaos-facts.test.ts finds one)',
    check: 'invariantsHold',
    kind: 'unbalanced',
    subject: '[{"merchant_id":"mer_1"}]',
    plant: (facts) => ({
      ...facts,
      violations: [{ invariant: 'the postings sum to zero', rows: [{ merchant_id: 'mer_1' }] }],
    }),
  },
  ...(
    [
      ['a fee of an order without a price', { feeSatang: 1 }, 'routed'],
      ['a price that is not charged', {}, 'rich'],
      // 100 baht: the minimum of 5 baht, and 0.35 VAT.
      ['a fee that is a satang too low', { feeSatang: 534 }, 'rich'],
      ['a hold for a fee that stays', { feeSatang: 535, heldFeeSatang: 1 }, 'rich'],
      // 1.65 and 0.12 VAT.
      ['a fee below the minimum', { feeSatang: 177 }, 'rich'],
      // 900 baht: 14.85 and 1.04 VAT.
      ['a fee above the maximum', { amountSatang: 90_000, feeSatang: 1_589 }, 'rich'],
      // 0.90 + 3.00, and 0.27 VAT.
      ['the later price before the change', { feeSatang: 417 }, 'rich'],
      ['the first price after the change', { ...afterChange, feeSatang: 535 }, 'rich'],
    ] as const
  ).map(([what, fee, name]) => ({
    what,
    check: 'feesFollowThePrice' as const,
    kind: 'unbalanced' as const,
    subject: 'pay_1',
    plant: (facts: Facts) => ({
      ...withOrder(facts, 'pay_1', fee),
      merchants: facts.merchants.map((each) => ({ ...each, name })),
    }),
  })),
  {
    what: 'assigned money without a fee',
    check: 'assignedMoneyHasItsFee',
    kind: 'unbalanced',
    subject: 'mer_4',
    plant: (facts) => reposted(facts, 'fee', (each) => (each.orderId === null ? [] : [each])),
  },
  {
    what: 'a fee of assigned money that the balance does not have',
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_4',
    plant: (facts) => withMerchant(facts, 'mer_4', { availableSatang: 9_816 }),
  },
  {
    what: 'a payout elsewhere after an account took it',
    check: 'askedAtOneAccount',
    kind: 'duplicated',
    subject: 'w_3',
    plant: (facts) => withSubmissions(facts, 'w_3', (each) => [{ ...each, result: 'taken' }]),
  },
  {
    what: 'a payout elsewhere after an unknown outcome and a refusal of the repetition',
    check: 'askedAtOneAccount',
    kind: 'duplicated',
    subject: 'w_3',
    plant: (facts) =>
      withSubmissions(facts, 'w_3', (each) =>
        each.accountId === 'one' ? [{ ...each, result: 'unknown' }, each] : [each],
      ),
  },
  {
    what: 'a QR code that two accounts issue',
    check: 'askedAtOneAccount',
    kind: 'duplicated',
    subject: 'pay_5',
    plant: (facts) =>
      withSubmissions(facts, 'pay_5', (each) => [each, { ...each, accountId: 'two' }]),
  },
  {
    what: 'a charge of a former account, after a definite refusal of the second',
    check: 'askedAtOneAccount',
    kind: 'duplicated',
    subject: 'pay_3',
    plant: (facts) => {
      const charge = { call: 'charge', orderId: 'pay_3' } as const;
      const submissions = [
        { ...charge, accountId: 'one', result: 'unknown' },
        { ...charge, accountId: 'two', result: 'refused' },
      ] as const;
      return { ...facts, submissions };
    },
  },
  {
    what: 'a payout that two accounts make',
    check: 'payoutsAreMadeOnce',
    kind: 'duplicated',
    subject: 'w_3',
    plant: payout('one'),
  },
  {
    what: 'a payout that one account makes twice',
    check: 'payoutsAreMadeOnce',
    kind: 'duplicated',
    subject: 'w_3',
    plant: payout('two'),
  },
  {
    what: 'an order on another account than the bank that made it',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'w_1',
    plant: (facts) => withOrder(facts, 'w_1', { accountId: 'two' }),
  },
  {
    what: 'an order on another account than the bank that was paid',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'pay_1',
    plant: (facts) => withOrder(facts, 'pay_1', { accountId: 'two' }),
  },
  {
    what: 'an order on another account than the one that issued its QR code',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'pay_5',
    plant: (facts) =>
      withOrder({ ...facts, book: { ...facts.book, transfers: [] } }, 'pay_5', {
        accountId: 'two',
        routing: [{ accountId: 'two', after: null }],
      }),
  },
  {
    what: 'a QR code of the gateway after an unknown outcome at a provider that issues them',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'w_3',
    plant: (facts) =>
      withSubmissions(facts, 'w_3', (each) =>
        each.accountId === 'one' ? [{ ...each, call: 'qr', result: 'unknown' }] : [],
      ),
  },
  {
    what: 'a submission that no routing decision names',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'w_3',
    plant: (facts) => withOrder(facts, 'w_3', { routing: [{ accountId: 'two', after: null }] }),
  },
  {
    what: 'routing decisions that end at another account',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'w_2',
    plant: (facts) => withOrder(facts, 'w_2', { routing: [{ accountId: 'two', after: null }] }),
  },
  {
    what: 'a routing decision after an account that did not have the order',
    check: 'ordersAreWhereTheBankHasThem',
    kind: 'unbalanced',
    subject: 'w_3',
    plant: (facts) =>
      withOrder(facts, 'w_3', {
        routing: [
          { accountId: 'one', after: null },
          { accountId: 'two', after: 'default' },
        ],
      }),
  },
  ...['T1', 'T5', 'T10'].map((transactionId): Plant => ({
    what: `movement ${transactionId} of one account booked for another`,
    check: 'evidenceIsOfItsAccount',
    kind: 'unbalanced',
    subject: transactionId,
    plant: (facts) =>
      rebooked(facts, (each) => [
        each.transactionId === transactionId ? { ...each, accountId: 'two' } : each,
      ]),
  })),
  {
    what: 'a paid order that is still pending',
    check: 'statesAreExplained',
    kind: 'stuck',
    subject: 'pay_1',
    plant: (facts) => withOrder(facts, 'pay_1', { status: 'pending' }),
  },
  {
    what: 'a succeeded order that was not paid',
    check: 'statesAreExplained',
    kind: 'stuck',
    subject: 'pay_2',
    plant: (facts) => withOrder(facts, 'pay_2', { status: 'succeeded' }),
  },
  {
    what: 'a succeeded payout that the bank does not have',
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
    what: 'an event that was not delivered',
    check: 'eventsArrived',
    kind: 'lost',
    subject: 'evt_1',
    plant: (facts) =>
      withSubscriber(facts, { receipts: facts.subscribers[0]?.receipts.slice(1) ?? [] }),
  },
  {
    what: 'another body under the same event id',
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
    what: 'two events of one transition',
    check: 'eventsAreUnique',
    kind: 'duplicated',
    subject: 'payment.succeeded of pay_1',
    plant: (facts) => {
      const again = facts.events.slice(0, 1).map((event) => ({ ...event, id: 'evt_9' }));
      return { ...facts, events: [...facts.events, ...again] };
    },
  },
  ...(['messages', 'callbacks', 'deliveries', 'requests', 'slips'] as const).map((name): Plant => ({
    what: `${name} that stay pending`,
    check: 'nothingIsPending',
    kind: 'stuck',
    subject: 'id_1',
    plant: (facts) => leaving(facts, { [name]: ['id_1'] }),
  })),
  {
    what: 'callbacks that the bank could not deliver',
    check: 'nothingIsPending',
    kind: 'stuck',
    subject: 'the bank',
    plant: (facts) => leaving(facts, { bankCallbacks: 1 }),
  },
  {
    what: 'an open order without a workflow',
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
  {
    what: 'a link that credits a payment more than its limit',
    check: 'placesAreKept',
    kind: 'unbalanced',
    subject: 'pl_1',
    plant: (facts) => withOrder(facts, 'pay_l2', { status: 'succeeded' }),
  },
  {
    what: 'a link that credits none of its payments',
    check: 'placesAreKept',
    kind: 'unbalanced',
    subject: 'pl_1',
    plant: (facts) => withOrder(facts, 'pay_l1', { status: 'pending' }),
  },
  {
    what: 'a link whose counter is wrong',
    check: 'placesAreKept',
    kind: 'unbalanced',
    subject: 'pl_1',
    plant: (facts) => withLink(facts, { succeeded: 2 }),
  },
  {
    what: 'money beyond a link without an exception',
    check: 'placesAreKept',
    kind: 'lost',
    subject: 'pay_l2',
    plant: (facts) => ({ ...facts, open: [] }),
  },
  {
    what: 'two paid payments of one checkout that both succeed',
    check: 'placesAreKept',
    kind: 'unbalanced',
    subject: 'pay_c1',
    plant: (facts) =>
      withOrder(transfer('REFC1', 10_000)(facts), 'pay_c1', { status: 'succeeded' }),
  },
  {
    what: 'money beyond a link in the balance of its merchant',
    check: 'balancesMatchBank',
    kind: 'unbalanced',
    subject: 'mer_3',
    plant: (facts) =>
      withMerchant(facts, 'mer_3', {
        availableSatang: 30_000,
        suspendedSatang: 0,
        exceptedSatang: 0,
      }),
  },
  {
    what: 'returned money that the bank has not paid back',
    check: 'returnsArePaidOnce',
    kind: 'unbalanced',
    subject: 'pay_l3',
    plant: (facts) => ({
      ...facts,
      book: {
        ...facts.book,
        requests: facts.book.requests.filter(({ orderId }) => orderId !== 're_l3'),
      },
    }),
  },
  {
    what: 'two payments of one visitor',
    check: 'pressesStartOnePayment',
    kind: 'duplicated',
    subject: 'visitor of pay_l1',
    plant: (facts) => pressed(facts, 'pay_l1', ['qr of pay_l1', 'qr of pay_l2']),
  },
  {
    what: 'a visitor who was led to a payment that does not exist',
    check: 'pressesStartOnePayment',
    kind: 'lost',
    subject: 'visitor of pay_l1',
    plant: (facts) => pressed(facts, 'pay_l1', ['qr of nobody']),
  },
  {
    what: 'a payment of a link that nobody started',
    check: 'pressesStartOnePayment',
    kind: 'duplicated',
    subject: 'pay_l2',
    plant: (facts) => pressed(facts, 'pay_l2', []),
  },
  {
    what: 'a third payment under a checkout',
    check: 'renewalsAreMadeOnce',
    kind: 'duplicated',
    subject: 'pay_c1',
    plant: (facts) => ({
      ...facts,
      orders: facts.orders.flatMap((each) =>
        each.id === 'pay_c2' ? [each, { ...each, id: 'pay_c3', ref: 'REFC3' }] : [each],
      ),
    }),
  },
  {
    what: 'a new code of another amount',
    check: 'renewalsAreMadeOnce',
    kind: 'duplicated',
    subject: 'pay_c1',
    plant: (facts) => withOrder(facts, 'pay_c2', { amountSatang: 9_000 }),
  },
  {
    what: 'a new code that nobody asked for',
    check: 'renewalsAreMadeOnce',
    kind: 'duplicated',
    subject: 'pay_c1',
    plant: (facts) => ({ ...facts, renewed: new Set() }),
  },
  ...[
    { what: 'a checkout that shows a paid payment as open', id: 'pay_l1', state: 'waiting' },
    { what: 'a checkout that shows money beyond its link as paid', id: 'pay_l2', state: 'paid' },
    { what: 'a checkout that hides money beyond its link', id: 'pay_l2', state: 'waiting' },
  ].map(({ what, id, state }): Plant => ({
    what,
    check: 'pagesTellTheTruth',
    kind: 'misanswered',
    subject: id,
    plant: (facts) => onPage(facts, id, { state }),
  })),
  {
    what: 'a checkout that has shown an unpaid payment as paid',
    check: 'pagesTellTheTruth',
    kind: 'misanswered',
    subject: 'pay_l2',
    plant: (facts) => onPage(facts, 'pay_l2', { shown: ['paid', 'beyond_link'] }),
  },
];

const withLink = (facts: Facts, change: Partial<Facts['links'][number]>): Facts => ({
  ...facts,
  links: facts.links.map((each) => ({ ...each, ...change })),
});
const pressed = (facts: Facts, id: string, codes: readonly string[]): Facts =>
  withLink(facts, {
    presses: (facts.links[0]?.presses ?? []).map((each) =>
      each.visitor === `visitor of ${id}` ? { ...each, qrCodeIds: new Set(codes) } : each,
    ),
  });
const onPage = (facts: Facts, id: string, change: Partial<Facts['pages'][number]>): Facts => ({
  ...facts,
  pages: facts.pages.map((each) =>
    each.qrCodeId === `qr of ${id}` ? { ...each, ...change } : each,
  ),
});

/** Books every credit for another merchant; nothing else changes. */
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
    expect(judge(consistentFacts())).toEqual([]);
  });

  it.each(plants)('finds $what', ({ check, kind, subject, plant }) => {
    expect(judge(plant(consistentFacts()))).toContainEqual(
      expect.objectContaining({ check, kind, subject }),
    );
  });

  it('has a planted violation for every check', () => {
    const planted = new Set<string>(plants.map(({ check }) => check));
    expect(Object.keys(checks).filter((check) => !planted.has(check))).toEqual([]);
  });

  it('accepts an unanswered request with and without an order', () => {
    const unanswered = askedOf(consistentFacts(), 'pay_2', {
      key: null,
      accepted: [],
      unanswered: 1,
    });
    expect(judge(unanswered)).toEqual([]);
    const without2 = without(unanswered, 'pay_2');
    const workflows = without2.workflows.filter(({ id }) => id !== 'pay_2');
    expect(judge({ ...without2, workflows })).toEqual([]);
  });

  it('accepts an order that ended without a QR code beside the one of a retry', () => {
    const facts = consistentFacts();
    const failed = facts.orders.flatMap((order) =>
      order.id === 'pay_2' ? [{ ...order, id: 'pay_9', ref: 'REF9', isPayable: false }] : [],
    );
    const other = { orderId: 'pay_9', outcome: 'failed', transactionId: null, amountSatang: null };
    const callbacks = [...facts.callbacks, { ...other, outcome: 'failed' as const }];
    const withStatus = (status: string) =>
      judge({
        ...facts,
        orders: [...facts.orders, ...failed.map((order) => ({ ...order, status }))],
        callbacks,
        workflows: [...facts.workflows, { id: 'pay_9', status: 'running' }].filter(
          ({ id }) => id !== 'pay_9' || status === 'pending',
        ) as Facts['workflows'],
      });
    expect(withStatus('failed')).toEqual([]);
    expect(withStatus('pending')).toContainEqual(
      expect.objectContaining({ check: 'atMostOneOrder', subject: 'mark of pay_2' }),
    );
  });

  it('accepts an order that moved after an account that turned it away', () => {
    const facts = withSubmissions(consistentFacts(), 'w_3', (each) =>
      each.accountId === 'one' ? [{ ...each, result: 'turned_away' }] : [each],
    );
    expect(judge(facts)).toEqual([]);
    // The account refused the connection, or the gateway has found it to be down.
    expect(
      judge(withSubmissions(facts, 'w_3', (each) => (each.accountId === 'one' ? [] : [each]))),
    ).toEqual([]);
  });

  it.each([
    ['the later price after the change', { ...afterChange, feeSatang: 417 }],
    ['the first price of an order during the change', { chargedMs: 1_500, feeSatang: 535 }],
    ['the later price of an order during the change', { chargedMs: 1_500, feeSatang: 417 }],
  ])('accepts %s', (_, fee) => {
    const facts = withOrder(consistentFacts(), 'pay_m1', fee);
    expect(judge(facts).filter(({ check }) => check === 'feesFollowThePrice')).toEqual([]);
  });

  it('accepts a running workflow of a payment that its merchant expired', () => {
    const ended = withOrder(consistentFacts(), 'pay_2', { status: 'expired' });
    expect(judge({ ...ended, ended: new Map([['pay_2', true]]) })).toEqual([]);
  });
});
