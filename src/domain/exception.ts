import type { ResolutionKind, Transfer } from './ledger';
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
export const resolutions = [
  'accept',
  'return',
  'write_off',
  'credit',
  'charge',
  'absorb',
  'release',
  'complete',
  'dismiss',
] as const satisfies readonly (ResolutionKind | 'release' | 'complete' | 'dismiss')[];
export type Resolution = (typeof resolutions)[number];

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

/** The moves of operators who know what the provider did. */
export const endings = { release: 'fail', complete: 'complete' } as const;
export const isEnding = (resolution: Resolution): resolution is keyof typeof endings =>
  Object.hasOwn(endings, resolution);

/** The money that an exception is about. */
export interface ExceptedMoney {
  readonly suspendedSatang: number;
  readonly order: { readonly kind: OrderKind; readonly amountSatang: number } | null;
}

/** What a resolution posts by itself; null where it posts nothing, or an order's move does. */
export function postingOf(
  { suspendedSatang, order }: ExceptedMoney,
  resolution: Resolution,
): Transfer | null {
  if (resolution === 'dismiss' || isEnding(resolution)) return null;
  const amountSatang = suspendedSatang > 0 ? suspendedSatang : (order?.amountSatang ?? 0);
  return { kind: resolution, amountSatang };
}

/** All that a resolution posts, the end of what its order holds among it. */
export function postingsOf(exception: ExceptedMoney, resolution: Resolution): readonly Transfer[] {
  const posting = postingOf(exception, resolution);
  if (posting !== null) return [posting];
  const { order } = exception;
  // What waits for money holds none.
  if (!isEnding(resolution) || order === null || directionOf(order.kind) === 'in') return [];
  const kind = resolution === 'release' ? 'void' : 'post';
  return [{ kind, amountSatang: order.amountSatang }];
}
