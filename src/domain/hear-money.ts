import { contradiction, noNews } from './callback';
import type { BankTransfer, Hearing, IncomingCallback, IncomingOrder } from './callback';
import type { Transfer } from './ledger';
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
  const transfer: BankTransfer = {
    transactionId: callback.transactionId,
    amountSatang: callback.amountSatang ?? order.amountSatang,
  };
  const known = findBooked(order, callback);
  if (known !== null) {
    const { transactionId, amountSatang } = callback;
    if (amountSatang !== null && known.amountSatang !== amountSatang) return contradiction;
    const names = transactionId !== null && known.transactionId === null;
    return names ? { ...noNews, named: { ...known, transactionId } } : noNews;
  }

  const decision = decide(order.kind, order.status, 'pay');
  if (decision.kind !== 'move') {
    return {
      ...noNews,
      outcome: 'duplicate',
      transfers: [{ kind: 'suspend', amountSatang: transfer.amountSatang }],
      exception: 'duplicate_payment',
      booked: transfer,
    };
  }
  const excessSatang = transfer.amountSatang - order.amountSatang;
  if (excessSatang < 0) {
    return {
      ...noNews,
      outcome: 'short',
      transfers: [{ kind: 'suspend', amountSatang: transfer.amountSatang }],
      exception: 'amount_mismatch',
      booked: transfer,
    };
  }
  const settle: Transfer = { kind: 'settle', amountSatang: order.amountSatang };
  const excess: Transfer = { kind: 'suspend', amountSatang: excessSatang };
  return {
    outcome: 'moved',
    step: decision.step,
    transfers: excessSatang > 0 ? [settle, excess] : [settle],
    exception: excessSatang > 0 ? 'amount_mismatch' : null,
    booked: transfer,
    named: null,
  };
}

/**
 * The booked transfer that a callback tells of again; null when it is another transfer. Where a
 * callback carries no id, the amount has to tell; where it carries no amount either, it can only
 * repeat a transfer that paid the order in full. A transfer that was told of without an id can turn
 * out to be one with an id, but only to be one.
 */
function findBooked(order: IncomingOrder, callback: IncomingCallback): BankTransfer | null {
  const { transactionId, amountSatang } = callback;
  const named = order.booked.find(
    (known) => transactionId !== null && known.transactionId === transactionId,
  );
  if (named !== undefined) return named;
  const alike = order.booked.find(
    (known) =>
      (transactionId === null || known.transactionId === null) &&
      (amountSatang === null
        ? known.amountSatang >= order.amountSatang
        : known.amountSatang === amountSatang),
  );
  return alike ?? null;
}
