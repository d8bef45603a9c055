import { reconcileStatement } from '../../../src/application/reports/reconcile-statement';
import { movedFor } from './bank';
import { nameOf } from './stage';
import type { Stage } from './stage';
import { bookedFor } from './truth';

const DAY_MS = 86_400_000;

/** What `reconcile` finds in a statement with everything that the bank has moved in the history. */
async function findingsOf({ deps, orders, moves, strangers }: Stage) {
  const statement = moves.map(({ holder, named, satang, transactionId }) => ({
    transactionId,
    order: holder ?? named,
    amountSatang: Math.abs(satang),
    direction: satang > 0 ? ('in' as const) : ('out' as const),
  }));
  const [since, until] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
  const found = await reconcileStatement(deps, statement, { since, until });
  // Other histories have movements in the same database.
  const own = new Set([...strangers, ...orders.flatMap(({ id, ref }) => [id, ref])]);
  const ids = new Set(moves.map(({ transactionId }) => transactionId));
  return found.filter(({ order, transactionId }) => own.has(order) || ids.has(transactionId));
}

/** Throws when bank and ledger differ for an order and the statement does not show it. */
export async function demandNamed(stage: Stage): Promise<void> {
  const { orders, moves } = stage;
  const found = await findingsOf(stage);
  const named = new Set(found.map(({ order }) => order));
  for (const { id, ref } of orders) {
    const [booked, moved] = [await bookedFor(stage, id), movedFor(moves, id)];
    if (booked === moved || named.has(id) || named.has(ref)) continue;
    const amounts = `the ledger has ${booked / 100} baht, the bank ${moved / 100}`;
    throw new Error(`reconcile does not name ${nameOf(orders, id)}: ${amounts}`);
  }
}
