import type { CallbackDecision, IncomingCallback } from '../../orders/rules/callback';
import type { ExceptionKind } from './exception';

/** Open exceptions of an order. Further ones become one `too_many_movements`. */
const DOUBTS_MAX = 100;

/** The report that an open exception shows. */
export interface Doubt extends Pick<
  IncomingCallback,
  'reported' | 'accountId' | 'transactionId' | 'amountSatang'
> {
  readonly exceptionId: string;
  readonly kind: ExceptionKind;
  /** Null for a report of no return. */
  readonly returnId: string | null;
  /** Null when the report is about no known movement. */
  readonly movementId: string | null;
  /** The report may be about another movement, which is recorded for it. */
  readonly isOfAnother: boolean;
}

/** A report that moves no money affects the open exceptions of its order. */
export type Place =
  /** The report opens another exception. */
  | { readonly kind: 'opens' }
  /** The report is the last one again. */
  | { readonly kind: 'repeats' }
  /** An open exception shows the report instead of an earlier one. */
  | { readonly kind: 'shows'; readonly exceptionId: string }
  /** The order has `DOUBTS_MAX` open exceptions. */
  | { readonly kind: 'overflows' };

/**
 * A report is a repetition of the last report about its movement with the same outcome, amount,
 * transaction id and return. A later report of the same outcome replaces it, because the last one
 * counts; parts that the bank took back add up, so each amount and each return that the provider
 * names has an exception of its own. Without a movement, successes are about different money. A
 * report that may be about another movement is replaced by none about this one.
 *
 * `doubts` are the open exceptions of the order, by the arrival of the reports they show. Pure.
 */
export function placeOf(
  doubts: readonly Doubt[],
  callback: Omit<Doubt, 'exceptionId' | 'kind' | 'movementId' | 'isOfAnother'>,
  { about, exception }: Pick<CallbackDecision, 'about' | 'exception'>,
): Place {
  const isOverflow = ({ kind }: Doubt) => kind === 'too_many_movements';
  if (exception === 'too_many_movements') {
    const one = doubts.find(isOverflow);
    return one === undefined ? { kind: 'opens' } : { kind: 'shows', exceptionId: one.exceptionId };
  }
  const same = doubts.filter((one) => one.movementId === (about?.id ?? null) && !isOverflow(one));
  const isSuccess = callback.reported === 'succeeded';
  const isEqual = (one: Doubt) =>
    one.reported === callback.reported &&
    one.accountId === callback.accountId &&
    one.transactionId === callback.transactionId &&
    one.amountSatang === callback.amountSatang &&
    one.returnId === callback.returnId;
  if (about === null && isSuccess) {
    if (same.some(isEqual)) return { kind: 'repeats' };
  } else {
    const last = same.at(-1);
    if (last !== undefined && isEqual(last)) return { kind: 'repeats' };
    const own = same.filter((one) => !one.isOfAnother);
    // The movement is known and agrees with the ledger: only the other one is in question.
    if (isSuccess && exception === 'conflict' && last !== undefined && own.length === 0) {
      return { kind: 'repeats' };
    }
    const former = own.findLast(
      ({ reported, amountSatang, returnId }) =>
        (reported === 'succeeded') === isSuccess &&
        (isSuccess || amountSatang === callback.amountSatang) &&
        returnId === callback.returnId,
    );
    if (former !== undefined) return { kind: 'shows', exceptionId: former.exceptionId };
  }
  return { kind: doubts.length < DOUBTS_MAX ? 'opens' : 'overflows' };
}

/**
 * True when a report contradicts an open report about its movement. It then counts as new evidence,
 * even if an equal report was decided on before. Pure.
 */
export const deniesOpen = (
  doubts: readonly Pick<Doubt, 'movementId' | 'reported'>[],
  { reported }: Pick<Doubt, 'reported'>,
  { about }: Pick<CallbackDecision, 'about'>,
): boolean =>
  about !== null &&
  doubts.some(
    (one) =>
      one.movementId === about.id && (one.reported === 'succeeded') !== (reported === 'succeeded'),
  );
