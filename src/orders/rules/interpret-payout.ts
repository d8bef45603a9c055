import {
  conflict,
  bookedForOtherOrder,
  knownMovement,
  namedBy,
  noChange,
  amountDiffers,
  tooManyMovements,
  type CallbackDecision,
  type IncomingCallback,
  type IncomingOrder,
} from './callback';
import { MOVEMENTS_MAX, matchMovement, type KnownMovement } from '../../ledger/rules/movement';
import { decide, isOpen } from './kinds';
import { postHold } from '../../ledger/rules/postings';

/** For a callback or an inquiry's answer. Pure and total. */
export function interpretPayoutCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  return callback.reported === 'succeeded'
    ? interpretSuccess(order, callback)
    : interpretFailure(order, callback);
}

function interpretFailure(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  const decision = decide(order.kind, order.status, 'fail');
  const about = namedBy(order, callback) ?? lastOf(order);
  if (decision.kind === 'conflict') return { ...conflict, about };
  // The failure is known, or the money that left after it came back.
  if (decision.kind === 'repeat') {
    const isKnown = leftOf(order) === 0 && about?.isInQuestion !== true;
    return isKnown ? noChange : { ...conflict, about };
  }
  // Part of the money has left: an operator divides the hold.
  if (about !== null) return { ...conflict, about };
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
    case 'same':
      return knownMovement(match, callback);
    case 'differs':
      return amountDiffers(match, callback);
    case 'hint': {
      // The whole amount is known to have left, and the callback does not say that more has.
      const about = lastOf(order);
      const isKnown = !isOpen(order.kind, order.status) && leftOf(order) >= order.amountSatang;
      return isKnown && about?.isInQuestion !== true ? noChange : { ...conflict, about };
    }
    case 'new':
      return order.movements.length < MOVEMENTS_MAX
        ? interpretMovement(order, callback)
        : tooManyMovements;
  }
}

const standing = ({ movements }: IncomingOrder) =>
  movements.filter(({ isDismissed }) => !isDismissed);

/** Evidence without a bank transaction id is about the last booked movement. */
function lastOf(order: IncomingOrder): KnownMovement | null {
  const movements = standing(order);
  return movements.findLast(({ bookedSatang }) => bookedSatang > 0) ?? movements.at(-1) ?? null;
}

/** The net amount that has left, by the ledger. */
const leftOf = ({ movements }: IncomingOrder): number =>
  movements.reduce((sum, { bookedSatang }) => sum + bookedSatang, 0);

/** No known movement explains it. Only a first movement of the full amount is booked. */
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
  if (standing(order).length > 0) return second;
  if (amountSatang !== order.amountSatang) return mismatch;
  // The order has succeeded without a movement that stands.
  if (decision.kind === 'repeat') return noChange;
  return {
    ...noChange,
    outcome: 'moved',
    step: decision.step,
    transfers: postHold(order, decision.step),
    movement,
  };
}
