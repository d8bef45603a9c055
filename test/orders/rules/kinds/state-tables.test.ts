import {
  decide,
  definitionOf,
  directionOf,
  isOpen,
  orderKinds,
  type OrderKind,
} from '../../../../src/orders/rules/kinds';

/** Every cell of a kind's table as text. */
function matrixOf(kind: OrderKind): string {
  const { states, transitions } = definitionOf(kind).machine;
  return states
    .flatMap((state) =>
      transitions.map((transition) => {
        const decision = decide(kind, state, transition);
        const cell = `${state} + ${transition}`.padEnd(21);
        if (decision.kind !== 'transition') return `${cell} = ${decision.kind}`;
        const { to, event, transfer, late } = decision.step;
        const effects = [
          to,
          event ?? 'no event',
          transfer ?? 'no money',
          ...(late ? ['late'] : []),
        ];
        return `${cell} = ${effects.join(', ')}`;
      }),
    )
    .join('\n');
}

describe('the state table decides every transition in every state', () => {
  test('payment', () =>
    expect(matrixOf('payment')).toMatchInlineSnapshot(`
"pending + pay         = succeeded, payment.succeeded, receive
pending + fail        = failed, payment.failed, no money
pending + expire      = expired, payment.expired, no money
succeeded + pay       = repeat
succeeded + fail      = conflict
succeeded + expire    = repeat
failed + pay          = succeeded, payment.succeeded, receive, late
failed + fail         = repeat
failed + expire       = repeat
expired + pay         = succeeded, payment.succeeded, receive, late
expired + fail        = repeat
expired + expire      = repeat"
`));

  test('deposit has the table of a payment', () => {
    expect(matrixOf('deposit')).toBe(matrixOf('payment'));
  });

  test('refund', () =>
    expect(matrixOf('refund')).toMatchInlineSnapshot(`
"pending + send        = processing, no event, no money
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

  test('withdrawal', () =>
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

describe.each(orderKinds)('state table of a %s', (kind) => {
  const { states, transitions, initial, steps, ignored } = definitionOf(kind).machine;
  const all = Object.values(steps).flat();

  test('reaches every state from the initial one', () => {
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

  test('has no transition from succeeded', () => {
    expect(all.filter(({ from }) => from === 'succeeded')).toEqual([]);
  });

  test('never lists a transition from a state both as a step and as ignored', () => {
    for (const transition of transitions) {
      const leading = steps[transition]?.map(({ from }) => from) ?? [];
      expect(ignored[transition]?.filter((state) => leading.includes(state))).toEqual([]);
    }
  });

  test('has a conflict for every transition of the other direction', () => {
    const foreign = directionOf(kind) === 'out' ? 'pay' : 'send';
    expect(states.map((state) => decide(kind, state, foreign).kind)).toEqual(
      states.map(() => 'conflict'),
    );
  });
});

test('an order is open in the listed states only', () => {
  const open = orderKinds.map((kind) => [
    kind,
    definitionOf(kind)
      .machine.states.filter((state) => isOpen(kind, state))
      .join(' '),
  ]);
  expect(Object.fromEntries(open)).toEqual({
    payment: 'pending',
    deposit: 'pending',
    withdrawal: 'pending processing',
    refund: 'pending processing',
  });
});
