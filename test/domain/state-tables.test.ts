import { decide } from '../../src/domain/machine';
import { paymentMachine } from '../../src/domain/payment';

describe('the life of a payment', () => {
  const { states, moves, initial, steps } = paymentMachine;

  test('every state answers every move, as this matrix says', () => {
    const matrix = states.map((state) =>
      [
        state.padEnd(10),
        ...moves.map((move) => {
          const decision = decide(paymentMachine, state, move);
          if (decision.kind !== 'move') return `${move}: ${decision.kind}`;
          const { to, event, transfer, late } = decision.step;
          return `${move}: → ${to}, ${event}, ${transfer ?? 'no money'}${late ? ', late' : ''}`;
        }),
      ].join(' | '),
    );
    expect(`\n${matrix.join('\n')}\n`).toMatchInlineSnapshot(`
"
pending    | pay: → succeeded, payment.succeeded, settle | fail: → failed, payment.failed, no money | expire: → expired, payment.expired, no money
succeeded  | pay: repeat | fail: conflict | expire: repeat
failed     | pay: → succeeded, payment.succeeded, settle, late | fail: repeat | expire: repeat
expired    | pay: → succeeded, payment.succeeded, settle, late | fail: repeat | expire: repeat
"
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
