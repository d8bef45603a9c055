import type { ResolutionKind } from './ledger';
import type { OrderKind, OrderState } from './order';
import { directionOf, isOpen } from './order';

/** What the provider said that no rule can settle: an operator decides. */
export const exceptionKinds = [
  'conflict', // it contradicts an order that has ended
  'amount_mismatch', // another sum than the order's
  'duplicate_payment', // a second transfer for one order
  'unknown_outcome', // nobody can say whether the provider did it
  'unknown_order', // money for an order that we do not know
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/**
 * What can be done about one. `release` fails an order and frees its hold; `complete` ends one of
 * which the operator knows that its money has left.
 */
export type Resolution = ResolutionKind | 'release' | 'complete' | 'dismiss';

/** Resolutions by which the ledger follows what the provider did with the money of an order. */
const following: readonly Resolution[] = ['charge', 'absorb', 'credit'];
export const followsProvider = (resolution: Resolution): boolean => following.includes(resolution);

export interface OpenException {
  readonly kind: ExceptionKind;
  /** Satang of it that lie in suspense; 0 where no money was booked. */
  readonly suspendedSatang: number;
  readonly order: { readonly kind: OrderKind; readonly status: OrderState } | null;
}

/**
 * The ways to resolve an exception, each by one posting or none. Suspended money goes somewhere.
 * Where the provider took back what it had said, the money may have moved without us: `charge`,
 * `absorb` and `credit` make the ledger follow it.
 */
export function resolutionsOf(exception: OpenException): readonly Resolution[] {
  const { kind, suspendedSatang, order } = exception;
  if (suspendedSatang > 0) return ['accept', 'return', 'write_off'];
  if (order === null) return ['dismiss'];
  const leaves = directionOf(order.kind) === 'out';
  if (kind === 'unknown_outcome' || (kind === 'amount_mismatch' && leaves)) {
    if (!isOpen(order.kind, order.status)) return ['dismiss'];
    return leaves ? ['complete', 'release', 'dismiss'] : ['release', 'dismiss'];
  }
  if (kind !== 'conflict') return ['dismiss'];
  const { status } = order;
  const left = leaves ? status === 'failed' : status === 'succeeded';
  if (left) return ['charge', 'absorb', 'dismiss'];
  return status === 'succeeded' ? ['credit', 'dismiss'] : ['dismiss'];
}
