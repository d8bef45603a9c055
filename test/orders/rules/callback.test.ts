import { fc } from '../../support/property';
import {
  movementsAfter,
  plainFailure,
  readStatus,
  type IncomingCallback,
  type IncomingOrder,
} from '../../../src/orders/rules/callback';
import { interpretCallback } from '../../../src/orders/rules/interpret-callback';
import { changes } from '../../../src/ledger/rules/ledger';
import type { KnownMovement } from '../../../src/ledger/rules/movement';
import { paymentMachine } from '../../../src/orders/rules/kinds/payment';

const order = (part: Partial<IncomingOrder> = {}): IncomingOrder => ({
  accountId: 'acc_1',
  kind: 'payment',
  method: 'qr',
  status: 'pending',
  amountSatang: 10_000,
  creditedSatang: 0,
  reversedSatang: 0,
  refundingSatang: 0,
  movements: [],
  ...part,
});
const success = (part: Partial<IncomingCallback> = {}): IncomingCallback => ({
  accountId: 'acc_1',
  reported: 'succeeded',
  transactionId: null,
  amountSatang: null,
  payer: null,
  movedAt: null,
  isElsewhere: false,
  assigns: null,
  unassigned: null,
  ...part,
});
const failure = success({ reported: 'failed' });
const movement = (
  transactionId: string | null,
  amountSatang = 10_000,
  part: Partial<KnownMovement> = {},
): KnownMovement => ({
  id: `mov_${transactionId ?? 'unnamed'}`,
  accountId: 'acc_1',
  callbackId: 'cb_1',
  transactionId,
  amountSatang,
  payer: null,
  movedAt: null,
  isDismissed: false,
  bookedSatang: amountSatang,
  isReversed: false,
  isInQuestion: false,
  ...part,
});
const paid = (...movements: KnownMovement[]) =>
  order({ status: 'succeeded', creditedSatang: 10_000, movements });

describe('a provider status', () => {
  test.each(['success', 'SUCCESS', ' success ', 'succeeded', '1001', 1001, 'Paid'])(
    '%p means success',
    (word) => expect(readStatus(word)).toBe('succeeded'),
  );
  test.each(['failed', 'Declined', 'REJECTED', 'cancelled'])('%p means failure', (word) =>
    expect(readStatus(word)).toBe('failed'),
  );
  test.each(['pending', 'Processing'])('%p means that there is no outcome yet', (word) =>
    expect(readStatus(word)).toBe('waiting'),
  );
  test.each(['weird', '', 'toString', '__proto__', 1002, null, undefined, true, {}, ['success']])(
    '%p is unknown',
    (word) => expect(readStatus(word)).toBeNull(),
  );
});

describe('evidence of money for an order', () => {
  test("with the order's amount completes it", () => {
    expect(
      interpretCallback(order(), success({ amountSatang: 10_000, transactionId: 'A' })),
    ).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: false },
      transfers: [{ kind: 'receive', amountSatang: 10_000 }],
      exception: null,
    });
  });

  test("without an amount stands for the order's amount", () => {
    expect(interpretCallback(order(), success()).transfers).toEqual([
      { kind: 'receive', amountSatang: 10_000 },
    ]);
  });

  test.each(['failed', 'expired'] as const)('after %s completes it as late', (status) => {
    expect(interpretCallback(order({ status }), success())).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: true },
    });
  });

  test('with too little goes to suspense and leaves the order unchanged', () => {
    expect(interpretCallback(order(), success({ amountSatang: 9_999 }))).toMatchObject({
      outcome: 'short',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 9_999 }],
      exception: 'amount_mismatch',
    });
  });

  test('with too much completes the order and suspends the excess', () => {
    expect(interpretCallback(order(), success({ amountSatang: 10_001 }))).toMatchObject({
      outcome: 'moved',
      transfers: [
        { kind: 'receive', amountSatang: 10_000 },
        { kind: 'suspend', amountSatang: 1 },
      ],
      exception: 'amount_mismatch',
    });
  });

  test.each([
    ['its id and amount', success({ transactionId: 'A', amountSatang: 10_000 })],
    ['its id alone', success({ transactionId: 'A' })],
    ['its amount alone', success({ amountSatang: 10_000 })],
  ])('of a known movement, by %s, changes nothing', (_name, again) => {
    expect(interpretCallback(paid(movement('A')), again)).toMatchObject({
      outcome: 'repeat',
      transfers: [],
      exception: null,
      names: null,
    });
  });

  test('with a second id is a second movement, suspended as a duplicate payment', () => {
    const second = success({ transactionId: 'B', amountSatang: 10_000 });
    expect(interpretCallback(paid(movement('A')), second)).toMatchObject({
      outcome: 'duplicate',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 10_000 }],
      exception: 'duplicate_payment',
      movement: { transactionId: 'B', amountSatang: 10_000 },
    });
  });

  test('with the same id at another account is a second movement', () => {
    const second = success({ transactionId: 'A', amountSatang: 10_000, accountId: 'acc_2' });
    expect(interpretCallback(paid(movement('A')), second)).toMatchObject({
      exception: 'duplicate_payment',
      movement: { transactionId: 'A', amountSatang: 10_000 },
    });
  });

  test('with the id of another order credits nothing', () => {
    const elsewhere = success({ transactionId: 'A', amountSatang: 10_000, isElsewhere: true });
    expect(interpretCallback(order(), elsewhere)).toMatchObject({
      step: null,
      transfers: [],
      movement: null,
      exception: 'duplicate_transaction',
    });
  });

  test.each([8_000, 12_000])('with a known id and %d satang credits nothing', (amount) => {
    const known = movement('A');
    expect(
      interpretCallback(paid(known), success({ transactionId: 'A', amountSatang: amount })),
    ).toMatchObject({
      outcome: 'mismatch',
      transfers: [],
      exception: 'amount_mismatch',
      about: known,
    });
  });

  test('gives a movement without an id the first matching id only', () => {
    const unnamed = movement(null);
    const first = success({ transactionId: 'A', amountSatang: 10_000 });
    expect(interpretCallback(paid(unnamed), first)).toMatchObject({
      outcome: 'repeat',
      about: unnamed,
      names: 'A',
    });
    const second = success({ transactionId: 'B', amountSatang: 10_000 });
    expect(interpretCallback(paid(movement('A')), second)).toMatchObject({ outcome: 'duplicate' });
  });

  test('with an id and another amount after one without an id credits nothing', () => {
    const unnamed = movement(null);
    const other = success({ transactionId: 'D1', amountSatang: 6_000 });
    expect(interpretCallback(paid(unnamed), other)).toMatchObject({
      outcome: 'mismatch',
      transfers: [],
      exception: 'amount_mismatch',
      about: unnamed,
      // Its id is recorded, so that no other order can use it.
      movement: { transactionId: 'D1', amountSatang: 6_000 },
    });
  });

  test.each([
    ['a short movement', order({ movements: [movement('S1', 6_000)] })],
    ['a movement with an id', paid(movement('A'))],
  ])('without details after %s is a hint and credits nothing', (_name, order) => {
    expect(interpretCallback(order, success())).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });

  test('without details, repeated, changes nothing', () => {
    expect(interpretCallback(paid(movement(null)), success())).toMatchObject({ outcome: 'repeat' });
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute));
  test.each([
    ['another payer', { payer: 'k1:alice' }, { payer: 'k1:bob' }, 'duplicate'],
    ['another time', { movedAt: at(1) }, { movedAt: at(2) }, 'duplicate'],
    ['the same payer', { payer: 'k1:alice' }, { payer: 'k1:alice' }, 'repeat'],
    ['a payer under another key', { payer: 'k1:alice' }, { payer: 'k2:alice' }, 'repeat'],
    ['a payer after none was reported', {}, { payer: 'k1:bob' }, 'repeat'],
    ['another account', {}, { accountId: 'acc_2' }, 'duplicate'],
  ])('without an id from %s', (_name, first, second, outcome) => {
    const order = paid(movement(null, 10_000, first));
    expect(interpretCallback(order, success(second)).outcome).toBe(outcome);
  });

  test('completes an order left open with the remaining amount', () => {
    const short = order({ creditedSatang: 6_000, movements: [movement('S1', 6_000)] });
    expect(
      interpretCallback(short, success({ transactionId: 'S2', amountSatang: 4_000 })),
    ).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded' },
      transfers: [{ kind: 'receive', amountSatang: 4_000 }],
    });
  });

  test('beyond 100 movements is not recorded', () => {
    const many = paid(...Array.from({ length: 100 }, (_, nth) => movement(`T${nth}`)));
    expect(
      interpretCallback(many, success({ transactionId: 'T100', amountSatang: 10_000 })),
    ).toMatchObject({
      outcome: 'overflow',
      transfers: [],
      movement: null,
      exception: 'too_many_movements',
    });
  });

  test('assigned to an order is booked although the movement is known', () => {
    const assigned = success({ transactionId: 'U1', amountSatang: 10_000, assigns: 'mov_U1' });
    expect(interpretCallback(order({ movements: [movement('U1')] }), assigned)).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'receive', amountSatang: 10_000 }],
    });
  });
});

describe('evidence of a payout', () => {
  const payout = (part: Partial<IncomingOrder> = {}) =>
    order({ kind: 'withdrawal', method: null, status: 'processing', ...part });
  const sent = (...movements: KnownMovement[]) => payout({ status: 'succeeded', movements });

  test('with the full amount posts its hold', () => {
    expect(interpretCallback(payout(), success({ transactionId: 'P1' }))).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'post', amountSatang: 10_000 }],
      movement: { transactionId: 'P1', amountSatang: 10_000 },
    });
  });

  test('of a second transfer is another movement and posts nothing', () => {
    expect(interpretCallback(sent(movement('P1')), success({ transactionId: 'P2' }))).toMatchObject(
      {
        outcome: 'duplicate',
        transfers: [],
        exception: 'duplicate_payout',
        movement: { transactionId: 'P2', amountSatang: 10_000 },
      },
    );
  });

  test('with a part of the amount keeps the hold, also after a failure', () => {
    const partial = success({ transactionId: 'P1', amountSatang: 6_000 });
    expect(interpretCallback(payout(), partial)).toMatchObject({
      outcome: 'mismatch',
      transfers: [],
      exception: 'amount_mismatch',
      movement: { transactionId: 'P1', amountSatang: 6_000 },
    });
    const known = movement('P1', 6_000);
    expect(interpretCallback(payout({ movements: [known] }), failure)).toMatchObject({
      step: null,
      transfers: [],
      exception: 'conflict',
    });
  });

  test('dismissed by an operator lets a failure void the hold', () => {
    const dismissed = movement('P1', 6_000, { isDismissed: true });
    expect(interpretCallback(payout({ movements: [dismissed] }), failure)).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'void', amountSatang: 10_000 }],
    });
  });

  test('after a failure posts nothing and is recorded', () => {
    expect(
      interpretCallback(payout({ status: 'failed' }), success({ transactionId: 'P1' })),
    ).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
      movement: { transactionId: 'P1', amountSatang: 10_000 },
    });
  });

  test.each([
    ['with its id', success({ transactionId: 'P1' })],
    ['without details', success()],
  ])('repeated %s changes nothing', (_name, again) => {
    expect(interpretCallback(sent(movement('P1')), again)).toMatchObject({
      outcome: 'repeat',
      transfers: [],
    });
  });

  test.each([
    ['with its id', 0, success({ transactionId: 'P1' }), 'conflict'],
    ['without details', 0, success(), 'conflict'],
    ['without its id', 0, success({ amountSatang: 10_000 }), 'conflict'],
    [
      'without its id, where a part came back',
      9_999,
      success({ amountSatang: 10_000 }),
      'conflict',
    ],
    // A divided hold: the reported part has left, and the rest was credited.
    ['with the part that left', 6_000, success({ amountSatang: 6_000 }), null],
  ])('whose money came back, repeated %s', (_name, bookedSatang, again, exception) => {
    const satang = again.amountSatang ?? 10_000;
    const back = sent(movement('P1', satang, { bookedSatang, isReversed: true }));
    expect(interpretCallback(back, again)).toMatchObject({ transfers: [], exception });
  });

  test('in question is a conflict when it is reported again', () => {
    const doubted = sent(movement('P1', 10_000, { isInQuestion: true }));
    for (const again of [success({ transactionId: 'P1' }), success()]) {
      expect(interpretCallback(doubted, again)).toMatchObject({
        transfers: [],
        exception: 'conflict',
        about: { transactionId: 'P1' },
      });
    }
  });

  test('whose money came back keeps the exception of a second transfer', () => {
    const first = movement('P1', 10_000, { bookedSatang: 0, isReversed: true });
    const back = sent(first, movement('P2'));
    expect(interpretCallback(back, success({ transactionId: 'P2' }))).toMatchObject({
      outcome: 'repeat',
      exception: null,
    });
  });

  test('whose money came back takes an id that its first transfer lacked, as a conflict', () => {
    const back = sent(movement(null, 10_000, { bookedSatang: 0, isReversed: true }));
    expect(interpretCallback(back, success({ transactionId: 'P1' }))).toMatchObject({
      exception: 'conflict',
      about: { transactionId: null },
      names: 'P1',
    });
  });
});

describe('a failure', () => {
  test('of a pending order fails it', () => {
    expect(interpretCallback(order(), failure)).toMatchObject({
      outcome: 'moved',
      step: { to: 'failed' },
    });
  });
  test.each(['pending', 'failed', 'expired', 'succeeded'] as const)(
    'of a known movement of an order that is %s is a conflict about it',
    (status) => {
      const short = movement('S', 3_000);
      const named = { ...failure, transactionId: 'S' };
      for (const creditedSatang of [0, 3_000]) {
        const now = order({ status, creditedSatang, movements: [short] });
        expect(interpretCallback(now, named)).toMatchObject({
          exception: 'conflict',
          about: short,
        });
      }
    },
  );
  test.each(['pending', 'failed', 'expired'] as const)(
    'without an id is a conflict while money of an order that is %s is credited',
    (status) => {
      const now = order({ status, creditedSatang: 3_000, movements: [movement('S', 3_000)] });
      expect(interpretCallback(now, failure)).toMatchObject({ step: null, exception: 'conflict' });
      expect(interpretCallback({ ...now, reversedSatang: 3_000 }, failure).exception).toBeNull();
    },
  );
  test('that a former account reports of its own movement is a conflict', () => {
    const former = movement('P1', 10_000, { accountId: 'acc_0' });
    const withdrawal = order({ kind: 'withdrawal', method: null, status: 'succeeded' });
    const of = (transactionId: string | null) => ({
      ...failure,
      transactionId,
      accountId: 'acc_0',
    });
    const moved = { ...withdrawal, movements: [former] };
    expect(interpretCallback(moved, of('P1'))).toMatchObject({ exception: 'conflict' });
    expect(interpretCallback(moved, of(null)).exception).toBeNull();
  });
  test('of an order that succeeded is a conflict and reverses nothing', () => {
    expect(interpretCallback(order({ status: 'succeeded' }), failure)).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });
  test.each(['failed', 'expired'] as const)('of an order that %s changes nothing', (status) => {
    expect(interpretCallback(order({ status }), failure)).toMatchObject({
      outcome: 'repeat',
      exception: null,
    });
  });
});

const anyCallback = fc
  .record({
    reported: fc.constantFrom('succeeded' as const, 'failed' as const),
    transactionId: fc.constantFrom(null, 'A', 'B', 'C'),
    amountSatang: fc.constantFrom(null, 9_900, 10_000, 10_100),
    payer: fc.constantFrom(null, 'k1:alice', 'k1:bob'),
  })
  .map(success);

describe('any sequence of callbacks', () => {
  const live = (callbacks: readonly IncomingCallback[]) => {
    let now = order();
    let credited = 0;
    let suspended = 0;
    const booked: number[] = [];
    for (const [nth, callback] of callbacks.entries()) {
      const hearing = interpretCallback(now, callback);
      const change = changes(hearing.transfers);
      expect(Object.values(change).reduce((sum, each) => sum + each, 0)).toBe(0);
      credited += change.available;
      suspended += change.suspense;
      const { movement: recorded, transfers } = hearing;
      if (recorded !== null && transfers.length > 0) booked.push(recorded.amountSatang);
      const evidence = { ...callback, id: `cb_${nth}`, movementId: `mov_${nth}` };
      const movements = movementsAfter(now.movements, hearing, evidence);
      const status = hearing.step?.to ?? now.status;
      now = { ...now, status, creditedSatang: credited, movements };
    }
    return { order: now, credited, suspended, booked };
  };
  const histories = fc.array(anyCallback, { maxLength: 12 });

  test('credits the order once if it ever succeeded, and never otherwise', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        const { order: end, credited } = live(callbacks);
        expect(credited).toBe(end.status === 'succeeded' ? 10_000 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('books each movement with its amount, to the order or to suspense', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        const { credited, suspended, booked } = live(callbacks);
        expect(credited + suspended).toBe(booked.reduce((sum, satang) => sum + satang, 0));
      }),
      { numRuns: 2_000 },
    );
  });

  test('never books more than one movement for a transaction id', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        const ids = live(callbacks).order.movements.flatMap(({ transactionId }) =>
          transactionId === null ? [] : [transactionId],
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test('changes nothing when repeated', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        const named = callbacks.filter(({ transactionId }) => transactionId !== null);
        const once = live(named);
        const twice = live([...named, ...named]);
        expect([twice.credited, twice.booked]).toEqual([once.credited, once.booked]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('leads to a state of the table', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        expect(paymentMachine.states).toContain(live(callbacks).order.status);
      }),
    );
  });
});

test('a failure is stored without control characters and account numbers', () => {
  const failure = { code: 'closed\u0000\n', message: 'Account\u00001234567890\tis closed.' };
  expect(plainFailure(failure)).toEqual({ code: 'closed ', message: 'Account xxxxxx is closed.' });
});
