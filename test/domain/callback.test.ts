import fc from 'fast-check';
import { readStatus } from '../../src/domain/callback';
import type { IncomingCallback, IncomingOrder } from '../../src/domain/callback';
import { hear } from '../../src/domain/hear';
import { changes } from '../../src/domain/ledger';
import { paymentMachine } from '../../src/domain/payment';

const order = (part: Partial<IncomingOrder> = {}): IncomingOrder => ({
  kind: 'payment',
  status: 'pending',
  amountSatang: 10_000,
  booked: [],
  ...part,
});
const success = (part: Partial<IncomingCallback> = {}): IncomingCallback => ({
  heard: 'succeeded',
  transactionId: null,
  amountSatang: null,
  ...part,
});
const failure: IncomingCallback = { heard: 'failed', transactionId: null, amountSatang: null };

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
    expect(hear(order(), success({ amountSatang: 10_000, transactionId: 'A' }))).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: false },
      transfers: [{ kind: 'settle', amountSatang: 10_000 }],
      exception: null,
    });
  });

  test('no amount means the amount of the order', () => {
    expect(hear(order(), success()).transfers).toEqual([{ kind: 'settle', amountSatang: 10_000 }]);
  });

  test.each(['failed', 'expired'] as const)('after %s it settles late', (status) => {
    expect(hear(order({ status }), success())).toMatchObject({
      outcome: 'moved',
      step: { to: 'succeeded', late: true },
    });
  });

  test('too little stays in suspense and leaves the order as it is', () => {
    expect(hear(order(), success({ amountSatang: 9_999 }))).toMatchObject({
      outcome: 'short',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 9_999 }],
      exception: 'amount_mismatch',
    });
  });

  test('too much settles the order and suspends the rest', () => {
    expect(hear(order(), success({ amountSatang: 10_001 }))).toMatchObject({
      outcome: 'moved',
      transfers: [
        { kind: 'settle', amountSatang: 10_000 },
        { kind: 'suspend', amountSatang: 1 },
      ],
      exception: 'amount_mismatch',
    });
  });

  test('the same transfer again is no news', () => {
    const settled = order({
      status: 'succeeded',
      booked: [{ transactionId: 'A', amountSatang: 10_000 }],
    });
    for (const again of [
      success({ transactionId: 'A', amountSatang: 10_000 }),
      success({ transactionId: 'A' }),
      success({ amountSatang: 10_000 }),
      success(),
    ]) {
      expect(hear(settled, again)).toMatchObject({ outcome: 'repeat', transfers: [] });
    }
  });

  test('a second transfer stays in suspense as a duplicate payment', () => {
    const settled = order({
      status: 'succeeded',
      booked: [{ transactionId: 'A', amountSatang: 10_000 }],
    });
    expect(hear(settled, success({ transactionId: 'B', amountSatang: 10_000 }))).toMatchObject({
      outcome: 'duplicate',
      step: null,
      transfers: [{ kind: 'suspend', amountSatang: 10_000 }],
      exception: 'duplicate_payment',
    });
  });

  test('a transfer booked without an id takes the first id that fits, and only that', () => {
    const unnamed = order({
      status: 'succeeded',
      booked: [{ transactionId: null, amountSatang: 10_000 }],
    });
    const told = success({ transactionId: 'A', amountSatang: 10_000 });
    const named = { transactionId: 'A', amountSatang: 10_000 };
    expect(hear(unnamed, told)).toMatchObject({ outcome: 'repeat', named });
    const second = success({ transactionId: 'B', amountSatang: 10_000 });
    expect(hear({ ...unnamed, booked: [named] }, second)).toMatchObject({
      outcome: 'duplicate',
      transfers: [{ kind: 'suspend', amountSatang: 10_000 }],
    });
  });

  test('one transfer told of with two amounts is a conflict', () => {
    const settled = order({
      status: 'succeeded',
      booked: [{ transactionId: 'A', amountSatang: 10_000 }],
    });
    expect(hear(settled, success({ transactionId: 'A', amountSatang: 12_000 }))).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });

  test('a success without details after a short transfer pays the order', () => {
    const short = order({ booked: [{ transactionId: 'A', amountSatang: 6_000 }] });
    expect(hear(short, success())).toMatchObject({ outcome: 'moved' });
  });
});

describe('a failure', () => {
  test('of a pending order fails it', () => {
    expect(hear(order(), failure)).toMatchObject({ outcome: 'moved', step: { to: 'failed' } });
  });
  test('of an order that succeeded is a conflict and takes nothing back', () => {
    expect(hear(order({ status: 'succeeded' }), failure)).toMatchObject({
      outcome: 'conflict',
      transfers: [],
      exception: 'conflict',
    });
  });
  test.each(['failed', 'expired'] as const)('of an order that %s is no news', (status) => {
    expect(hear(order({ status }), failure)).toMatchObject({ outcome: 'repeat', exception: null });
  });
});

const anyCallback = fc.record({
  heard: fc.constantFrom('succeeded' as const, 'failed' as const),
  transactionId: fc.constantFrom(null, 'A', 'B', 'C'),
  amountSatang: fc.constantFrom(null, 9_900, 10_000, 10_100),
});

describe('any history of callbacks', () => {
  const live = (callbacks: readonly IncomingCallback[]) => {
    let now = order();
    let settled = 0;
    let suspended = 0;
    for (const callback of callbacks) {
      const hearing = hear(now, callback);
      const change = changes(hearing.transfers);
      expect(Object.values(change).reduce((sum, each) => sum + each, 0)).toBe(0);
      settled += change.available;
      suspended += change.suspense;
      const booked = hearing.booked === null ? now.booked : [...now.booked, hearing.booked];
      now = { ...now, status: hearing.step?.to ?? now.status, booked };
    }
    return { order: now, settled, suspended };
  };

  test('credits the order once if it ever succeeded, and never otherwise', () => {
    fc.assert(
      fc.property(fc.array(anyCallback, { maxLength: 12 }), (callbacks) => {
        const { order: end, settled } = live(callbacks);
        expect(settled).toBe(end.status === 'succeeded' ? 10_000 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('books exactly the transfers it was told of: to the order or into suspense', () => {
    fc.assert(
      fc.property(fc.array(anyCallback, { maxLength: 12 }), (callbacks) => {
        const { order: end, settled, suspended } = live(callbacks);
        const booked = end.booked.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
        expect(settled + suspended).toBe(booked);
      }),
      { numRuns: 2_000 },
    );
  });

  test('heard twice over changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(anyCallback, { maxLength: 8 }), (callbacks) => {
        const named = callbacks.filter(({ transactionId }) => transactionId !== null);
        const once = live(named);
        expect(live([...named, ...named]).settled).toBe(once.settled);
        expect(live([...named, ...named]).order.booked).toEqual(once.order.booked);
      }),
      { numRuns: 2_000 },
    );
  });

  test('no state is left that the table does not know', () => {
    fc.assert(
      fc.property(fc.array(anyCallback, { maxLength: 12 }), (callbacks) => {
        expect(paymentMachine.states).toContain(live(callbacks).order.status);
      }),
    );
  });
});
