import {
  conflict,
  bookedForOtherOrder,
  knownMovement,
  noChange,
  amountDiffers,
  tooManyMovements,
} from './callback';
import type { CallbackDecision, IncomingCallback, IncomingOrder, NewMovement } from './callback';
import { MOVEMENTS_MAX, matchMovement } from './movement';
import { decide } from './orders';
import { postReceived } from './postings';

/** Interprets a provider callback for an incoming order. Pure and total. */
export function interpretPaymentCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  if (callback.reported === 'succeeded') return interpretTransfer(order, callback);
  if (callback.reported === 'reversed') return interpretReversal(order, callback);
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return { ...conflict, about: namedBy(order, callback) };
  if (decision.kind === 'repeat') return noChange;
  return { ...noChange, outcome: 'moved', step: decision.step };
}

/** The known movement whose bank transaction id the callback has; null for none. */
const namedBy = (
  { movements }: IncomingOrder,
  { transactionId, accountId }: IncomingCallback,
): IncomingOrder['movements'][number] | null =>
  movements.find(
    (one) =>
      transactionId !== null && one.transactionId === transactionId && one.accountId === accountId,
  ) ?? null;

/** The order keeps its state, and an operator decides who bears the loss of a known movement. */
function interpretReversal(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  const match = matchMovement(order.movements, callback, order.amountSatang);
  const isKnown = match.kind === 'same' || match.kind === 'differs';
  return isKnown ? { ...conflict, about: match.movement } : noChange;
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
      // A token is charged once, so a second success reports the same movement.
      return order.method === 'token' && order.status === 'succeeded' ? noChange : conflict;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX
        ? bookMovement(order, movement)
        : tooManyMovements;
  }
}

/** Credits the order with the amount still due. The excess goes to suspense. */
function bookMovement(order: IncomingOrder, movement: NewMovement): CallbackDecision {
  const { amountSatang } = movement;
  const decision = decide(order.kind, order.status, 'pay');
  const excessSatang = amountSatang - (order.amountSatang - order.creditedSatang);
  const step = decision.kind === 'transition' && excessSatang >= 0 ? decision.step : null;
  const booked = {
    ...noChange,
    step,
    transfers: postReceived(order, step, amountSatang),
    movement,
  };
  if (decision.kind !== 'transition') {
    return { ...booked, outcome: 'duplicate', exception: 'duplicate_payment' };
  }
  if (excessSatang < 0) return { ...booked, outcome: 'short', exception: 'amount_mismatch' };
  return { ...booked, outcome: 'moved', exception: excessSatang > 0 ? 'amount_mismatch' : null };
}
