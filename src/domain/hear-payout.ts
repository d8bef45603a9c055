import { contradiction, noNews } from './callback';
import type { Hearing, IncomingCallback, IncomingOrder } from './callback';
import { decide } from './order';

/** What the provider's word means for an order whose money leaves. Pure and total. */
export function hearPayout(order: IncomingOrder, callback: IncomingCallback): Hearing {
  const { heard, amountSatang } = callback;
  if (heard === 'succeeded' && amountSatang !== null && amountSatang !== order.amountSatang) {
    // Another sum than was asked for has left: what becomes of the rest is for operators.
    return { ...noNews, outcome: 'mismatch', exception: 'amount_mismatch' };
  }
  const decision = decide(order.kind, order.status, heard === 'succeeded' ? 'complete' : 'fail');
  if (decision.kind === 'conflict') return contradiction;
  if (decision.kind === 'repeat') return noNews;
  const { step } = decision;
  return {
    ...noNews,
    outcome: 'moved',
    step,
    transfers: [
      { kind: heard === 'succeeded' ? 'post' : 'void', amountSatang: order.amountSatang },
    ],
  };
}
