import { decide, directionOf, isOpen, machines, orderKinds } from '../../src/domain/order';
import type { OrderKind } from '../../src/domain/order';

/** Every cell of a kind's table, as a person reads it. */
function matrixOf(kind: OrderKind): string {
  const { states, moves } = machines[kind];
  return states
    .flatMap((state) =>
      moves.map((move) => {
        const decision = decide(kind, state, move);
        const cell = `${state} + ${move}`.padEnd(21);
        if (decision.kind !== 'move') return `${cell} = ${decision.kind}`;
        const { to, event, transfer, late } = decision.step;
        const told = [to, event ?? 'not told', transfer ?? 'no money', ...(late ? ['late'] : [])];
        return `${cell} = ${told.join(', ')}`;
      }),
    )
    .join('\n');
}

describe('every state answers every move, as this matrix says', () => {
  test('of a payment', () =>
    expect(matrixOf('payment')).toMatchInlineSnapshot(`
"pending + pay         = succeeded, payment.succeeded, settle
pending + fail        = failed, payment.failed, no money
pending + expire      = expired, payment.expired, no money
succeeded + pay       = repeat
succeeded + fail      = conflict
succeeded + expire    = repeat
failed + pay          = succeeded, payment.succeeded, settle, late
failed + fail         = repeat
failed + expire       = repeat
expired + pay         = succeeded, payment.succeeded, settle, late
expired + fail        = repeat
expired + expire      = repeat"
`));

  test('of a deposit, which lives as a payment does', () => {
    expect(matrixOf('deposit')).toBe(matrixOf('payment'));
  });

  test('of a refund', () =>
    expect(matrixOf('refund')).toMatchInlineSnapshot(`
"pending + send        = processing, not told, no money
pending + complete    = succeeded, refund.completed, post
pending + fail        = failed, refund.failed, void
processing + send     = repeat
processing + complete = succeeded, refund.completed, post
processing + fail     = failed, refund.failed, void
succeeded + send      = repeat
succeeded + complete  = repeat
succeeded + fail      = conflict
failed + send         = repeat
failed + complete     = conflict
failed + fail         = repeat"
`));

  test('of a withdrawal', () =>
    expect(matrixOf('withdrawal')).toMatchInlineSnapshot(`
"pending + send        = processing, withdrawal.processed, no money
pending + complete    = succeeded, withdrawal.succeeded, post
pending + fail        = failed, withdrawal.failed, void
processing + send     = repeat
processing + complete = succeeded, withdrawal.succeeded, post
processing + fail     = failed, withdrawal.failed, void
succeeded + send      = repeat
succeeded + complete  = repeat
succeeded + fail      = conflict
failed + send         = repeat
failed + complete     = conflict
failed + fail         = repeat"
`));
});

describe.each(orderKinds)('the life of a %s', (kind) => {
  const { states, moves, initial, steps, ignored } = machines[kind];
  const all = Object.values(steps).flat();

  test('reaches every state from the first', () => {
    const reached = new Set<string>([initial]);
    for (let grew = true; grew;) {
      grew = false;
      for (const step of all) {
        if (reached.has(step.from) && !reached.has(step.to)) {
          reached.add(step.to);
          grew = true;
        }
      }
    }
    expect([...reached].toSorted()).toEqual([...states].toSorted());
  });

  test('is final in success: no move leads out of it', () => {
    expect(all.filter(({ from }) => from === 'succeeded')).toEqual([]);
  });

  test('has no move that both leads somewhere and is ignored', () => {
    for (const move of moves) {
      const leading = steps[move]?.map(({ from }) => from) ?? [];
      expect(ignored[move]?.filter((state) => leading.includes(state))).toEqual([]);
    }
  });

  test('takes a move of another kind for a conflict', () => {
    const foreign = directionOf(kind) === 'out' ? 'pay' : 'send';
    expect(states.map((state) => decide(kind, state, foreign).kind)).toEqual(
      states.map(() => 'conflict'),
    );
  });
});

test('an order waits for something in these states and in no others', () => {
  const open = orderKinds.map((kind) => [
    kind,
    machines[kind].states.filter((state) => isOpen(kind, state)).join(' '),
  ]);
  expect(Object.fromEntries(open)).toEqual({
    payment: 'pending',
    deposit: 'pending',
    withdrawal: 'pending processing',
    refund: 'pending processing',
  });
});
