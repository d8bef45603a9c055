import { takeMove } from '../db/apply-move';
import { wakeOrder } from '../db/dispatches';
import type { Dispatch } from '../db/dispatches';
import { isBeingSent } from '../db/provider-requests';
import { lockException, lockFollowed, writeResolution } from '../db/exceptions';
import type { Exception } from '../db/exceptions';
import type { Db } from '../db/connect';
import { endings, followsProvider, isEnding, postingOf, resolutionsOf } from '../domain/exception';
import type { Resolution } from '../domain/exception';
import { commit } from './commit';
import type { Deps } from './deps';

export interface ResolutionRequest {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  /** The operator. */
  readonly by: string;
  readonly reason: string;
}

/** Why nothing was resolved, in words for an operator. */
export class CannotResolve extends Error {
  override readonly name = 'CannotResolve';

  constructor(
    /** The same for who speaks another language. */
    readonly why: 'unknown' | 'resolved' | 'unfit' | 'followed' | 'ended' | 'asking' | 'balance',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Settles an exception by one posting, or by none, and writes down who decided it and why. Throws
 * CannotResolve when it is not open, not known, or cannot be resolved in that way.
 */
export async function resolveException(
  deps: Pick<Deps, 'db' | 'alsoCommit'>,
  { exceptionId, resolution, by, reason }: ResolutionRequest,
): Promise<readonly Dispatch[]> {
  return commit(deps, async (trx) => {
    const exception = await lockException(trx, exceptionId);
    if (exception === null)
      throw new CannotResolve('unknown', `There is no exception ${exceptionId}.`);
    if (exception.resolved !== null) {
      const { by: who, resolution: how } = exception.resolved;
      throw new CannotResolve('resolved', `${exceptionId} is resolved already: ${how}, by ${who}.`);
    }
    const ways = resolutionsOf(exception);
    if (!ways.includes(resolution)) {
      throw new CannotResolve('unfit', `${exceptionId} can be resolved by: ${ways.join(', ')}.`);
    }
    await demandFirst(trx, exception, resolution);
    const dispatches = await endOrder(trx, exception, resolution);
    const { merchantId, order } = exception;
    const written = await writeResolution(trx, {
      exceptionId,
      merchantId,
      orderId: order?.id ?? null,
      resolution,
      by,
      reason,
      transfer: postingOf(exception, resolution),
    });
    if (!written)
      throw new CannotResolve('balance', "The merchant's available balance is too small for it.");
    return dispatches;
  });
}

/**
 * The provider may contradict an order again and again, each time as an exception of its own, but
 * the money of the order moved once. Throws CannotResolve when the ledger has followed it already.
 */
async function demandFirst(
  trx: Db,
  { id, order }: Exception,
  resolution: Resolution,
): Promise<void> {
  if (order === null || !followsProvider(resolution)) return;
  const before = await lockFollowed(trx, order.id);
  if (before === null) return;
  throw new CannotResolve(
    'followed',
    `The ledger has followed the provider about ${order.id} already (${before}): dismiss ${id}.`,
  );
}

/** Ends an order: what it held is free again, or has left, and its merchant is told. */
async function endOrder(
  trx: Db,
  { id, order }: Exception,
  resolution: Resolution,
): Promise<readonly Dispatch[]> {
  if (!isEnding(resolution)) return [];
  const move = endings[resolution];
  const moved = order === null ? null : await takeMove(trx, order.id, move, id);
  if (order === null || moved?.moves.at(-1) !== move) {
    throw new CannotResolve('ended', `The order is ${moved?.status ?? 'not there'}: it has ended.`);
  }
  // The order is locked by now: a call can be under way, but none can begin any more.
  if (await isBeingSent(trx, order.id)) {
    throw new CannotResolve(
      'asking',
      'The provider is being asked at this moment: try again in a minute.',
    );
  }
  // Its workflow finds it ended, and sends the webhooks.
  return wakeOrder(trx, order.id, id);
}
