import {
  conflict,
  bookedForOtherOrder,
  knownMovement,
  noChange,
  amountDiffers,
  tooManyMovements,
} from './callback';
import type { CallbackDecision, IncomingCallback, IncomingOrder } from './callback';
import { MOVEMENTS_MAX, matchMovement } from './movement';
import { decide, isOpen } from './orders';
import { postHold } from './postings';

/** Interprets a callback or an inquiry's answer for a payout. Pure and total. */
export function interpretPayoutCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  return callback.reported === 'succeeded'
    ? interpretSuccess(order, callback)
    : interpretFailure(order);
}

function interpretFailure(order: IncomingOrder): CallbackDecision {
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return conflict;
  // The failure is known, or the money that left after it came back.
  if (decision.kind === 'repeat') {
    return (order.departed?.leftSatang ?? 0) > 0 ? conflict : noChange;
  }
  // Part of the money has left: an operator divides the hold.
  const left = firstOf(order);
  if (left !== undefined) return { ...conflict, about: left };
  return {
    ...noChange,
    outcome: 'moved',
    step: decision.step,
    transfers: postHold(order, decision.step),
  };
}

function interpretSuccess(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  if (callback.isElsewhere) return bookedForOtherOrder;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  switch (match.kind) {
    case 'same': {
      const known = knownMovement(match, callback);
      const { transactionId } = callback;
      const isNamed = transactionId !== null && transactionId === match.movement.transactionId;
      if (isNamed || firstOf(order) !== match.movement || !cameBack(order, callback)) return known;
      const { about, names } = known;
      return { ...conflict, about, names };
    }
    case 'differs':
      return amountDiffers(match, callback);
    case 'hint':
      // An order in a final state does not change, unless its money came back. While the order is
      // open, part of the money is known to have left, and the callback does not say whether more
      // has.
      return isOpen(order.kind, order.status) || cameBack(order, callback) ? conflict : noChange;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX
        ? interpretMovement(order, callback)
        : tooManyMovements;
  }
}

const firstOf = ({ movements }: IncomingOrder) => movements.find(({ isDismissed }) => !isDismissed);

/**
 * Whether a success reports more of a payout than has not come back. Without the id of a known
 * movement it may be late, or the money may have left again: the bank's statement shows which.
 */
function cameBack(
  { status, amountSatang, reversedSatang, departed = null }: IncomingOrder,
  callback: IncomingCallback,
): boolean {
  const reportedSatang = Math.min(callback.amountSatang ?? amountSatang, amountSatang);
  if (departed !== null) return departed.cameBack && reportedSatang > departed.leftSatang;
  return status === 'succeeded' && reportedSatang > amountSatang - reversedSatang;
}

/**
 * Interprets a movement that no known movement explains. Only a first movement of the full amount
 * is booked.
 */
function interpretMovement(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  const amountSatang = callback.amountSatang ?? order.amountSatang;
  const movement = { transactionId: callback.transactionId, amountSatang };
  const second: CallbackDecision = {
    ...noChange,
    outcome: 'duplicate',
    exception: 'duplicate_payout',
    movement,
  };
  const mismatch: CallbackDecision = {
    ...noChange,
    outcome: 'mismatch',
    exception: 'amount_mismatch',
    movement,
  };
  const decision = decide(order.kind, order.status, 'complete');
  if (decision.kind === 'conflict') return { ...conflict, movement };
  if (firstOf(order) !== undefined) return second;
  if (amountSatang !== order.amountSatang) return mismatch;
  // The order was completed before movements were recorded.
  if (decision.kind === 'repeat') return noChange;
  return {
    ...noChange,
    outcome: 'moved',
    step: decision.step,
    transfers: postHold(order, decision.step),
    movement,
  };
}
