import type { EventName } from './events';
import { decideIn } from './machine';
import type { Decision, Machine, Taken } from './machine';
import { paymentMachine } from './payment';
import type { PaymentMove, PaymentState } from './payment';
import { refundMachine } from './refund';
import { withdrawalMachine } from './withdrawal';
import type { WithdrawalMove, WithdrawalState } from './withdrawal';

/** Every kind of money is an order: one life each, told by a state table. */
export const orderKinds = ['payment', 'deposit', 'withdrawal', 'refund'] as const;
export type OrderKind = (typeof orderKinds)[number];
/** How a payment is paid. */
export type PaymentMethod = 'qr' | 'token';

export type OrderState = PaymentState | WithdrawalState;
export type OrderMove = PaymentMove | WithdrawalMove;
export type OrderStep = Taken<OrderState, OrderMove>;

/** A deposit is paid as a payment is: it differs in who sees it, not in its life. */
export const machines: Readonly<Record<OrderKind, Machine<OrderState, OrderMove>>> = {
  payment: paymentMachine,
  deposit: paymentMachine,
  withdrawal: withdrawalMachine,
  refund: refundMachine,
};

const directions: Readonly<Record<OrderKind, 'in' | 'out'>> = {
  payment: 'in',
  deposit: 'in',
  withdrawal: 'out',
  refund: 'out',
};

/** Whether an order brings money to its merchant or takes it away. */
export const directionOf = (kind: OrderKind): 'in' | 'out' => directions[kind];

/** The event of a resolution that changed an order's amounts and not its status. */
const adjustedEvents: Readonly<Record<OrderKind, EventName>> = {
  payment: 'payment.adjusted',
  deposit: 'payment.adjusted',
  withdrawal: 'withdrawal.adjusted',
  refund: 'refund.adjusted',
};
export const adjustedEventOf = (kind: OrderKind): EventName => adjustedEvents[kind];

/** What a move means for an order of a kind in a state. Total. */
export function decide(
  kind: OrderKind,
  state: OrderState,
  move: OrderMove,
): Decision<OrderState, OrderMove> {
  return decideIn(machines[kind], state, move);
}

/** Whether something is still awaited. */
export const isOpen = (kind: OrderKind, state: OrderState): boolean =>
  machines[kind].open.includes(state);
