import { contradiction, heldElsewhere, known, noNews, otherAmount, tooMany } from './callback';
import type { Hearing, IncomingCallback, IncomingOrder, NewMovement } from './callback';
import type { Transfer } from './ledger';
import { MOVEMENTS_MAX, matchMovement } from './movement';
import { decide } from './order';

/** What a provider callback means for an order that waits for money. Pure and total. */
export function hearMoney(order: IncomingOrder, callback: IncomingCallback): Hearing {
  if (callback.heard === 'succeeded') return hearTransfer(order, callback);
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return contradiction;
  if (decision.kind === 'repeat') return noNews;
  return { ...noNews, outcome: 'moved', step: decision.step };
}

function hearTransfer(order: IncomingOrder, callback: IncomingCallback): Hearing {
  const { transactionId, amountSatang } = callback;
  const movement = { transactionId, amountSatang: amountSatang ?? order.amountSatang };
  if (callback.assigns !== null) return book(order, movement);
  if (callback.isElsewhere) return heldElsewhere;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  switch (match.kind) {
    case 'same':
      return known(match, callback);
    case 'differs':
      return otherAmount(match, callback);
    case 'hint':
      // A token is charged once, so another success cannot be a second movement.
      return order.method === 'token' && order.status === 'succeeded' ? noNews : contradiction;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX ? book(order, movement) : tooMany;
  }
}

/** Credits the order with what it still waits for; everything else goes to suspense. */
function book(order: IncomingOrder, movement: NewMovement): Hearing {
  const { amountSatang } = movement;
  const suspended: Transfer = { kind: 'suspend', amountSatang };
  const decision = decide(order.kind, order.status, 'pay');
  if (decision.kind !== 'move') {
    return {
      ...noNews,
      outcome: 'duplicate',
      transfers: [suspended],
      exception: 'duplicate_payment',
      movement,
    };
  }
  const dueSatang = order.amountSatang - order.creditedSatang;
  const excessSatang = amountSatang - dueSatang;
  if (excessSatang < 0) {
    return {
      ...noNews,
      outcome: 'short',
      transfers: [suspended],
      exception: 'amount_mismatch',
      movement,
    };
  }
  const settle: Transfer = { kind: 'settle', amountSatang: dueSatang };
  const excess: Transfer = { kind: 'suspend', amountSatang: excessSatang };
  return {
    ...noNews,
    outcome: 'moved',
    step: decision.step,
    transfers: excessSatang > 0 ? [settle, excess] : [settle],
    exception: excessSatang > 0 ? 'amount_mismatch' : null,
    movement,
  };
}
