import { contradiction, heldElsewhere, known, noNews, otherAmount, tooMany } from './callback';
import type { Hearing, IncomingCallback, IncomingOrder } from './callback';
import { MOVEMENTS_MAX, matchMovement } from './movement';
import { decide, isOpen } from './order';

/** What the provider's answer means for an order whose money leaves. Pure and total. */
export function hearPayout(order: IncomingOrder, callback: IncomingCallback): Hearing {
  return callback.heard === 'succeeded' ? hearLeft(order, callback) : hearFailed(order);
}

function hearFailed(order: IncomingOrder): Hearing {
  const decision = decide(order.kind, order.status, 'fail');
  if (decision.kind === 'conflict') return contradiction;
  if (decision.kind === 'repeat') return noNews;
  // Some of the money is known to have left: operators divide the hold.
  const left = order.movements.find(({ isDismissed }) => !isDismissed);
  if (left !== undefined) return { ...contradiction, about: left };
  return {
    ...noNews,
    outcome: 'moved',
    step: decision.step,
    transfers: [{ kind: 'void', amountSatang: order.amountSatang }],
  };
}

function hearLeft(order: IncomingOrder, callback: IncomingCallback): Hearing {
  if (callback.isElsewhere) return heldElsewhere;
  const match = matchMovement(order.movements, callback, order.amountSatang);
  switch (match.kind) {
    case 'same':
      return known(match, callback);
    case 'differs':
      return otherAmount(match, callback);
    case 'hint':
      // The order has ended as it says; while the order is open, part of the money is known to
      // have left, and this does not say how much more.
      return isOpen(order.kind, order.status) ? contradiction : noNews;
    case 'new':
      return order.movements.length < MOVEMENTS_MAX ? hearMovement(order, callback) : tooMany;
  }
}

/** Money that left, which no known movement explains. Only a complete first one is booked. */
function hearMovement(order: IncomingOrder, callback: IncomingCallback): Hearing {
  const amountSatang = callback.amountSatang ?? order.amountSatang;
  const movement = { transactionId: callback.transactionId, amountSatang };
  const second: Hearing = {
    ...noNews,
    outcome: 'duplicate',
    exception: 'duplicate_payout',
    movement,
  };
  const mismatch: Hearing = {
    ...noNews,
    outcome: 'mismatch',
    exception: 'amount_mismatch',
    movement,
  };
  const decision = decide(order.kind, order.status, 'complete');
  if (decision.kind === 'conflict') return { ...contradiction, movement };
  if (order.movements.some(({ isDismissed }) => !isDismissed)) return second;
  if (amountSatang !== order.amountSatang) return mismatch;
  // Completed before movements were recorded.
  if (decision.kind === 'repeat') return noNews;
  return {
    ...noNews,
    outcome: 'moved',
    step: decision.step,
    transfers: [{ kind: 'post', amountSatang }],
    movement,
  };
}
