import type { EventName } from './events';

/**
 * A state table. An order's whole life is one literal: which moves lead where, and what each does
 * to money and says to the merchant. What the table does not say is a conflict.
 */
export interface Step<State extends string> {
  readonly from: State;
  readonly to: State;
  /** The event told to the merchant; null where it is not told. */
  readonly event: EventName | null;
  /** The ledger's part of the step, by name (see ledger.ts). */
  readonly transfer: 'settle' | 'post' | 'void' | null;
  /** Money that came after the order had ended without it. */
  readonly late: boolean;
}

export interface Machine<State extends string, Move extends string> {
  readonly states: readonly State[];
  readonly moves: readonly Move[];
  readonly initial: State;
  /** States in which something is still awaited, so that a workflow stays open for it. */
  readonly open: readonly State[];
  readonly steps: Readonly<Partial<Record<Move, readonly Step<State>[]>>>;
  /** Moves that are no news in a state: heard again, or too late to matter. */
  readonly ignored: Readonly<Partial<Record<Move, readonly State[]>>>;
}

/** A step with the name of the move that takes it. */
export interface Taken<State extends string, Move extends string> extends Step<State> {
  readonly move: Move;
}

export type Decision<State extends string, Move extends string> =
  | { readonly kind: 'move'; readonly step: Taken<State, Move> }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'conflict' };

/** What a move means in a state. Total: a move that the table does not know is a conflict. */
export function decideIn<State extends string, Move extends string>(
  machine: Machine<State, Move>,
  state: State,
  move: Move,
): Decision<State, Move> {
  const step = machine.steps[move]?.find((candidate) => candidate.from === state);
  if (step !== undefined) return { kind: 'move', step: { ...step, move } };
  return machine.ignored[move]?.includes(state) === true
    ? { kind: 'repeat' }
    : { kind: 'conflict' };
}
