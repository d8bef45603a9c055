import {
  conflict,
  bookedForOtherOrder,
  knownMovement,
  noChange,
  amountDiffers,
  tooManyMovements,
} from './callback';
import type { CallbackDecision, IncomingCallback, IncomingOrder, NewMovement } from './callback';
import type { Transfer } from './ledger';
import { MOVEMENTS_MAX, matchMovement } from './movement';
import { decide } from './order';

/** What a provider callback means for an order that waits for money. Pure and total. */
export function interpretPaymentCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  if (callback.heard === 'succeeded') return interpretTransfer(order, callback);
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return conflict;
  if (decision.kind === 'repeat') return noChange;
  return { ...noChange, outcome: 'moved', step: decision.step };
}

function interpretTransfer(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  const { transactionId, amountSatang } = callback;
  const movement = { transactionId, amountSatang: amountSatang ?? order.amountSatang };
  if (callback.assigns !== null) return bookMovement(order, movement);
  if (callback.isElsewhere) return bookedForOtherOrder;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  switch (match.kind) {
    case 'same':
      return knownMovement(match, callback);
    case 'differs':
      return amountDiffers(match, callback);
    case 'hint':
      // A token is charged once, so another success cannot be a second movement.
      return order.method === 'token' && order.status === 'succeeded' ? noChange : conflict;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX
        ? bookMovement(order, movement)
        : tooManyMovements;
  }
}

/** Credits the order with what it still waits for; everything else goes to suspense. */
function bookMovement(order: IncomingOrder, movement: NewMovement): CallbackDecision {
  const { amountSatang } = movement;
  const suspended: Transfer = { kind: 'suspend', amountSatang };
  const decision = decide(order.kind, order.status, 'pay');
  if (decision.kind !== 'move') {
    return {
      ...noChange,
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
      ...noChange,
      outcome: 'short',
      transfers: [suspended],
      exception: 'amount_mismatch',
      movement,
    };
  }
  const settle: Transfer = { kind: 'settle', amountSatang: dueSatang };
  const excess: Transfer = { kind: 'suspend', amountSatang: excessSatang };
  return {
    ...noChange,
    outcome: 'moved',
    step: decision.step,
    transfers: excessSatang > 0 ? [settle, excess] : [settle],
    exception: excessSatang > 0 ? 'amount_mismatch' : null,
    movement,
  };
}
