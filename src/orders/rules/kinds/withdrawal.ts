import type { EventName } from '../../../kernel/events/rules/events';
import type { OrderDefinition } from './definition';
import type { Machine, Step } from './machine';

export type WithdrawalState = 'pending' | 'processing' | 'succeeded' | 'failed';
export type WithdrawalTransition = 'send' | 'complete' | 'fail';

/**
 * The hold of the amount is posted when the money has left and voided when it will not leave. A
 * report that contradicts a final state is a conflict, which an operator resolves: money that may
 * have left is not returned automatically.
 */
export function payoutMachine(events: {
  readonly processed: EventName | null;
  readonly succeeded: EventName;
  readonly failed: EventName;
}): Machine<WithdrawalState, WithdrawalTransition> {
  const steps = (to: WithdrawalState, event: EventName, transfer: 'post' | 'void') =>
    (['pending', 'processing'] as const).map((from): Step<WithdrawalState> => ({
      from,
      to,
      event,
      transfer,
      late: false,
    }));
  return {
    states: ['pending', 'processing', 'succeeded', 'failed'],
    transitions: ['send', 'complete', 'fail'],
    initial: 'pending',
    open: ['pending', 'processing'],
    steps: {
      send: [
        { from: 'pending', to: 'processing', event: events.processed, transfer: null, late: false },
      ],
      complete: steps('succeeded', events.succeeded, 'post'),
      fail: steps('failed', events.failed, 'void'),
    },
    ignored: {
      send: ['processing', 'succeeded', 'failed'],
      complete: ['succeeded'],
      fail: ['failed'],
    },
  };
}

export const withdrawalMachine = payoutMachine({
  processed: 'withdrawal.processed',
  succeeded: 'withdrawal.succeeded',
  failed: 'withdrawal.failed',
});

/** Paid out to a bank account that the merchant names. */
export const withdrawal = {
  machine: withdrawalMachine,
  direction: 'out',
  createdEvent: 'withdrawal.pending',
  adjustedEvent: 'withdrawal.adjusted',
  failure: { code: 'payout_failed', message: 'The bank did not make the payout.' },
  workflows: { default: 'withdrawal' },
  request: 'payout',
  defaultMethod: null,
  expirable: false,
  refundable: false,
  reducesPayment: false,
  idPrefix: null,
  notFound: 'order_not_found',
  callbackPath: '/withdraw/gw/webhook',
  ref2: null,
} as const satisfies OrderDefinition<WithdrawalState, WithdrawalTransition>;
