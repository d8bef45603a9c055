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
  type NewMovement,
} from './callback';
import {
  MOVEMENTS_MAX,
  isDoubted,
  matchMovement,
  type KnownMovement,
} from '../../ledger/rules/movement';
import { decide } from './kinds';
import { dueOf, postReceived } from '../../ledger/rules/postings';

/** For an incoming order. Pure and total. */
export function interpretPaymentCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  if (callback.reported === 'succeeded') return interpretTransfer(order, callback);
  const about = reversedBy(order, callback);
  if (about !== null) return { ...conflict, about };
  if (callback.transactionId !== null && callback.isElsewhere) return bookedForOtherOrder;
  if (creditOf(order) > 0) return { ...conflict, about: onlyOf(order) };
  if (callback.reported === 'reversed') return noChange;
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return { ...conflict, about: onlyOf(order) };
  if (decision.kind === 'repeat') return noChange;
  return { ...noChange, outcome: 'moved', step: decision.step };
}

/**
 * The movement that the bank took back, by its transaction id: one of the order, or money of an
 * unknown order under its name. A `reversed` is also compared by payer, time and amount, because it
 * is always about a movement. The order keeps its status, and an operator decides who bears the
 * loss.
 */
function reversedBy(order: IncomingOrder, callback: IncomingCallback): KnownMovement | null {
  const { transactionId, unassigned, reported } = callback;
  const named = namedBy(order, callback);
  if (named !== null) return named;
  if (reported === 'failed' || (transactionId !== null && unassigned !== null)) return unassigned;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  return match.kind === 'same' || match.kind === 'differs' ? match.movement : unassigned;
}

/** Null for none and for several. */
function onlyOf({ movements }: IncomingOrder): KnownMovement | null {
  const [only = null, ...others] = movements.filter(({ isDismissed }) => !isDismissed);
  return others.length === 0 ? only : null;
}

/** Excludes what the bank has taken back. */
const creditOf = ({ creditedSatang, reversedSatang }: IncomingOrder): number =>
  creditedSatang - reversedSatang;

function interpretTransfer(order: IncomingOrder, callback: IncomingCallback): CallbackDecision {
  const { transactionId, amountSatang } = callback;
  const movement = { transactionId, amountSatang: amountSatang ?? order.amountSatang };
  if (callback.assigns !== null) return bookMovement(order, movement);
  if (callback.unassigned !== null) return { ...conflict, about: callback.unassigned };
  if (callback.isElsewhere) return bookedForOtherOrder;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  switch (match.kind) {
    case 'same':
      return knownMovement(match, callback);
    case 'differs':
      return amountDiffers(match, callback);
    case 'hint':
      // A token is charged once, so a second success reports the same movement.
      return order.method === 'token' && isWhole(order) ? noChange : conflict;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX
        ? bookMovement(order, movement)
        : tooManyMovements;
  }
}

/**
 * Money for a payment whose link is stopped or has reached its limit: all of it goes to suspense,
 * as that of a second transfer does, and the payment keeps its status. Pure.
 */
export const beyondLink = (decision: CallbackDecision & { movement: NewMovement }) =>
  ({
    ...decision,
    outcome: 'beyond_link',
    step: null,
    exception: 'beyond_link',
    transfers: [{ kind: 'suspend', amountSatang: decision.movement.amountSatang }],
  }) as const satisfies CallbackDecision;

/** Money for a payment while another one under its checkout is paid. As `beyondLink`. Pure. */
export const secondOfChain = (decision: CallbackDecision & { movement: NewMovement }) =>
  ({
    ...beyondLink(decision),
    outcome: 'duplicate',
    exception: 'duplicate_payment',
  }) as const satisfies CallbackDecision;

const isWhole = ({ status, reversedSatang, movements }: IncomingOrder): boolean =>
  status === 'succeeded' && reversedSatang === 0 && !movements.some(isDoubted);

/** Credits the order with the amount still due. The excess goes to suspense. */
function bookMovement(order: IncomingOrder, movement: NewMovement): CallbackDecision {
  const { amountSatang } = movement;
  const decision = decide(order.kind, order.status, 'pay');
  const excessSatang = amountSatang - dueOf(order);
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
