import { decide } from '../../src/domain/machine';
import { paymentMachine } from '../../src/domain/payment';

describe('the life of a payment', () => {
  const { states, moves, initial, steps } = paymentMachine;

  test('every state answers every move, as this matrix says', () => {
    const matrix = states.flatMap((state) =>
      moves.map((move) => {
        const decision = decide(paymentMachine, state, move);
        const cell = `${state} + ${move}`.padEnd(18);
        if (decision.kind !== 'move') return `${cell} = ${decision.kind}`;
        const { to, event, transfer, late } = decision.step;
        return `${cell} = ${to}, ${event}, ${transfer ?? 'no money'}${late ? ', late' : ''}`;
      }),
    );
    expect(matrix.join('\n')).toMatchInlineSnapshot(`
"pending + pay      = succeeded, payment.succeeded, settle
pending + fail     = failed, payment.failed, no money
pending + expire   = expired, payment.expired, no money
succeeded + pay    = repeat
succeeded + fail   = conflict
succeeded + expire = repeat
failed + pay       = succeeded, payment.succeeded, settle, late
failed + fail      = repeat
failed + expire    = repeat
expired + pay      = succeeded, payment.succeeded, settle, late
expired + fail     = repeat
expired + expire   = repeat"
`);
  });

  test('every state is reached from the first', () => {
    const reached = new Set<string>([initial]);
    for (let grew = true; grew;) {
      grew = false;
      for (const step of Object.values(steps).flat()) {
        if (reached.has(step.from) && !reached.has(step.to)) {
          reached.add(step.to);
          grew = true;
        }
      }
    }
    expect([...reached].toSorted()).toEqual([...states].toSorted());
  });

  test('money that succeeded is final: no move leads out of it', () => {
    expect(
      Object.values(steps)
        .flat()
        .filter(({ from }) => from === 'succeeded'),
    ).toEqual([]);
  });

  test('a move never both leads somewhere and is ignored', () => {
    for (const move of moves) {
      const leading = steps[move].map(({ from }) => from);
      expect(paymentMachine.ignored[move].filter((state) => leading.includes(state))).toEqual([]);
    }
  });
});
