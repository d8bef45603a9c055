import type { OrderDefinition } from './definition';
import { deposit } from './deposit';
import { decideIn, type Decision, type Taken } from './machine';
import { payment, type PaymentState, type PaymentTransition } from './payment';
import { refund } from './refund';
import { withdrawal, type WithdrawalState, type WithdrawalTransition } from './withdrawal';

export const orderKinds = ['payment', 'deposit', 'withdrawal', 'refund'] as const;
export type OrderKind = (typeof orderKinds)[number];
export type PaymentMethod = 'qr' | 'token';

export type OrderState = PaymentState | WithdrawalState;
export type OrderTransition = PaymentTransition | WithdrawalTransition;
export type OrderStep = Taken<OrderState, OrderTransition>;
type Definition = OrderDefinition<OrderState, OrderTransition>;
type Definitions = typeof orderDefinitions;
/** The names of all workflow types of orders. */
export type OrderWorkflow = {
  [Kind in OrderKind]: Definitions[Kind]['workflows'][keyof Definitions[Kind]['workflows']];
}[OrderKind];

/** Other code reads the definition instead of comparing kinds. */
export const orderDefinitions = { payment, deposit, withdrawal, refund } as const satisfies Record<
  OrderKind,
  Definition
>;

export const definitionOf = (kind: OrderKind): Definition => orderDefinitions[kind];

export const directionOf = (kind: OrderKind): 'in' | 'out' => orderDefinitions[kind].direction;

/** Total. */
export const decide = (
  kind: OrderKind,
  state: OrderState,
  transition: OrderTransition,
): Decision<OrderState, OrderTransition> => decideIn(definitionOf(kind).machine, state, transition);

/** The state awaits another transition. */
export const isOpen = (kind: OrderKind, state: OrderState): boolean =>
  definitionOf(kind).machine.open.includes(state);

/** Incoming kinds share the states and events of payments. */
export type IncomingKind = {
  [Kind in OrderKind]: (typeof orderDefinitions)[Kind]['direction'] extends 'in' ? Kind : never;
}[OrderKind];
export const incomingKinds = orderKinds.filter(
  (kind): kind is IncomingKind => directionOf(kind) === 'in',
);
