import fc from 'fast-check';
import { movementsAfter, readStatus } from '../../src/domain/callback';
import type { IncomingCallback, IncomingOrder } from '../../src/domain/callback';
import { interpretCallback } from '../../src/domain/interpret-callback';
import { changes } from '../../src/domain/ledger';
import type { KnownMovement } from '../../src/domain/movement';
import { paymentMachine } from '../../src/domain/orders/payment';

const order = (part: Partial<IncomingOrder> = {}): IncomingOrder => ({
  kind: 'payment',
  method: 'qr',
  status: 'pending',
  amountSatang: 10_000,
  creditedSatang: 0,
  movements: [],
  ...part,
});
const success = (part: Partial<IncomingCallback> = {}): IncomingCallback => ({
  heard: 'succeeded',
  transactionId: null,
  amountSatang: null,
  payer: null,
  movedAt: null,
  isElsewhere: false,
  assigns: null,
  ...part,
});
const failure = success({ heard: 'failed' });
const movement = (
  transactionId: string | null,
  amountSatang = 10_000,
  part: Partial<KnownMovement> = {},
): KnownMovement => ({
  id: `mov_${transactionId ?? 'unnamed'}`,
  callbackId: 'cb_1',
  transactionId,
  amountSatang,
  payer: null,
  movedAt: null,
  isDismissed: false,
  ...part,
});
const paid = (...movements: KnownMovement[]) =>
  order({ status: 'succeeded', creditedSatang: 10_000, movements });

describe("the provider's words", () => {
  test.each(['success', 'SUCCESS', ' success ', 'succeeded', '1001', 1001, 'Paid'])(
    '%p is success',
    (word) => expect(readStatus(word)).toBe('succeeded'),
  );
  test.each(['failed', 'Declined', 'REJECTED', 'cancelled'])('%p is failure', (word) =>
    expect(readStatus(word)).toBe('failed'),
  );
  test.each(['weird', '', 'toString', '__proto__', 1002, null, undefined, true, {}, ['success']])(
    '%p is not understood',
    (word) => expect(readStatus(word)).toBeNull(),
  );
});

describe('money for an order', () => {
  test('the right amount settles it', () => {
    expect(
      interpretCallback(order(), success({ amountSatang: 10_000, transactionId: 'A' })),
    ).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: false },
      transfers: [{ kind: 'settle', amountSatang: 10_000 }],
      exception: null,
    });
  });

  test('no amount means the amount of the order', () => {
    expect(interpretCallback(order(), success()).transfers).toEqual([
      { kind: 'settle', amountSatang: 10_000 },
    ]);
  });

  test.each(['failed', 'expired'] as const)('after %s it settles late', (status) => {
    expect(interpretCallback(order({ status }), success())).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: true },
    });
  });

  test('too little stays in suspense and leaves the order as it is', () => {
    expect(interpretCallback(order(), success({ amountSatang: 9_999 }))).toMatchObject({
      outcome: 'short',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 9_999 }],
      exception: 'amount_mismatch',
    });
  });

  test('too much settles the order and suspends the rest', () => {
    expect(interpretCallback(order(), success({ amountSatang: 10_001 }))).toMatchObject({
      outcome: 'moved',
      transfers: [
        { kind: 'settle', amountSatang: 10_000 },
        { kind: 'suspend', amountSatang: 1 },
      ],
      exception: 'amount_mismatch',
    });
  });

  test.each([
    ['its id and amount', success({ transactionId: 'A', amountSatang: 10_000 })],
    ['its id alone', success({ transactionId: 'A' })],
    ['its amount alone', success({ amountSatang: 10_000 })],
  ])('the same movement again, by %s, changes nothing', (_name, again) => {
    expect(interpretCallback(paid(movement('A')), again)).toMatchObject({
      outcome: 'repeat',
      transfers: [],
      exception: null,
      names: null,
    });
  });

  test('a second id is a second movement, in suspense as a duplicate payment', () => {
    const second = success({ transactionId: 'B', amountSatang: 10_000 });
    expect(interpretCallback(paid(movement('A')), second)).toMatchObject({
      outcome: 'duplicate',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 10_000 }],
      exception: 'duplicate_payment',
      movement: { transactionId: 'B', amountSatang: 10_000 },
    });
  });

  test('an id of another order credits nothing', () => {
    const elsewhere = success({ transactionId: 'A', amountSatang: 10_000, isElsewhere: true });
    expect(interpretCallback(order(), elsewhere)).toMatchObject({
      step: null,
      transfers: [],
      movement: null,
      exception: 'duplicate_transaction',
    });
  });

  test.each([8_000, 12_000])('the same id with %d satang credits nothing by itself', (amount) => {
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

  test('a movement without an id takes the first id that fits, and only that', () => {
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

  test('an id after a movement without one, with another amount, credits nothing', () => {
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
  ])('a success without details after %s is a hint and credits nothing', (_name, told) => {
    expect(interpretCallback(told, success())).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });

  test('a success without details, told again, changes nothing', () => {
    expect(interpretCallback(paid(movement(null)), success())).toMatchObject({ outcome: 'repeat' });
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute));
  test.each([
    ['another payer', { payer: 'k1:alice' }, { payer: 'k1:bob' }, 'duplicate'],
    ['another time', { movedAt: at(1) }, { movedAt: at(2) }, 'duplicate'],
    ['the same payer', { payer: 'k1:alice' }, { payer: 'k1:alice' }, 'repeat'],
    ['a payer under another key', { payer: 'k1:alice' }, { payer: 'k2:alice' }, 'repeat'],
    ['a payer where none was named', {}, { payer: 'k1:bob' }, 'repeat'],
  ])('a success without an id from %s', (_name, first, second, outcome) => {
    const told = paid(movement(null, 10_000, first));
    expect(interpretCallback(told, success(second)).outcome).toBe(outcome);
  });

  test('what is left open settles with the rest', () => {
    const short = order({ creditedSatang: 6_000, movements: [movement('S1', 6_000)] });
    expect(
      interpretCallback(short, success({ transactionId: 'S2', amountSatang: 4_000 })),
    ).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded' },
      transfers: [{ kind: 'settle', amountSatang: 4_000 }],
    });
  });

  test('beyond 100 movements nothing is recorded', () => {
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

  test('assigned to an order it is booked, though it is known', () => {
    const assigned = success({ transactionId: 'U1', amountSatang: 10_000, assigns: 'mov_U1' });
    expect(interpretCallback(order({ movements: [movement('U1')] }), assigned)).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'settle', amountSatang: 10_000 }],
    });
  });
});

describe('money of a payout', () => {
  const payout = (part: Partial<IncomingOrder> = {}) =>
    order({ kind: 'withdrawal', method: null, status: 'processing', ...part });
  const sent = (...movements: KnownMovement[]) => payout({ status: 'succeeded', movements });

  test('that left in full posts its hold', () => {
    expect(interpretCallback(payout(), success({ transactionId: 'P1' }))).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'post', amountSatang: 10_000 }],
      movement: { transactionId: 'P1', amountSatang: 10_000 },
    });
  });

  test('that left a second time is a movement of its own, and posts nothing', () => {
    expect(interpretCallback(sent(movement('P1')), success({ transactionId: 'P2' }))).toMatchObject(
      {
        outcome: 'duplicate',
        transfers: [],
        exception: 'duplicate_payout',
        movement: { transactionId: 'P2', amountSatang: 10_000 },
      },
    );
  });

  test('that left in part keeps the hold, also when it is told to have failed', () => {
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

  test('that an operator found not to have left frees the hold when it failed', () => {
    const dismissed = movement('P1', 6_000, { isDismissed: true });
    expect(interpretCallback(payout({ movements: [dismissed] }), failure)).toMatchObject({
      outcome: 'moved',
      transfers: [{ kind: 'void', amountSatang: 10_000 }],
    });
  });

  test('that left although it had failed moves nothing and is recorded', () => {
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
  ])('is told of again %s: nothing changes', (_name, again) => {
    expect(interpretCallback(sent(movement('P1')), again)).toMatchObject({
      outcome: 'repeat',
      transfers: [],
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
  test('of an order that succeeded is a conflict and takes nothing back', () => {
    expect(interpretCallback(order({ status: 'succeeded' }), failure)).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });
  test.each(['failed', 'expired'] as const)('of an order that %s is no news', (status) => {
    expect(interpretCallback(order({ status }), failure)).toMatchObject({
      outcome: 'repeat',
      exception: null,
    });
  });
});

const anyCallback = fc
  .record({
    heard: fc.constantFrom('succeeded' as const, 'failed' as const),
    transactionId: fc.constantFrom(null, 'A', 'B', 'C'),
    amountSatang: fc.constantFrom(null, 9_900, 10_000, 10_100),
    payer: fc.constantFrom(null, 'k1:alice', 'k1:bob'),
  })
  .map(success);

describe('any history of callbacks', () => {
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

  test('books each movement with its amount: to the order or into suspense', () => {
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

  test('told a second time changes nothing', () => {
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

  test('no state is left that the table does not know', () => {
    fc.assert(
      fc.property(histories, (callbacks) => {
        expect(paymentMachine.states).toContain(live(callbacks).order.status);
      }),
    );
  });
});
