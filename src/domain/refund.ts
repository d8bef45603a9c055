import type { Machine } from './machine';
import type { WithdrawalMove, WithdrawalState } from './withdrawal';

export type RefundState = WithdrawalState;
export type RefundMove = WithdrawalMove;

/** How long after its completion a payment can be refunded. */
export const REFUND_WINDOW_DAYS = 365;

/**
 * The life of a refund: that of a withdrawal, except that its merchant hears only of its end. What
 * of its payment it takes is taken at its creation and given back when it fails.
 */
export const refundMachine: Machine<RefundState, RefundMove> = {
  states: ['pending', 'processing', 'succeeded', 'failed'],
  moves: ['send', 'complete', 'fail'],
  initial: 'pending',
  open: ['pending', 'processing'],
  steps: {
    send: [{ from: 'pending', to: 'processing', event: null, transfer: null, late: false }],
    complete: [
      {
        from: 'pending',
        to: 'succeeded',
        event: 'refund.completed',
        transfer: 'post',
        late: false,
      },
      {
        from: 'processing',
        to: 'succeeded',
        event: 'refund.completed',
        transfer: 'post',
        late: false,
      },
    ],
    fail: [
      { from: 'pending', to: 'failed', event: 'refund.failed', transfer: 'void', late: false },
      { from: 'processing', to: 'failed', event: 'refund.failed', transfer: 'void', late: false },
    ],
  },
  ignored: {
    send: ['processing', 'succeeded', 'failed'],
    complete: ['succeeded'],
    fail: ['failed'],
  },
};
