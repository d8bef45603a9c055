import type { Machine } from './machine';

export type WithdrawalState = 'pending' | 'processing' | 'succeeded' | 'failed';
export type WithdrawalMove = 'send' | 'complete' | 'fail';

/**
 * The life of a withdrawal. Its money is held from the first moment; the hold is posted when the
 * money has left and voided when it will not. What contradicts an end is for operators: money that
 * may have left is never given back by itself, and money that came back is never credited so.
 */
export const withdrawalMachine: Machine<WithdrawalState, WithdrawalMove> = {
  states: ['pending', 'processing', 'succeeded', 'failed'],
  moves: ['send', 'complete', 'fail'],
  initial: 'pending',
  open: ['pending', 'processing'],
  steps: {
    send: [
      {
        from: 'pending',
        to: 'processing',
        event: 'withdrawal.processed',
        transfer: null,
        late: false,
      },
    ],
    complete: [
      {
        from: 'pending',
        to: 'succeeded',
        event: 'withdrawal.succeeded',
        transfer: 'post',
        late: false,
      },
      {
        from: 'processing',
        to: 'succeeded',
        event: 'withdrawal.succeeded',
        transfer: 'post',
        late: false,
      },
    ],
    fail: [
      { from: 'pending', to: 'failed', event: 'withdrawal.failed', transfer: 'void', late: false },
      {
        from: 'processing',
        to: 'failed',
        event: 'withdrawal.failed',
        transfer: 'void',
        late: false,
      },
    ],
  },
  ignored: {
    send: ['processing', 'succeeded', 'failed'],
    complete: ['succeeded'],
    fail: ['failed'],
  },
};
