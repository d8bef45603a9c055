import type { EventName } from '../../../kernel/events/rules/events';

/**
 * The states of an order kind, the transitions between them, and what each does to money and
 * announces to the merchant. A transition that the table does not list is a conflict.
 */
export interface Step<State extends string> {
  readonly from: State;
  readonly to: State;
  /** Sent to the merchant; null for none. */
  readonly event: EventName | null;
  /** Posted (see postings.ts); null for nothing. */
  readonly transfer: 'receive' | 'post' | 'void' | null;
  /** The money arrived after the order had expired or failed. */
  readonly late: boolean;
}

export interface Machine<State extends string, Transition extends string> {
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  readonly initial: State;
  /** These states await another transition: the order's workflow stays open. */
  readonly open: readonly State[];
  readonly steps: Readonly<Partial<Record<Transition, readonly Step<State>[]>>>;
  /** The states that a transition leaves unchanged, because it is repeated or superseded. */
  readonly ignored: Readonly<Partial<Record<Transition, readonly State[]>>>;
}

export interface Taken<State extends string, Transition extends string> extends Step<State> {
  readonly transition: Transition;
}

export type Decision<State extends string, Transition extends string> =
  | { readonly kind: 'transition'; readonly step: Taken<State, Transition> }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'conflict' };

/** Total: an unlisted transition is a conflict. */
export function decideIn<State extends string, Transition extends string>(
  machine: Machine<State, Transition>,
  state: State,
  transition: Transition,
): Decision<State, Transition> {
  const step = machine.steps[transition]?.find((candidate) => candidate.from === state);
  if (step !== undefined) return { kind: 'transition', step: { ...step, transition } };
  return machine.ignored[transition]?.includes(state) === true
    ? { kind: 'repeat' }
    : { kind: 'conflict' };
}
