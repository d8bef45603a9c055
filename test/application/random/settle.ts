import { applyPending } from '../../../src/db/orders/apply-transition';
import { directionOf, isOpen } from '../../../src/domain/orders';
import type { OrderState } from '../../../src/domain/orders';
import { movedFor } from './bank';
import { backReportOf, demandInvariants, erase, reportOf } from './play';
import { exceptionsOf, nameOf, send } from './stage';
import type { Stage } from './stage';
import { demandNamed } from './statement';
import { bookedFor, resolveTruthfully, syncHolders } from './truth';

/**
 * Ends a history. In an honest one the provider reports once more what the bank has moved, and the
 * operator resolves all exceptions. Then the ledger equals the bank, order by order. In every one
 * the bank's statement names each order for which they differ.
 */
export async function settle(stage: Stage): Promise<void> {
  const { deps, orders, log, isHonest } = stage;
  for (const { id } of orders) await applyPending(deps.db, id);
  if (isHonest) {
    log.push('the provider reports everything again');
    await reportAll(stage);
    await resolveAll(stage);
    await demandInvariants(stage);
    await demandTruth(stage);
  }
  await demandNamed(stage);
  await erase(stage);
  await demandInvariants(stage);
}

async function reportAll(stage: Stage): Promise<void> {
  for (const move of stage.moves.filter(({ isReported }) => isReported)) {
    await send(stage, move.undoes === null ? reportOf(move) : backReportOf(move, move.undoes));
  }
  await syncHolders(stage);
  const { deps, orders, moves } = stage;
  for (const { id, kind, ref: named } of orders) {
    const { status } = await deps.db('orders').where({ id }).first('status');
    const isWaiting = directionOf(kind) === 'out' && isOpen(kind, status as OrderState);
    if (!isWaiting || movedFor(moves, id) !== 0) continue;
    const none = { satang: null, transactionId: null, payer: null, move: null };
    await send(stage, { ...none, named, kind, reported: 'failed' });
  }
}

/** An exception may become resolvable by the resolution of another one. */
async function resolveAll(stage: Stage): Promise<void> {
  for (let round = 0; round < 6; round++) {
    const open = await exceptionsOf(stage, 'open');
    if (open.length === 0) return;
    for (const a of open.keys()) {
      // The loss is absorbed when the merchant cannot bear it.
      const step = { act: 'resolve', a, b: round > 1 ? 1 : a, c: round > 1 ? 1 : a } as const;
      await resolveTruthfully(stage, step, round > 3);
    }
  }
  const left = await exceptionsOf(stage, 'open');
  if (left.length > 0) throw new Error(`nothing resolves ${left.map(({ kind }) => kind).join()}`);
}

async function demandTruth(stage: Stage): Promise<void> {
  const { orders, moves } = stage;
  const holders = [null, ...orders.map(({ id }) => id)];
  for (const holder of holders) {
    const [booked, moved] = [await bookedFor(stage, holder), movedFor(moves, holder)];
    if (booked === moved) continue;
    const name = holder === null ? 'unknown orders' : nameOf(orders, holder);
    throw new Error(`the ledger has ${booked / 100} baht for ${name}, the bank ${moved / 100}`);
  }
}
